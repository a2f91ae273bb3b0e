package sokoban

import (
	"math"

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
	rows, cols int
	cells      []byte   // as a form draws them, floor as a dash
	step       [4]int32 // to the neighbours, in the order of grid.Steps
	player     int32
	boxes      []int32 // those the player can reach
	targets    []int32 // those he can reach
	box        int32   // the one box that he can reach; none where there are more or less
	target     int32   // its target, or none
	cut        bool    // the player can never reach a box off its target, or never reach a bare target

	starts []int   // where in the form each row begins, and where one more would
	ground []byte  // the cells as read; see its marks
	things []int32 // cells of boxes and targets, in the order of the form
	todo   []int32
}

// Marks in ground beside the character of a cell, on bits that none has.
const (
	unmet = 1 << 7 // the player could enter, and the flood has not come here
	brink = 1 << 4 // he who comes here has left the board: the rim, or alone a cell that a short row lacks
)

// read makes b the board of form, or says why there is none.
func (b *board) read(form string) *solver.FormError {
	if err := b.lay(form); err != nil {
		return err
	}
	return b.enclose()
}

// lay is the first half of read: it finds what stands where.
func (b *board) lay(form string) *solver.FormError {
	if err := b.measure(form); err != nil {
		return err
	}
	return b.place(form)
}

// wall reports whether the player can never enter c.
func (b *board) wall(c int32) bool { return b.cells[c] == grid.Wall }

// apart returns how many steps lie between a and c if there were no walls.
func (b *board) apart(a, c int32) int {
	rows, cols := int(a)/b.cols-int(c)/b.cols, int(a)%b.cols-int(c)%b.cols
	return max(rows, -rows) + max(cols, -cols)
}

// enclose makes a wall of every cell that the player cannot enter even if the
// boxes were not there, and checks that those he can enter are closed in.
func (b *board) enclose() *solver.FormError {
	fill(b.cells, grid.Wall)
	if b.ground[b.player]&brink != 0 {
		return b.leak(b.player)
	}
	found, met := b.flood()
	if met&brink != 0 {
		return b.leak(b.firstLeak(found))
	}
	b.boxes, b.targets, b.cut = b.boxes[:0], b.targets[:0], false
	for _, c := range b.things {
		box, target := isBox(b.ground[c]), isTarget(b.ground[c])
		if b.wall(c) {
			b.cut = b.cut || !box || !target
			continue
		}
		if box {
			b.boxes = append(b.boxes, c)
		}
		if target {
			b.targets = append(b.targets, c)
		}
	}
	b.box, b.target = none, none
	if len(b.boxes) == 1 && !b.cut {
		b.box, b.target = b.boxes[0], b.targets[0]
	}
	return nil
}

// flood copies to cells what the player can enter. It returns how many cells
// of todo that are, and the marks of all cells met, the ones beside them
// included.
func (b *board) flood() (found int, met byte) {
	b.ground[b.player] &^= unmet
	b.todo[0] = b.player
	found = 1
	for head := 0; head < found; head++ {
		c := b.todo[head]
		b.cells[c] = b.ground[c]
		for _, step := range b.step {
			n := c + step
			mark := b.ground[n]
			met |= mark
			if mark&unmet != 0 {
				b.ground[n] = mark &^ unmet
				b.todo[found] = n
				found++
			}
		}
	}
	return found, met
}

// firstLeak returns the first cell from which the player leaves the board,
// after a flood that found such cells: one at the rim, or one beside the gap
// that a short row leaves.
func (b *board) firstLeak(found int) int32 {
	first := int32(math.MaxInt32)
	for _, c := range b.todo[:found] {
		for _, step := range b.step {
			switch mark := b.ground[c+step]; {
			case mark == brink:
				first = min(first, c)
			case mark&brink != 0:
				first = min(first, c+step)
			}
		}
	}
	return first
}

// leak returns the error of a board that the player can leave at c.
func (b *board) leak(c int32) *solver.FormError {
	cell := grid.Cell{Row: int(c) / b.cols, Col: int(c) % b.cols}
	return refuse(b.offset(c), "the player can leave the board at %s; close the wall", cell)
}

// solved reports whether every box that the player can reach is on a target.
func (b *board) solved() bool {
	for _, c := range b.boxes {
		if !isTarget(b.cells[c]) {
			return false
		}
	}
	return true
}

// crop cuts b down to the cells that the player can enter and one ring of
// walls. It is then no longer ready for a search.
func (b *board) crop() {
	top, bottom, left, right := 1, b.rows-2, 1, b.cols-2
	for b.walled(top*b.cols, 1, b.cols) {
		top++
	}
	for b.walled(bottom*b.cols, 1, b.cols) {
		bottom--
	}
	for b.walled(left, b.cols, b.rows) {
		left++
	}
	for b.walled(right, b.cols, b.rows) {
		right--
	}
	rows, cols := bottom-top+3, right-left+3
	for row := range rows {
		from := (top-1+row)*b.cols + left - 1
		copy(b.cells[row*cols:][:cols], b.cells[from:])
	}
	b.rows, b.cols, b.cells = rows, cols, b.cells[:rows*cols]
}

// walled reports whether n cells, each a step from the last, are walls.
func (b *board) walled(at, step, n int) bool {
	for range n {
		if b.cells[at] != grid.Wall {
			return false
		}
		at += step
	}
	return true
}

// fill sets every element of s, which is not empty.
func fill(s []byte, to byte) {
	s[0] = to
	for n := 1; n < len(s); n *= 2 {
		copy(s[n:], s[:n])
	}
}

// resize returns a slice of n elements, old's memory where that is enough. What
// the elements hold is left open.
func resize[T any](old []T, n int) []T {
	if cap(old) >= n {
		return old[:n]
	}
	return make([]T, n)
}
