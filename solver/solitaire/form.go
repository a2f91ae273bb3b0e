package solitaire

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

const (
	maxSide   = 8 // rows and columns of the largest board: one bit a cell
	maxPieces = 8
)

// puzzle is a valid puzzle.
type puzzle struct {
	rows, cols int
	board      uint64 // all cells of the board
	start, end uint64 // the pieces
}

// parse reads a one-line form: the size, the start, >, the end, parted by
// single spaces. The error is a *solver.FormError; without one nothing is
// allocated.
func parse(form string) (puzzle, error) {
	if p, ok := plainForm(form); ok {
		return p, nil
	}
	size, places, _ := strings.Cut(form, " ")
	rows, cols, err := parseSize(size)
	if err != nil {
		return puzzle{}, err
	}
	if len(size) == len(form) {
		return puzzle{}, refuse(0, "no placements; write START > END after the size, such as r1c1 r2c2 > r1c2 r2c3")
	}
	first, second, ok := strings.Cut(places, " > ")
	if !ok {
		return puzzle{}, refuse(0, "there is no \" > \" between the two placements; write START > END")
	}
	column := len(size) + 2
	p := puzzle{rows: rows, cols: cols, board: boardCells(rows, cols)}
	if p.start, err = parsePlacement(first, rows, cols, column); err != nil {
		return puzzle{}, err
	}
	column += len(first) + len(" > ")
	if p.end, err = parsePlacement(second, rows, cols, column); err != nil {
		return puzzle{}, err
	}
	if n, m := bits.OnesCount64(p.start), bits.OnesCount64(p.end); n != m {
		return puzzle{}, refuse(column, "the end has %d pieces and the start has %d; make them as many", m, n)
	}
	return p, nil
}

// plainForm reads a form that is valid, as nearly all are, and returns false for
// all that takes a closer look.
func plainForm(form string) (p puzzle, ok bool) {
	const head, word = len("8x8"), len(" r4c5")
	n := (len(form) - head - len(" >")) / (2 * word) // pieces
	if n < 1 || n > maxPieces || len(form) != head+2*word*n+len(" >") ||
		form[1] != 'x' || !isSide(form[0]) || !isSide(form[2]) {
		return p, false
	}
	p.rows, p.cols = int(form[0]-'0'), int(form[2]-'0')
	p.board = boardCells(p.rows, p.cols)
	middle := head + word*n
	if form[middle:middle+2] != " >" {
		return p, false
	}
	first, okFirst := plainPlacement(form[head:middle], p.board)
	second, okSecond := plainPlacement(form[middle+2:], p.board)
	p.start, p.end = first, second
	return p, okFirst && okSecond
}

// plainPlacement reads cells with a space before each.
func plainPlacement(text string, board uint64) (pieces uint64, ok bool) {
	for len(text) >= 5 {
		row, col := text[2]-'1', text[4]-'1'
		one := uint64(1) << (row*stride + col)
		if text[0] != ' ' || text[1] != 'r' || text[3] != 'c' || row >= maxSide || col >= maxSide || one&board&^pieces == 0 {
			return 0, false
		}
		pieces |= one
		text = text[5:]
	}
	return pieces, true
}

// parseSize reads a board size such as 8x8.
func parseSize(text string) (rows, cols int, err error) {
	if len(text) == len("8x8") && text[1] == 'x' && isSide(text[0]) && isSide(text[2]) {
		return int(text[0] - '0'), int(text[2] - '0'), nil
	}
	first, second, ok := strings.Cut(text, "x")
	r, errRows := strconv.ParseUint(first, 10, 31)
	c, errCols := strconv.ParseUint(second, 10, 31)
	if !ok || errRows != nil || errCols != nil || strings.HasPrefix(first, "0") || strings.HasPrefix(second, "0") {
		return 0, 0, refuse(1, "%q is not a board size such as 8x8, rows before columns", text)
	}
	rows, cols = int(r), int(c)
	if rows > maxSide || cols > maxSide {
		return 0, 0, refuse(1, "a board of %s is too large; the largest is %dx%d", text, maxSide, maxSide)
	}
	return rows, cols, nil
}

// isSide reports whether digit is the number of a row or a column.
func isSide(digit byte) bool { return '1' <= digit && digit <= '0'+maxSide }

// parsePlacement reads cells parted by single spaces, in any order; column is
// where text begins.
func parsePlacement(text string, rows, cols, column int) (uint64, error) {
	var pieces uint64
	for i, more := 0, true; more; i++ {
		var word string
		word, text, more = strings.Cut(text, " ")
		c, ok := shortCell(word)
		var err error
		if !ok {
			c, err = grid.ParseCell(word)
		}
		switch {
		case word == "":
			return 0, refuse(column, "a piece is missing; put one space between parts and none at the end")
		case err != nil:
			return 0, refuse(column, "%v", err)
		case !c.In(rows, cols):
			return 0, refuse(column, "%s is off the board of %dx%d; rows and columns count from 1", c, rows, cols)
		case pieces&bit(c) != 0:
			return 0, refuse(column, "two pieces stand on %s; move one of them", c)
		case i == maxPieces:
			return 0, refuse(column, "more than %d pieces; use fewer", maxPieces)
		}
		pieces |= bit(c)
		column += len(word) + 1
	}
	return pieces, nil
}

// shortCell reads a cell such as r4c5 that the largest board has.
func shortCell(text string) (c grid.Cell, ok bool) {
	if len(text) != len("r4c5") || text[0] != 'r' || text[2] != 'c' || !isSide(text[1]) || !isSide(text[3]) {
		return grid.Cell{}, false
	}
	return grid.Cell{Row: int(text[1] - '1'), Col: int(text[3] - '1')}, true
}

func refuse(column int, format string, args ...any) error {
	return &solver.FormError{Column: column, Reason: fmt.Sprintf(format, args...)}
}
