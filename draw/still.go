package draw

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

const (
	usualWidth = 80 // columns to wrap at where there is no bound
	gap        = 4  // columns between two boards
	around     = 8  // lines of a terminal that are left to titles, plan and prompt
	planLines  = 12 // most lines of a plan where lines are bounded
)

// Still prints a picture as text: the start, the end where there is a plan,
// what it costs and how it goes. What does not fit the bounds of st is cut, and
// a line says so.
func Still(w io.Writer, pic Picture, st TextStyle) error {
	out := bufio.NewWriter(w)
	say := func(line string) { _, _ = out.WriteString(strings.TrimRight(line, " ") + "\n") } // Flush reports the error
	if pic.Title != "" {
		say(paint(printable(pic.Title), "1", st.Color))
	}
	for _, line := range boards(pic, st) {
		say(line)
	}
	if pic.Caption != "" {
		say(printable(pic.Caption))
	}
	for _, line := range plan(pic.Plan, st) {
		say(line)
	}
	say(st.Glyphs.legend(&pic.Scene, st.Color))
	return out.Flush()
}

// wrap is the column at which text goes on in the next line.
func (st TextStyle) wrap() int { return cmp.Or(st.Width, usualWidth) }

// boards draws the start and the end, side by side where there is room.
func boards(pic Picture, st TextStyle) []string {
	s := &pic.Scene
	p := NewPosition(s)
	lines := 0
	if st.Height > 0 {
		lines = max(st.Height-around, around)
	}
	window := st.Fit(s, lines, st.Width)
	start := st.Board(p, window.Follow(s, p.Focus()))
	var note []string
	if window.cut(s) {
		note = []string{fmt.Sprintf("(%d x %d of %d x %d places fit here; --play moves over the board, --to svg -o FILE shows all of it)", window.Rows, window.Cols, s.Rows, s.Cols)}
	}
	if len(s.Steps) == 0 {
		return append(start, note...)
	}
	p.Seek(len(s.Steps))
	end := st.Board(p, window.Follow(s, p.Focus()))
	width := st.columns(s, window)
	after := "after " + count(len(s.Steps), "step")
	if 2*width+gap > st.wrap() {
		both := append([]string{"start"}, start...)
		both = append(append(both, after), end...)
		return append(both, note...)
	}
	width = max(width, len("start"))
	both := []string{pad("start", width+gap) + after}
	for i := range start {
		both = append(both, start[i]+strings.Repeat(" ", width+gap-st.columns(s, window))+end[i])
	}
	return append(both, note...)
}

// plan wraps a plan: between words where it has words.
func plan(text string, st TextStyle) []string {
	if text == "" {
		return nil
	}
	const head = "plan: "
	width := max(st.wrap(), 2*len(head)) - len(head)
	var lines []string
	for rest := printable(text); rest != ""; {
		if st.Height > 0 && len(lines) == planLines {
			lines = append(lines, fmt.Sprintf("(and %d characters more; gridmill solve prints all of it)", utf8.RuneCountInString(rest)))
			break
		}
		line := rest
		if utf8.RuneCountInString(rest) > width {
			line = string([]rune(rest[:min(len(rest), utf8.UTFMax*width)])[:width])
			if blank := strings.LastIndexByte(line, ' '); blank > 0 && rest[len(line)] != ' ' {
				line = line[:blank]
			}
		}
		rest = strings.TrimLeft(rest[len(line):], " ")
		lines = append(lines, line)
	}
	for i := range lines {
		if i == 0 {
			lines[i] = head + lines[i]
			continue
		}
		lines[i] = strings.Repeat(" ", len(head)) + lines[i]
	}
	return lines
}

// Line returns text that is safe to print, cut to the width there is.
func (st TextStyle) Line(text string) string {
	text = printable(text)
	if st.Width < 1 || utf8.RuneCountInString(text) <= st.Width {
		return text
	}
	return string([]rune(text)[:st.Width])
}

// pad fills text up to a width.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}
