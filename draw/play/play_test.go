package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/creack/pty"
	"golang.org/x/term"

	"github.com/gridmill/gridmill/draw"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/sokoban"
)

// corridor is a puzzle of 20 pushes to the right.
func corridor(t *testing.T) draw.Picture {
	t.Helper()
	plan := strings.Repeat("R", 20)
	form := strings.Repeat("#", 25) + "|#@$" + strings.Repeat("-", 19) + ".-#|" + strings.Repeat("#", 25)
	scene, err := sokoban.New().(solver.Drawer).Scene(form, plan)
	if err != nil {
		t.Fatal(err)
	}
	return draw.Picture{Scene: scene, Title: "Corridor", Caption: "solved: 20 pushes", Plan: plan}
}

func press(m *model, keys ...string) {
	codes := map[string]rune{"left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown, "home": tea.KeyHome, "end": tea.KeyEnd, "space": tea.KeySpace}
	for _, key := range keys {
		msg := tea.KeyPressMsg{Code: codes[key]}
		if msg.Code == 0 {
			msg = tea.KeyPressMsg{Code: []rune(key)[0], Text: key}
		}
		_, _ = m.Update(msg)
	}
}

func TestKeys(t *testing.T) {
	for _, row := range []struct {
		reason  string
		keys    []string
		step    int
		playing bool
		pace    time.Duration
	}{
		{"it begins to play", nil, 0, true, 100 * time.Millisecond},
		{"right stops playing and steps", []string{"right", "right"}, 2, false, 100 * time.Millisecond},
		{"left steps back", []string{"right", "right", "left"}, 1, false, 100 * time.Millisecond},
		{"nothing is before the start", []string{"left"}, 0, false, 100 * time.Millisecond},
		{"end and home", []string{"end"}, 20, false, 100 * time.Millisecond},
		{"home", []string{"end", "home"}, 0, false, 100 * time.Millisecond},
		{"nothing is behind the end", []string{"end", "right", "down"}, 20, false, 100 * time.Millisecond},
		{"down takes ten steps, up takes them back", []string{"down", "right", "up"}, 1, false, 100 * time.Millisecond},
		{"space stops", []string{"space"}, 0, false, 100 * time.Millisecond},
		{"space goes on", []string{"right", "space"}, 1, true, 100 * time.Millisecond},
		{"space at the end begins anew", []string{"end", "space"}, 0, true, 100 * time.Millisecond},
		{"plus doubles the pace, and goes on playing", []string{"+"}, 0, true, 50 * time.Millisecond},
		{"minus halves it", []string{"-", "-"}, 0, true, 400 * time.Millisecond},
		{"no key stops it for good", []string{"-", "-", "-", "-", "-", "-", "-", "-", "-"}, 0, true, slowest},
		{"nor makes it race", []string{"+", "+", "+", "+", "+", "+", "+"}, 0, true, fastest},
		{"other keys do nothing", []string{"x", "?"}, 0, true, 100 * time.Millisecond},
	} {
		t.Run(row.reason, func(t *testing.T) {
			m := newModel(corridor(t), Settings{Pace: 100 * time.Millisecond})
			press(m, row.keys...)
			if m.at.Step() != row.step || m.playing != row.playing || m.pace != row.pace {
				t.Errorf("step %d, playing %t, pace %s; want %d, %t, %s", m.at.Step(), m.playing, m.pace, row.step, row.playing, row.pace)
			}
		})
	}
}

func TestTicksOfBeforeAreForgotten(t *testing.T) {
	m := newModel(corridor(t), Settings{Pace: time.Second})
	m.wait()
	old := tick(m.clock)
	press(m, "space", "space")
	_, _ = m.Update(old)
	if m.at.Step() != 0 {
		t.Error("a tick from before a pause makes a step")
	}
	for range 25 {
		_, _ = m.Update(tick(m.clock))
	}
	if m.at.Step() != 20 || m.playing {
		t.Errorf("ticks lead to step %d, playing %t", m.at.Step(), m.playing)
	}
}

func TestTheViewFitsTheTerminalAndFollowsThePlayer(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {20, 6}, {10, 5}, {3, 2}, {1, 1}} {
		m := newModel(corridor(t), Settings{Pace: time.Second, Style: draw.TextStyle{Glyphs: draw.ASCII}})
		_, _ = m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		for step := range 21 {
			lines := strings.Split(m.View().Content, "\n")
			if len(lines) > max(size[1], frameLines+1) {
				t.Fatalf("%d lines in a terminal of %v", len(lines), size)
			}
			for _, line := range lines {
				if len(line) > size[0] {
					t.Fatalf("%q in a terminal of %v", line, size)
				}
			}
			if size[1] >= 6 && !strings.Contains(m.View().Content, "@") {
				t.Fatalf("step %d does not show the player:\n%s", step, m.View().Content)
			}
			if want := fmt.Sprintf("step %d", step); size[0] >= 20 && !strings.Contains(m.View().Content, want) {
				t.Fatalf("%q is missing in\n%s", want, m.View().Content)
			}
			press(m, "right")
		}
	}
}

// faulty is a model that breaks at the first key or tick.
type faulty struct{}

func (faulty) Init() tea.Cmd                       { return func() tea.Msg { return tick(0) } }
func (faulty) Update(tea.Msg) (tea.Model, tea.Cmd) { panic("a fault of our own") }
func (faulty) View() tea.View                      { return tea.View{AltScreen: true} }

// A fault of our own must not leave a terminal that nobody can type in.
func TestAPanicPutsTheTerminalBack(t *testing.T) {
	if testing.Short() {
		t.Skip("after a panic the library closes its reader beside the goroutine that reads, which the race detector, run with -short, reports")
	}
	screen, tty, err := pty.Open()
	if err != nil {
		t.Skipf("there is no pseudo terminal on %s: %v", runtime.GOOS, err)
	}
	// The terminal stays open: after a panic somebody may still read from it.
	defer func() { _ = screen.Close() }()
	go func() { _, _ = io.Copy(io.Discard, screen) }()
	before, err := term.GetState(int(tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	err = run(context.Background(), faulty{}, Settings{In: tty, Out: tty, Environ: []string{"TERM=xterm"}})
	if err == nil || errors.Is(err, ErrInterrupted) {
		t.Errorf("a panic ends as %v", err)
	}
	after, err := term.GetState(int(tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(before, after) {
		t.Error("the terminal is not as it was")
	}
}
