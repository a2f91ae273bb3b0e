package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"

	"github.com/gridmill/gridmill/format"
)

// sheet is one table of a report: its first line is the header.
type sheet struct {
	lines   [][]string
	gives   []give
	dropped []int // columns that are not printed
}

// give is a column that is cut where the lines are longer than those of the
// terminal, but not below so many cells.
type give struct {
	column, least int
	way           cutting
}

// cutting is how a column gives.
type cutting int

const (
	cutEnd   cutting = iota
	cutFront         // of a name the end tells most
	drop             // where least is not enough the column goes: its rest tells nothing
)

// add adds a line.
func (s *sheet) add(cells ...string) { s.lines = append(s.lines, cells) }

// fit makes the lines no longer than width cells, 0 being as long as they are.
// The columns give in their order, each as much as it can before the next.
func (s *sheet) fit(width int) {
	if width == 0 || len(s.lines) == 0 {
		return
	}
	var cells runewidth.Condition
	widths := make([]int, len(s.lines[0]))
	for _, line := range s.lines {
		for i, text := range line {
			widths[i] = max(widths[i], cells.StringWidth(text))
		}
	}
	over := -len(columnGap) - width
	for _, w := range widths {
		over += w + len(columnGap)
	}
	for _, g := range s.gives {
		least := max(g.least, len(s.lines[0][g.column]))
		less := min(max(0, over), max(0, widths[g.column]-least))
		if g.way == drop && over > less {
			over -= widths[g.column] + len(columnGap)
			s.dropped = append(s.dropped, g.column)
			continue
		}
		over -= less
		widths[g.column] -= less
		for _, line := range s.lines {
			if g.way == cutFront {
				line[g.column] = format.CutFront(line[g.column], widths[g.column])
			} else {
				line[g.column] = cut(line[g.column], widths[g.column])
			}
		}
	}
}

// columnGap parts two columns.
const columnGap = "  "

// print writes the lines for a writer that aligns what tabs part.
func (s *sheet) print(w io.Writer) {
	for _, line := range s.lines {
		var cells []string
		for i, text := range line {
			if !slices.Contains(s.dropped, i) {
				cells = append(cells, text)
			}
		}
		_, _ = fmt.Fprintln(w, strings.Join(cells, "\t")) // its Flush reports the error
	}
}
