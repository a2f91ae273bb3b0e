// Package grid holds what every kind of grid puzzle shares: the rows of a
// one-line form, the four directions, and the written names of cells.
package grid

import (
	"fmt"
	"strconv"
	"strings"
)

// Cells of a one-line form. Floor is a dash so that no blank ever matters.
const (
	Wall  = '#'
	Floor = '-'
)

// RowSeparator parts the rows of a board in a one-line form.
const RowSeparator = "|"

// Join writes rows as one line.
func Join(rows []string) string { return strings.Join(rows, RowSeparator) }

// Rows cuts a board in one-line form into its rows.
func Rows(form string) []string { return strings.Split(form, RowSeparator) }

// Cell is a place on a board, counted from 0; it is written r1c1 from 1.
type Cell struct{ Row, Col int }

// String writes c as r4c5, rows and columns from 1.
func (c Cell) String() string { return string(c.Append(nil)) }

// In reports whether c lies on a board of rows × cols.
func (c Cell) In(rows, cols int) bool {
	return c.Row >= 0 && c.Row < rows && c.Col >= 0 && c.Col < cols
}

// ParseCell reads r4c5, rows and columns from 1, without leading zeros or
// signs. The error says what a cell looks like.
func ParseCell(s string) (Cell, error) {
	rest, begins := strings.CutPrefix(s, "r")
	r, c, ok := strings.Cut(rest, "c")
	if !begins || !ok || strings.HasPrefix(r, "0") || strings.HasPrefix(c, "0") {
		return Cell{}, notCell(s)
	}
	row, errRow := strconv.ParseUint(r, 10, 16)
	col, errCol := strconv.ParseUint(c, 10, 16)
	if errRow != nil || errCol != nil {
		return Cell{}, notCell(s)
	}
	return Cell{int(row) - 1, int(col) - 1}, nil
}

func notCell(s string) error { return fmt.Errorf("%q is not a cell such as r4c5", s) }

// Append writes c to dst as String does.
func (c Cell) Append(dst []byte) []byte {
	dst = strconv.AppendInt(append(dst, 'r'), int64(c.Row+1), 10)
	return strconv.AppendInt(append(dst, 'c'), int64(c.Col+1), 10)
}

// Step is the difference of two neighbouring cells.
type Step struct{ Row, Col int }

// Steps are up, left, right and down, in an order such that d and 3-d are opposite.
var Steps = [4]Step{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}

// Add returns the cell one step from c.
func (c Cell) Add(s Step) Cell { return Cell{c.Row + s.Row, c.Col + s.Col} }
