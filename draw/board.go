package draw

import (
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// TextStyle says how to draw in a terminal.
type TextStyle struct {
	Glyphs Glyphs
	Color  bool
	Width  int // columns there are; 0 = no bound
	Height int // lines there are; 0 = no bound
}

// Window is the part of a board that is shown.
type Window struct{ Top, Left, Rows, Cols int }

// margin is how many places around what is looked at are shown at least.
const margin = 2

// Fit returns the largest window for a scene in so many lines and columns of a
// terminal; 0 stands for no bound. At least one place is shown.
func (st TextStyle) Fit(s *solver.Scene, lines, columns int) Window {
	w := Window{Rows: s.Rows, Cols: s.Cols}
	if st.framed(s) {
		lines, columns = lines-2*min(lines, 1), columns-3*min(columns, 1)
	}
	if lines != 0 {
		w.Rows = min(w.Rows, max(lines, 1))
	}
	if columns != 0 {
		w.Cols = min(w.Cols, max(columns/st.Glyphs.width(), 1))
	}
	return w
}

// Follow moves the window over the board of s as little as it takes to show a
// place and some of what is around it.
func (w Window) Follow(s *solver.Scene, place int) Window {
	w.Top = follow(w.Top, w.Rows, s.Rows, place/s.Cols)
	w.Left = follow(w.Left, w.Cols, s.Cols, place%s.Cols)
	return w
}

func follow(first, shown, all, at int) int {
	around := min(margin, (shown-1)/2)
	first = min(first, at-around)
	first = max(first, at+around-shown+1)
	return max(0, min(first, all-shown))
}

// cut reports whether the window leaves out a part of the board.
func (w Window) cut(s *solver.Scene) bool { return w.Rows < s.Rows || w.Cols < s.Cols }

// open reports whether somebody could leave the board, so that its edge must
// be drawn.
func open(s *solver.Scene) bool {
	for row := range s.Rows {
		for col := range s.Cols {
			edge := row == 0 || col == 0 || row == s.Rows-1 || col == s.Cols-1
			if edge && s.Ground[row*s.Cols+col] == solver.Floor {
				return true
			}
		}
	}
	return false
}

// framed reports whether the board is drawn with a frame.
func (st TextStyle) framed(s *solver.Scene) bool { return st.Glyphs == Unicode && open(s) }

// Board draws what a window shows of a position, a line a row. Every line has
// the same width.
func (st TextStyle) Board(p *Position, w Window) []string {
	s := p.scene
	isOpen, framed := open(s), st.framed(s)
	targets, movers := targetsOf(s), p.occupied()
	var lines []string
	if framed {
		lines = append(lines, paint("┌"+strings.Repeat("─", 2*w.Cols+1)+"┐", sgrWall, st.Color))
	}
	for row := w.Top; row < w.Top+w.Rows; row++ {
		line := brush{color: st.Color}
		if framed {
			line.add("│ ", sgrWall)
		}
		for col := w.Left; col < w.Left+w.Cols; col++ {
			place := row*s.Cols + col
			t := targets[place]
			if i, ok := movers[place]; ok {
				line.add(st.Glyphs.mover(i, &s.Movers[i], isFor(t, i)))
			} else if t != nil {
				line.add(st.Glyphs.target(t))
			} else {
				line.add(st.Glyphs.ground(s.Ground[place], isOpen))
			}
		}
		if framed {
			line.add("│", sgrWall)
		}
		lines = append(lines, line.end())
	}
	if framed {
		lines = append(lines, paint("└"+strings.Repeat("─", 2*w.Cols+1)+"┘", sgrWall, st.Color))
	}
	return lines
}

// columns is how wide the lines of Board are.
func (st TextStyle) columns(s *solver.Scene, w Window) int {
	if st.framed(s) {
		return 2*w.Cols + 3
	}
	return st.Glyphs.width() * w.Cols
}

// brush writes a line and changes the colour only where it changes.
type brush struct {
	line  strings.Builder
	color bool
	sgr   string
}

func (b *brush) add(text, sgr string) {
	if b.color && sgr != b.sgr && strings.TrimSpace(text) != "" {
		b.line.WriteString("\x1b[0")
		if sgr != "" {
			b.line.WriteString(";" + sgr)
		}
		b.line.WriteByte('m')
		b.sgr = sgr
	}
	b.line.WriteString(text)
}

func (b *brush) end() string {
	if b.sgr != "" {
		b.line.WriteString("\x1b[0m")
	}
	return b.line.String()
}
