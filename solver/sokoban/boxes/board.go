package boxes

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

// none is a cell, a node or a state that there is not.
const none = -1

// board is the ground of a puzzle: its floor as bits and as neighbours. Cells
// are numbered row by row over the smallest rectangle that holds the floor, and
// a cell's number is its place in sets of cells too.
//
// A rectangle of up to 64 cells is one word, without gaps between the rows.
// A larger one has a row in one word or several, with one bit to spare at least,
// so that what is shifted out of a row is never floor.
type board struct {
	rows, cols int
	stride     int        // bits from a row to the next
	cells      int        // bits of all rows
	words      int        // of a set of cells
	origin     int        // of the rectangle, in cells of the puzzle
	width      int        // columns of the puzzle
	sides      [64]uint64 // of a one-word board: cell → the floor beside it
	floor      []uint64
	next       []int32  // cell·4 + direction → the neighbour, or none if it is a wall
	inner      uint64   // of a one-word board: all columns but the first
	outer      uint64   // of a one-word board: all columns but the last
	queue      []int32  // for floods cell by cell
	around     []uint16 // cell → which of the 3×3 cells around it are floor: see rings.go
	linked     [512]bool
}

// read takes the ground of p in. It returns false when the meter grants no
// memory.
func (b *board) read(p *Puzzle, m *solver.Meter) bool {
	top, bottom, left, right := p.Rows, 0, p.Cols, 0
	for row := range p.Rows {
		for col, ch := range p.Cells[row*p.Cols:][:p.Cols] {
			if ch != grid.Wall {
				top, bottom = min(top, row), max(bottom, row)
				left, right = min(left, col), max(right, col)
			}
		}
	}
	b.rows, b.cols = bottom-top+1, right-left+1
	b.origin, b.width = top*p.Cols+left, p.Cols
	b.stride = b.cols
	if b.rows*b.cols > 64 {
		b.stride = (b.cols + 64) &^ 63
	}
	b.cells = b.rows * b.stride
	b.words = (b.cells + 63) / 64
	if !m.Spend(len(p.Cells)) || !m.Reserve(int64(b.words)*8+int64(b.cells)*22) {
		return false
	}
	b.floor = resize(b.floor, b.words)
	clear(b.floor)
	b.next = resize(b.next, 4*b.cells)
	b.queue = resize(b.queue, b.cells)
	for row := range b.rows {
		for col, ch := range p.Cells[b.origin+row*p.Cols:][:b.cols] {
			if ch != grid.Wall {
				b.floor[(row*b.stride+col)>>6] |= 1 << ((row*b.stride + col) & 63)
			}
		}
	}
	b.inner, b.outer = 0, 0
	if b.words == 1 {
		for row := range b.rows {
			line := (uint64(1)<<b.cols - 1) << (row * b.stride)
			b.inner |= line &^ (1 << (row * b.stride))
			b.outer |= line &^ (1 << (row*b.stride + b.cols - 1))
		}
	}
	b.join(p)
	return b.encircle(m)
}

// join fills in the neighbours of every floor cell of p.
func (b *board) join(p *Puzzle) {
	b.sides = [64]uint64{}
	for i := range b.next {
		b.next[i] = none
	}
	for row := range b.rows {
		for col := range b.cols {
			at := b.origin + row*p.Cols + col
			if p.Cells[at] == grid.Wall {
				continue
			}
			c := row*b.stride + col
			for d, s := range grid.Steps {
				if p.Cells[at+s.Row*p.Cols+s.Col] != grid.Wall {
					b.next[4*c+d] = int32(c + s.Row*b.stride + s.Col)
					b.sides[c&63] |= 1 << ((c + s.Row*b.stride + s.Col) & 63)
				}
			}
		}
	}
}

// cell returns the number here of a cell of the puzzle.
func (b *board) cell(c int32) int32 {
	from := int(c) - b.origin
	return int32(from/b.width*b.stride + from%b.width)
}

// has reports whether c is in a set of cells.
func has(set []uint64, c int32) bool { return set[uint32(c)>>6]>>(uint32(c)&63)&1 != 0 }

// flip takes c into a set, or out of it.
func flip(set []uint64, c int32) { set[uint32(c)>>6] ^= 1 << (uint32(c) & 63) }

// leastOf returns the first cell of a set that is not empty.
func leastOf(set []uint64) int32 {
	for i, word := range set {
		if word != 0 {
			return int32(i<<6 + bits.TrailingZeros64(word))
		}
	}
	return none
}

// setOf fills set with cells.
func setOf(set []uint64, cells []int32) {
	clear(set)
	for _, c := range cells {
		flip(set, c)
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
