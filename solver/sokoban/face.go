package sokoban

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/gridmill/gridmill/solver/grid"
)

// face is a small board as it lies or across its main diagonal, cut down to the
// cells that the player can enter and one ring of walls.
type face struct {
	rows, cols int
	lines      [mostSmall]line
}

// line is a row of cells, each a number in the order of the characters, as three
// bits: 0 is a wall, and floor is the high bit alone.
type line struct{ high, middle, low uint64 }

// put draws ch where there is floor.
func (l *line) put(col uint8, ch byte) {
	bit := uint64(1) << (mostSmall - 1 - col)
	switch ch { // #, $, *, +, -, ., @ are 0 to 6
	case '$':
		l.high ^= bit
		l.low |= bit
	case '*':
		l.high ^= bit
		l.middle |= bit
	case '+':
		l.high ^= bit
		l.middle |= bit
		l.low |= bit
	case '.':
		l.low |= bit
	case '@':
		l.middle |= bit
	}
}

// less reports whether the characters of l come before those of m: the first
// that differ decide, and of their bits the first that differ.
func (l line) less(m line) bool {
	high, middle, low := l.high^m.high, l.middle^m.middle, l.low^m.low
	first := uint64(1) << (mostSmall - 1) >> bits.LeadingZeros64(high|middle|low)
	switch {
	case high&first != 0:
		return l.high&first == 0
	case middle&first != 0:
		return l.middle&first == 0
	default:
		return low&first != 0 && l.low&first == 0
	}
}

// resize makes f a board of walls.
func (f *face) resize(rows, cols int) {
	f.rows, f.cols = rows, cols
	clear(f.lines[:(rows+7)/8*8]) // whole blocks, for transpose
}

// transpose makes f the board g across its main diagonal, floor and walls
// only, by blocks of 8×8 cells that fit a word. Shifts are masked to less than
// a word, as they are anyway, which saves the processor a check.
func (f *face) transpose(g *face) {
	f.resize(g.cols, g.rows)
	for row := 0; row < g.rows; row += 8 {
		from := g.lines[row:][:8]
		for col := 0; col < g.cols; col += 8 {
			var block uint64
			for i := range from {
				block = block<<8 | from[i].high<<(col&63)>>56
			}
			block = diagonal(block)
			to := f.lines[col:][:8]
			for i := range to {
				to[i].high |= block >> 56 << 56 >> (row & 63)
				block <<= 8
			}
		}
	}
}

// diagonal mirrors a block of 8×8 bits, eight bits a row from the highest, by
// exchanging its halves, their halves and their halves again (Warren, Hacker's
// Delight, 7-3).
func diagonal(x uint64) uint64 {
	t := (x ^ x>>7) & 0x00AA00AA00AA00AA
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000CCCC0000CCCC
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000F0F0F0F0
	return x ^ t ^ t<<28
}

// line returns row i of f, counted from the last if back, and read from its end
// if mirror.
func (f *face) line(i int, back, mirror bool) line {
	if back {
		i = f.rows - 1 - i
	}
	l := f.lines[i]
	if mirror {
		l.high = f.mirror(l.high)
		if l.middle|l.low != 0 {
			l.middle, l.low = f.mirror(l.middle), f.mirror(l.low)
		}
	}
	return l
}

// mirror returns a row of f read from its end.
func (f *face) mirror(row uint64) uint64 { return bits.Reverse64(row) << (mostSmall - f.cols) }

// append writes f to dst in one-line form, its walls and floor.
func (f *face) append(dst []byte, back, mirror bool) []byte {
	n := f.rows*(f.cols+1) - 1
	dst = slices.Grow(dst, n+8) // whole words are written
	out := dst[len(dst) : len(dst)+n+8]
	i, step := 0, 1
	if back {
		i, step = f.rows-1, -1
	}
	for range f.rows {
		floor := f.lines[i].high
		i += step
		if mirror {
			floor = f.mirror(floor)
		}
		for col := 0; col < f.cols; col += 8 {
			eight := floor >> 56 * gather >> 7 & each
			floor <<= 8
			binary.LittleEndian.PutUint64(out[col:], each*grid.Wall+eight*(grid.Floor-grid.Wall))
		}
		out[f.cols] = grid.RowSeparator[0]
		out = out[f.cols+1:]
	}
	return dst[:len(dst)+n]
}
