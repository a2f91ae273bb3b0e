package play

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/gridmill/gridmill/draw"
)

// Bounds of what keys change the pace to.
const (
	fastest = 10 * time.Millisecond
	slowest = 5 * time.Second
)

// model is the state of the player: a position, and whether it moves on by
// itself.
type model struct {
	pic     draw.Picture
	style   draw.TextStyle
	at      *draw.Position
	window  draw.Window
	pace    time.Duration
	playing bool
	clock   int // which tick is awaited; older ones do not count any more
}

func newModel(pic draw.Picture, s Settings) *model {
	m := &model{pic: pic, style: s.Style, pace: s.Pace, playing: len(pic.Scene.Steps) > 0}
	m.at = draw.NewPosition(&m.pic.Scene)
	m.resize(s.Style.Width, s.Style.Height)
	return m
}

// tick says that it is time for the next step.
type tick int

func (m *model) Init() tea.Cmd { return m.wait() }

// wait begins to wait for the next step, if it plays.
func (m *model) wait() tea.Cmd {
	m.clock++
	if !m.playing {
		return nil
	}
	clock := tick(m.clock)
	return tea.Tick(m.pace, func(time.Time) tea.Msg { return clock })
}

func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.resize(msg.Width, msg.Height)
	case tick:
		if int(msg) != m.clock {
			break
		}
		m.seek(m.at.Step() + 1)
		m.playing = m.at.Step() < m.at.Steps()
		return m, m.wait()
	case tea.KeyPressMsg:
		return m, m.press(msg.String())
	}
	return m, nil
}

// press does what a key stands for.
func (m *model) press(key string) tea.Cmd {
	switch key {
	case "q", "Q", "esc":
		return tea.Quit
	case "ctrl+c":
		return tea.Interrupt
	case "ctrl+z":
		return tea.Suspend
	case "space":
		if m.playing = !m.playing; m.playing && m.at.Step() == m.at.Steps() {
			m.seek(0)
		}
		return m.wait()
	case "+":
		m.pace = max(m.pace/2, min(m.pace, fastest))
		return m.wait()
	case "-":
		m.pace = min(m.pace*2, max(m.pace, slowest))
		return m.wait()
	}
	steps := map[string]int{"right": 1, "l": 1, "n": 1, "left": -1, "h": -1, "p": -1, "pgdown": 10, "down": 10, "pgup": -10, "up": -10, "end": m.at.Steps(), "home": -m.at.Steps()}
	if by, ok := steps[key]; ok {
		m.playing = false
		m.seek(m.at.Step() + by)
	}
	return m.wait()
}

func (m *model) seek(step int) {
	m.at.Seek(step)
	m.window = m.window.Follow(&m.pic.Scene, m.at.Focus())
}

// frameLines is how many lines stand around the board.
const frameLines = 4

func (m *model) resize(width, height int) {
	if width < 1 || height < 1 {
		width, height = 80, 24 // a terminal that does not know
	}
	m.style.Width, m.style.Height = width, height
	m.window = m.style.Fit(&m.pic.Scene, max(height-frameLines, 1), width)
	m.seek(m.at.Step())
}

func (m *model) View() tea.View {
	lines := []string{m.style.Line(m.pic.Title)}
	lines = append(lines, m.style.Board(m.at, m.window)...)
	lines = append(lines, "", m.style.Line(m.status()), m.style.Line(help(m.style.Glyphs)))
	v := tea.NewView(strings.Join(lines, "\n"))
	v.AltScreen = true
	return v
}

// status says where the player is, and what he plays.
func (m *model) status() string {
	parts := []string{fmt.Sprintf("step %d of %d", m.at.Step(), m.at.Steps())}
	switch {
	case m.playing:
		parts = append(parts, "playing")
	case m.at.Step() == m.at.Steps():
		parts = append(parts, "the end")
	}
	if m.pic.Caption != "" {
		parts = append(parts, m.pic.Caption)
	}
	return strings.Join(parts, "   ")
}

func help(g draw.Glyphs) string {
	if g == draw.ASCII {
		return "left/right: step  space: play  home/end  +/-: pace  q: quit"
	}
	return "←/→ step   space play   home/end   +/- pace   q quit"
}
