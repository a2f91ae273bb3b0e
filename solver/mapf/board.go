package mapf

import (
	"strings"

	"github.com/gridmill/gridmill/solver/grid"
)

// board is the map of a puzzle, a bit a cell. The places of cells, which are
// the numbers of their bits, follow one another as the characters of the form
// do. So there is a place between two rows, the separator's, where no cell is,
// and there are words without cells before the first row and after the last: a
// neighbour is one addition away and needs no bounds.
type board struct {
	rows, cols int
	margin     int    // words without cells on either side
	far        int    // a step up or down is this many words
	near       uint   // and this many bits
	step       [4]int // in places, in the order of grid.Steps

	free    []uint64
	reached []uint64 // the free cells that flood has found
	dirty   []bool   // by word: it is in todo
	todo    []int32  // the words into which reached may spread
}

// read makes b the map that is drawn, with nothing reached yet. The error is a
// *solver.FormError.
func (b *board) read(drawn string) error {
	separators := strings.Count(drawn, grid.RowSeparator)
	b.rows, b.cols = separators+1, len(drawn)
	if separators > 0 {
		b.cols = strings.IndexByte(drawn, grid.RowSeparator[0])
	}
	known := strings.Count(drawn, "#") + strings.Count(drawn, "-") + separators
	if b.cols == 0 || known != len(drawn) || b.rows*b.stride() != len(drawn)+1 {
		return fault(drawn)
	}
	for i := b.cols; i < len(drawn); i += b.stride() {
		if drawn[i] != grid.RowSeparator[0] {
			return fault(drawn)
		}
	}
	b.step = [4]int{-b.stride(), -1, 1, b.stride()}
	b.far, b.near = b.stride()/64, uint(b.stride()%64)
	b.margin = b.far + 1
	words := b.margin + (len(drawn)+63)/64 + b.margin
	b.free, b.reached = resize(b.free, words), resize(b.reached, words)
	b.dirty, b.todo = resize(b.dirty, words), resize(b.todo, words)[:0]
	clear(b.free)
	clear(b.reached)
	clear(b.dirty)
	for i := 0; i < len(drawn); i += 64 {
		b.free[b.margin+i/64] = floors(drawn[i:min(i+64, len(drawn))])
	}
	return nil
}

// floors returns a bit for each of up to 64 characters of a drawing, which is
// set for a free cell. It takes eight characters at once: both the bits 0 and
// 3 of a character are set only in a dash, and the product gathers the lowest
// bits of all bytes in the highest byte.
func floors(drawn string) (set uint64) {
	const lowest, gather = 0x0101010101010101, 0x0102040810204080
	i := 0
	for ; i+8 <= len(drawn); i += 8 {
		d := drawn[i : i+8]
		x := uint64(d[0]) | uint64(d[1])<<8 | uint64(d[2])<<16 | uint64(d[3])<<24 |
			uint64(d[4])<<32 | uint64(d[5])<<40 | uint64(d[6])<<48 | uint64(d[7])<<56
		set |= (x & (x >> 3) & lowest) * gather >> 56 << i
	}
	for ; i < len(drawn); i++ {
		if drawn[i] == grid.Floor {
			set |= 1 << i
		}
	}
	return set
}

// fault says what the first thing is that is wrong with the drawing of a map.
func fault(drawn string) error {
	if i := strings.IndexFunc(drawn, func(c rune) bool { return !strings.ContainsRune("#-|", c) }); i >= 0 {
		return refuse(i+1, "the map has a character other than # and -; write walls as #, free cells as -, and a | between rows")
	}
	rows := grid.Rows(drawn)
	column := 1
	for i, row := range rows {
		if len(row) == 0 {
			return refuse(column, "row %d of the map is empty; a row has at least one cell", i+1)
		}
		if len(row) != len(rows[0]) {
			return refuse(column, "row %d of the map has %d cells and row 1 has %d; make all rows equally long", i+1, len(row), len(rows[0]))
		}
		column += len(row) + len(grid.RowSeparator)
	}
	return nil
}

// stride is how many places a row takes.
func (b *board) stride() int { return b.cols + 1 }

// place returns the place of c.
func (b *board) place(c grid.Cell) int { return 64*b.margin + c.Row*b.stride() + c.Col }

// cell returns the cell at a place.
func (b *board) cell(place int) grid.Cell {
	place -= 64 * b.margin
	return grid.Cell{Row: place / b.stride(), Col: place % b.stride()}
}

// has returns 1 when place at is in set, and otherwise 0.
func has(set []uint64, at int) int { return int(set[at/64] >> (at % 64) & 1) }

// add puts place at into set.
func add(set []uint64, at int) { set[at/64] |= 1 << (at % 64) }

// remove takes place at out of set.
func remove(set []uint64, at int) { set[at/64] &^= 1 << (at % 64) }

// beside returns for the places of word i which of them have a left, right,
// upper and lower neighbour in set.
func (b *board) beside(set []uint64, i int) (left, right, upper, lower uint64) {
	far, near := b.far, b.near&63
	left = set[i]<<1 | set[i-1]>>63
	right = set[i]>>1 | set[i+1]<<63
	upper = set[i-far]<<near | set[i-far-1]>>1>>(63-near)
	lower = set[i+far]>>near | set[i+far+1]<<1<<(63-near)
	return left, right, upper, lower
}

// reach makes the free place at reached; flood goes on from there.
func (b *board) reach(at int) {
	add(b.reached, at)
	b.touchAround(at / 64)
}

// flood reaches all free cells that are connected to reached ones. A word is
// looked at again only when something new was reached beside it, so that the
// work is in proportion to the cells, and much less on most maps.
func (b *board) flood() {
	for len(b.todo) > 0 {
		i := int(b.todo[len(b.todo)-1])
		b.todo = b.todo[:len(b.todo)-1]
		b.dirty[i] = false
		b.spread(i)
	}
}

// spread reaches cells of word i from its neighbours and from within, some
// steps far.
func (b *board) spread(i int) {
	const steps = 6 // fastest on maps of 16×16
	left, right, upper, lower := b.beside(b.reached, i)
	was, free := b.reached[i], b.free[i]
	now := was | free&(left|right|upper|lower)
	near, within := b.near&63, ^uint64(0)
	if b.far > 0 {
		within = 0 // no step up or down stays in a word
	}
	for range steps {
		now |= free & (now<<1 | now>>1 | within&(now<<near|now>>near))
	}
	if now == was {
		return
	}
	b.reached[i] = now
	b.touchAround(i)
}

// touchAround tells flood that something was reached in word i: it may spread
// from there to the word itself and to those that hold its neighbours.
func (b *board) touchAround(i int) {
	b.touch(i - 1)
	b.touch(i)
	b.touch(i + 1)
	if b.far > 0 {
		b.touch(i - b.far - 1)
		b.touch(i - b.far)
		b.touch(i + b.far)
		b.touch(i + b.far + 1)
	}
}

// touch makes word i dirty if there is anything left to reach in it.
func (b *board) touch(i int) {
	if b.free[i] != b.reached[i] && !b.dirty[i] {
		b.dirty[i] = true
		b.todo = append(b.todo, int32(i))
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
