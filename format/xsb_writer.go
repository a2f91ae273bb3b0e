package format

import (
	"bufio"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

// xsbWriter prints each row as a level that programs for Sokoban read: the
// board, its name as Title:, the plan as Solution:. What has no plan says in a
// comment why. A row without a puzzle is a comment of its own.
type xsbWriter struct {
	out   *bufio.Writer
	form  func(row *solver.Row) (string, error)
	board []byte
	rows  rowReader
}

func newXSBWriter(out *bufio.Writer, s WriterSettings) (Writer, error) {
	if s.Kind != kindSokoban {
		return nil, &NameError{What: "kind with level files", Name: s.Kind, Known: []string{kindSokoban}}
	}
	if s.Form == nil {
		return nil, errors.New("print level files: the puzzles of the rows are not at hand")
	}
	return &xsbWriter{out: out, form: s.Form}, nil
}

func (w *xsbWriter) Write(row *solver.Row) error {
	if row.Kind != "" && row.Kind != kindSokoban {
		return fmt.Errorf("print row %d as a level: it is a %s; print one kind at a time", row.Seq, row.Kind)
	}
	form, err := w.form(row)
	if err != nil {
		return err
	}
	if form == "" {
		where := fmt.Sprintf("%s:%d", row.File, row.Line)
		if row.Error != nil {
			where = fmt.Sprintf("%s:%d:%d", row.File, row.Error.Line, row.Error.Column)
		}
		_, err := fmt.Fprintf(w.out, ":: %s: %s ::\n\n", oneLine(where), outcomeOf(row))
		return err
	}
	w.board = w.draw(w.board[:0], form)
	_, _ = w.out.Write(w.board) // the last write reports the error of any
	if title := oneLine(row.Name); title != "" {
		_, _ = fmt.Fprintf(w.out, "Title: %s\n", title)
	}
	if row.Plan != nil {
		_, err = fmt.Fprintf(w.out, "%s\n\n", strings.TrimSpace("Solution: "+*row.Plan))
	} else {
		_, err = fmt.Fprintf(w.out, "; %s\n\n", outcomeOf(row))
	}
	return err
}

func (w *xsbWriter) Flush() error { return w.out.Flush() }
func (w *xsbWriter) Close() error { return w.out.Flush() }

// draw appends the rows of form, each on a line. A board with rows that a
// reader could take for text is put on one line instead.
func (w *xsbWriter) draw(dst []byte, form string) []byte {
	begin := len(dst)
	rest, more := form, true
	for first := true; more; first = false {
		var row string
		row, rest, more = strings.Cut(rest, grid.RowSeparator)
		start := len(dst)
		for i := range len(row) {
			ch := row[i]
			if ch == grid.Floor || ch == '_' {
				ch = ' '
			}
			dst = append(dst, ch)
		}
		dst = dst[:start+len(trimEnd(dst[start:]))]
		if len(dst) == start {
			dst = append(dst, grid.Floor)
		}
		kind := w.rows.read(dst[start:])
		if kind != solidRow && (first || !more || kind != floorRow) {
			return append(append(dst[:begin], form...), '\n')
		}
		dst = append(dst, '\n')
	}
	return dst
}

// outcomeOf says why a row has no plan.
func outcomeOf(row *solver.Row) string {
	switch {
	case row.Error != nil:
		return oneLine(fmt.Sprintf("%s: %s", row.Status, row.Error.Reason))
	case row.Status == solver.Limited:
		return fmt.Sprintf("%s: out of %s; at least %d pushes", row.Status, row.Limit, row.Bound)
	}
	return string(row.Status)
}

// oneLine returns text without what would end a line.
func oneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text))
}
