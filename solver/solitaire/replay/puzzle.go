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

// placement tells of each cell of the board whether a piece stands there.
type placement [largest + 1][largest + 1]bool

func (p *placement) at(c cell) *bool { return &p[c.row][c.col] }

// puzzle is what the one-line form says, and where the pieces are now.
type puzzle struct {
	rows, cols  int
	pieces, end placement
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
	pieces, err := p.place(&p.pieces, start)
	if err != nil {
		return nil, err
	}
	wanted, err := p.place(&p.end, end)
	if err != nil {
		return nil, err
	}
	if pieces != wanted {
		return nil, errors.New("the placements do not have the same number of pieces")
	}
	return p, nil
}

// place puts a piece on each of the different cells that text names, and
// returns how many there are.
func (p *puzzle) place(to *placement, text string) (pieces int, err error) {
	for word := range strings.SplitSeq(text, " ") {
		c, ok := readCell(word)
		if !ok || !p.has(c) || *to.at(c) || pieces == largest {
			return 0, fmt.Errorf("%q is not the cell of one more piece", word)
		}
		*to.at(c) = true
		pieces++
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
