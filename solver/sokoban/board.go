package sokoban

import (
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

// maxSide is the most rows and the most columns a board may have: 1000, and a
// ring of walls around them. A cell then fits twenty bits, and a search of the largest board fits the usual budget.
const maxSide = 1000 + 2

// board is a puzzle made ready for a search: the cells in one slice, row by
// row, where a cell's neighbour is one addition away. Every cell that the
// player can never enter is a wall, and the rest never touches the rim, so that
// a search needs no other bounds than the walls. A board is read again and
// again into the same memory.
type board struct {
	wall   []bool
	step   [4]int32 // to the neighbours, in the order of grid.Steps
	player int32
	box    int32
	target int32
	cut    bool // the player can never reach the box or never reach the target

	rows, cols int
	chars      []byte // of the form, void where a row is too short
	todo       []int32
}

// void stands in chars where a row has no cell.
const void = '|'

// read makes b the board of form, or says why there is none.
func (b *board) read(form string) *solver.FormError {
	if err := b.measure(form); err != nil {
		return err
	}
	if err := b.place(form); err != nil {
		return err
	}
	return b.enclose(form)
}

// measure finds the size of form and lays out chars.
func (b *board) measure(form string) *solver.FormError {
	b.rows, b.cols = 1, 0
	length := 0
	for i := range len(form) {
		if form[i] == grid.RowSeparator[0] {
			b.rows++
			length = 0
		} else {
			length++
			b.cols = max(b.cols, length)
		}
		if b.rows > maxSide || length > maxSide {
			return refuse(i, "the board is larger than %d×%d; cut it down", maxSide, maxSide)
		}
	}
	cells := b.rows * b.cols
	b.chars = resize(b.chars, cells)
	b.wall = resize(b.wall, cells)
	b.todo = resize(b.todo, cells)
	for i := range b.chars {
		b.chars[i] = void
	}
	b.step = [4]int32{int32(-b.cols), -1, 1, int32(b.cols)}
	row, col := 0, 0
	for i := range len(form) {
		if form[i] == grid.RowSeparator[0] {
			row, col = row+1, 0
			continue
		}
		b.chars[row*b.cols+col] = form[i]
		col++
	}
	return nil
}

// place finds player, box and target, and counts that there is one of each.
func (b *board) place(form string) *solver.FormError {
	const none = -1
	b.player, b.box, b.target = none, none, none
	boxes, targets, secondBox := 0, 0, none
	for i, ch := range b.chars {
		switch ch {
		case grid.Wall, grid.Floor, ' ', '_', void, '.', '$', '*', '@', '+':
		default:
			at := b.offset(form, i)
			char, _ := utf8.DecodeRuneInString(form[at:])
			return refuse(at, "%q is no cell; a board is drawn with # - . $ * @ + and |", char)
		}
		if ch == '@' || ch == '+' {
			if b.player != none {
				return refuse(b.offset(form, i), "a second player; leave one")
			}
			b.player = int32(i)
		}
		if ch == '$' || ch == '*' {
			if boxes++; boxes == 2 {
				secondBox = i
			}
			b.box = int32(i)
		}
		if ch == '.' || ch == '*' || ch == '+' {
			targets++
			b.target = int32(i)
		}
	}
	switch {
	case b.player == none:
		return refuse(-1, "there is no player; put an @ on the board, or a + on a target")
	case boxes == 0:
		return refuse(-1, "there is no box; put a $ on the board, or a * on a target")
	case boxes != targets:
		return refuse(-1, "boxes and targets differ in number, %d and %d; make them as many", boxes, targets)
	case boxes > 1:
		return refuse(b.offset(form, secondBox), "a second box; this version answers boards with one box")
	}
	return nil
}

// enclose makes a wall of every cell that the player cannot enter even if the
// box were not there, and checks that those he can enter are closed in.
func (b *board) enclose(form string) *solver.FormError {
	for i := range b.wall {
		b.wall[i] = true
	}
	b.wall[b.player] = false
	b.todo[0] = b.player
	found, leak := 1, math.MaxInt
	for head := 0; head < found; head++ {
		c := int(b.todo[head])
		row, col := c/b.cols, c%b.cols
		if row == 0 || row == b.rows-1 || col == 0 || col == b.cols-1 {
			leak = min(leak, c)
			continue
		}
		for _, step := range b.step {
			n := c + int(step)
			if b.chars[n] == void {
				leak = min(leak, c)
			} else if b.chars[n] != grid.Wall && b.wall[n] {
				b.wall[n] = false
				b.todo[found] = int32(n)
				found++
			}
		}
	}
	if leak != math.MaxInt {
		cell := grid.Cell{Row: leak / b.cols, Col: leak % b.cols}
		return refuse(b.offset(form, leak), "the player can leave the board at %s; close the wall", cell)
	}
	b.cut = b.wall[b.box] || b.wall[b.target]
	return nil
}

// offset returns where in form the cell i of b stands, in bytes from 0.
func (b *board) offset(form string, i int) int {
	at := 0
	for row := i / b.cols; row > 0; at++ {
		if form[at] == grid.RowSeparator[0] {
			row--
		}
	}
	return at + i%b.cols
}

// refuse returns the error of a form that is wrong at byte i, from 0; -1 means
// the form as a whole.
func refuse(i int, reason string, args ...any) *solver.FormError {
	return &solver.FormError{Column: i + 1, Reason: fmt.Sprintf(reason, args...)}
}

// resize returns a slice of n elements, old's memory where that is enough. What
// the elements hold is left open.
func resize[T any](old []T, n int) []T {
	if cap(old) >= n {
		return old[:n]
	}
	return make([]T, n)
}
