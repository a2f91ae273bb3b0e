package format

import (
	"strconv"

	"github.com/gridmill/gridmill/solver"
)

// Kinds that a judge's format holds.
const (
	kindSokoban   = "sokoban"
	kindMAPF      = "mapf"
	kindSolitaire = "solitaire"
)

// maxSide is the most rows and columns that the board formats take.
const maxSide = 1000

// header is the line of integers before the rows of a board.
type header struct {
	line    int
	numbers [3]number
}

// readHeader reads a line of exactly n integers, n at most 3.
func readHeader(ln line, n int) (header, bool) {
	h := header{line: ln.n}
	if first := trimStart(ln.text); ln.long || len(first) == 0 || !beginsInteger(first[0]) {
		return h, false
	}
	found := 0
	for column, field := range fields(ln.text) {
		value, ok := newNumber(field, column)
		if !ok || found == n {
			return h, false
		}
		h.numbers[found] = value
		found++
	}
	return h, found == n
}

// terminates reports whether h is the line of zeros that ends a file.
func (h header) terminates() bool {
	for _, n := range h.numbers {
		if n.value != 0 {
			return false
		}
	}
	return true
}

// side checks the i-th number of h, which counts what: rows or columns.
func (h header) side(i int, what string) *solver.ParseError {
	if n := h.numbers[i]; n.value < 1 || n.value > maxSide {
		return fault(h.line, n.column, "a board of %v %s; a side takes 1 to %d", n, what, maxSide)
	}
	return nil
}

// board reads one board after another. A fault ends the board it is in.
type board interface {
	// begin takes the header and returns how many rows follow.
	begin(h header) (rows int, err *solver.ParseError)
	// row takes row i, from 0.
	row(i int, ln line) *solver.ParseError
	// end returns the one-line form of the rows that were taken.
	end() (form string, err *solver.ParseError)
}

// boards reads the frame that the board formats share: a header of integers
// and so many rows, again and again. Zeros end a file; what follows belongs to
// the next of several files put together. A header can never pass for a row,
// so reading always finds its way back at the next header.
type boards struct {
	in        *lines
	board     board
	kind      string
	title     string // what the judge calls a board
	header    string // the header in words
	integers  int    // how many integers a header holds
	blankRows bool   // a blank line within a board is a row; else it is skipped
	lost      bool   // a fault ended a board, and the next header is to be found
	count     int
}

// next returns the next board; see parser.
func (b *boards) next() (solver.Puzzle, error) {
	for {
		ln, ok := b.in.nextText()
		if !ok {
			return solver.Puzzle{}, b.in.err
		}
		h, ok := readHeader(ln, b.integers)
		if ok && h.terminates() || !ok && b.lost {
			b.lost = b.lost && !ok
			continue
		}
		b.count++
		p := solver.Puzzle{Name: numbered(b.title, b.count), Line: ln.n, Kind: b.kind}
		if ok {
			var err error
			if p.Form, p.Error, err = b.read(h); err != nil {
				return solver.Puzzle{}, err
			}
		} else {
			p.Error = b.stray(ln)
		}
		b.lost = p.Error != nil
		return p, nil
	}
}

// read reads the board below h.
func (b *boards) read(h header) (string, *solver.ParseError, error) {
	rows, bad := b.board.begin(h)
	for i := 0; i < rows && bad == nil; {
		ln, ok := b.in.next()
		if !ok && !b.in.ended {
			return "", nil, b.in.err
		}
		if !ok {
			return "", fault(b.in.n, 0, "the file ends after %d of %d rows", i, rows), nil
		}
		if ln.blank() && !b.blankRows {
			continue
		}
		if ln.long {
			return "", fault(ln.n, 0, tooLong), nil
		}
		if _, ok := readHeader(ln, b.integers); ok {
			b.in.unread(ln)
			return "", fault(ln.n, 1, "a header where row %d of %d should be; add the missing rows or correct the header in line %d", i+1, rows, h.line), nil
		}
		bad = b.board.row(i, ln)
		i++
	}
	if bad != nil {
		return "", bad, nil
	}
	form, bad := b.board.end()
	return form, bad, nil
}

// stray says what is wrong with a line that stands where a header should.
func (b *boards) stray(ln line) *solver.ParseError {
	if ln.long {
		return fault(ln.n, 0, tooLong)
	}
	return fault(ln.n, 1, "expected a header, %s; a row beyond those the last header announced, or text that is no puzzle, is skipped up to the next header", b.header)
}

// numbered is how a judge names its puzzles, such as "Maze #7".
func numbered(title string, n int) string {
	var room [32]byte
	return string(strconv.AppendInt(append(append(room[:0], title...), " #"...), int64(n), 10))
}

// translate replaces each letter of row by what table has for it. It reports
// whether the table has nothing, 0, for some of them.
func translate(row []byte, table *[256]byte) (odd bool) {
	high := byte(0)
	for i, letter := range row {
		cell := table[letter]
		row[i] = cell
		high |= cell - 1
	}
	return high >= 1<<7
}
