package replay

import (
	"errors"
	"fmt"
	"strings"
)

// largest is the most rows, columns and pieces a puzzle has.
const largest = 8

// cell is a place on the board, from 1.
type cell struct{ row, col int }

func (c cell) String() string { return fmt.Sprintf("r%dc%d", c.row, c.col) }

// puzzle is what the one-line form says, and where the pieces are now.
type puzzle struct {
	rows, cols  int
	pieces, end map[cell]bool
}

func (p *puzzle) has(c cell) bool { return c.row <= p.rows && c.col <= p.cols }

// read takes a form apart and checks it against the rules of the kind.
func read(form string) (*puzzle, error) {
	size, places, _ := strings.Cut(form, " ")
	if len(size) != len("8x8") || size[1] != 'x' {
		return nil, fmt.Errorf("%q is not a board size from 1x1 to %dx%d", size, largest, largest)
	}
	p := new(puzzle)
	var okRows, okCols bool
	p.rows, okRows = readDigit(size[0])
	p.cols, okCols = readDigit(size[2])
	if !okRows || !okCols {
		return nil, fmt.Errorf("%q is not a board size from 1x1 to %dx%d", size, largest, largest)
	}
	start, end, ok := strings.Cut(places, " > ")
	if !ok {
		return nil, errors.New("there is no \" > \" between two placements")
	}
	var err error
	if p.pieces, err = p.placement(start); err != nil {
		return nil, err
	}
	if p.end, err = p.placement(end); err != nil {
		return nil, err
	}
	if len(p.pieces) != len(p.end) {
		return nil, errors.New("the placements do not have the same number of pieces")
	}
	return p, nil
}

// placement reads different cells of the board.
func (p *puzzle) placement(text string) (map[cell]bool, error) {
	pieces := make(map[cell]bool, largest)
	for word := range strings.SplitSeq(text, " ") {
		c, ok := readCell(word)
		if !ok || !p.has(c) || pieces[c] || len(pieces) == largest {
			return nil, fmt.Errorf("%q is not the cell of one more piece", word)
		}
		pieces[c] = true
	}
	return pieces, nil
}

// readCell reads a cell such as r4c5; no board is larger than one digit tells.
func readCell(text string) (cell, bool) {
	if len(text) != len("r4c5") || text[0] != 'r' || text[2] != 'c' {
		return cell{}, false
	}
	row, okRow := readDigit(text[1])
	col, okCol := readDigit(text[3])
	return cell{row, col}, okRow && okCol
}

// readDigit reads a number from 1 to the largest.
func readDigit(digit byte) (int, bool) {
	return int(digit) - '0', digit >= '1' && digit <= '0'+largest
}
