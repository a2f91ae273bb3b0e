package sokoban

import (
	"math/bits"
	"strings"

	"github.com/gridmill/gridmill/solver/grid"
)

// field is a board as auto searches it: a bit for each cell, set where there is
// no wall, the first cell of a word being its lowest bit. A row takes a power of
// two bits, 64 at least, so that a cell's number is its row and its column side
// by side. The rim is walls all round, and a row of walls more lies above and
// below, so that two steps from a cell within are a cell too. The first row of
// the board is row 1.
type field struct {
	rows, cols int
	shift      uint8 // a cell is row<<shift | column
	free       []uint64
	step       [4]int32 // to the neighbours, in the order of grid.Steps
	player     int32
	box        int32
	target     int32
}

// pack times eight bytes of 0 or 1 has them as the bits of its highest byte, the
// first byte as the lowest bit.
const pack = 0x0102040810204080

// size makes f a board of rows × cols, of which no cell is read yet.
func (f *field) size(rows, cols int) {
	f.rows, f.cols = rows, cols
	f.shift = uint8(max(6, bits.Len(uint(cols-1))))
	f.free = resize(f.free, f.cells()/64)
	clear(f.free)
	row := int32(1) << f.shift
	f.step = [4]int32{-row, -1, 1, row}
	f.player, f.box, f.target = none, none, none
}

// cells is how many cells f has, the rows above and below included.
func (f *field) cells() int { return (f.rows + 2) << f.shift }

// read takes form in, eight characters at a time. It returns false for whatever
// is out of the ordinary, which board reads or refuses: rows of different
// lengths, a rim with a gap, characters or numbers of things that are wrong.
func (f *field) read(form string) bool {
	cols := strings.IndexByte(form, grid.RowSeparator[0])
	stride := cols + 1
	if cols < 3 || cols > maxSide || len(form) < 3*stride-1 || len(form) >= maxSide*stride {
		return false
	}
	rows := (len(form) + 1) / stride
	if rows*stride != len(form)+1 {
		return false
	}
	f.size(rows, cols)
	var gap uint64 // in the rim
	first, last := uint64(1), uint64(1)<<((cols-1)&63)
	words := 1 << (f.shift - 6)
	for row := range rows {
		at := row * stride
		if row > 0 && form[at-1] != grid.RowSeparator[0] {
			return false
		}
		text, left := form[at:], cols
		cells := f.free[(row+1)*words:][:words]
		word := 0
		for ; left > 64; left -= 64 {
			if !f.readWord(&cells[word], text, 64, (row+1)<<f.shift|word<<6) {
				return false
			}
			text = text[64:]
			word++
		}
		if !f.readWord(&cells[word], text, left, (row+1)<<f.shift|word<<6) {
			return false
		}
		gap |= cells[0]&first | cells[word]&last
	}
	for word := range words {
		gap |= f.free[words+word] | f.free[rows*words+word]
	}
	return gap == 0 && f.player != none && f.box != none && f.target != none
}

// readWord reads the first n cells of text, at most 64, which begin with cell c,
// into a word.
func (f *field) readWord(cells *uint64, text string, n, c int) bool {
	var open, strange uint64
	col := 0
	for ; col <= n-8; col += 8 {
		floor, odd := tell(eight(text[col:]))
		open |= floor * pack >> 56 << (col & 63)
		if odd != 0 {
			strange |= nonzero(odd) << (col & 63)
		}
	}
	if left := n - col; left > 0 {
		floor, odd := tell(eight(text[col:]))
		inside := uint64(1)<<(8*left) - 1
		open |= (floor & inside) * pack >> 56 << (col & 63)
		if odd &= inside; odd != 0 {
			strange |= nonzero(odd) << (col & 63)
		}
	}
	*cells = open | strange
	for ; strange != 0; strange &= strange - 1 {
		i := bits.TrailingZeros64(strange)
		if !f.put(text[i], int32(c+i)) {
			return false
		}
	}
	return true
}

// tell tells floor from walls in eight characters: floor has a 1 for each that is
// no wall, and odd is not zero where it is neither.
func tell(word uint64) (floor, odd uint64) {
	floor = ^word >> 1 & each // the bit that a wall has and a dash has not
	return floor, word ^ each*grid.Wall ^ floor*(grid.Wall^grid.Floor)
}

// nonzero returns which of the eight bytes of a word are not zero, the lowest
// byte as the lowest bit.
func nonzero(word uint64) uint64 {
	const low = each * 0x7f
	return (word&low + low | word) >> 7 & each * pack >> 56
}

// put notes what stands on cell c, which is neither wall nor dash.
func (f *field) put(ch byte, c int32) bool {
	claim := func(place *int32) bool {
		if *place != none {
			return false
		}
		*place = c
		return true
	}
	switch ch {
	case ' ', '_':
		return true
	case '@':
		return claim(&f.player)
	case '$':
		return claim(&f.box)
	case '.':
		return claim(&f.target)
	case '+':
		return claim(&f.player) && claim(&f.target)
	case '*':
		return claim(&f.box) && claim(&f.target)
	default:
		return false
	}
}

// take makes f the board b.
func (f *field) take(b *board) {
	f.size(b.rows, b.cols)
	for row := range b.rows {
		for col, ch := range b.cells[row*b.cols:][:b.cols] {
			if ch != grid.Wall {
				c := (row+1)<<f.shift | col
				f.free[c>>6] |= 1 << (c & 63)
			}
		}
	}
	number := func(c int32) int32 { return (c/int32(b.cols)+1)<<f.shift | c%int32(b.cols) }
	f.player, f.box, f.target = number(b.player), number(b.box), number(b.target)
}

// open reports whether c is no wall.
func (f *field) open(c int32) bool { return f.free[uint32(c)>>6]>>(c&63)&1 != 0 }

// bit returns 1 when c is no wall.
func (f *field) bit(c int32) uint32 { return uint32(f.free[uint32(c)>>6]>>(c&63)) & 1 }

// ring returns which of the 3×3 cells around c, no cell of the rim, are no
// walls: bit 0 is the first cell of the row above, bit 8 the last of the row
// below.
func (f *field) ring(c int32) uint32 {
	above, below := c+f.step[0], c+f.step[3]
	if in := (c - 1) & 63; in < 62 { // the three of a row are in one word
		return uint32(f.free[uint32(above)>>6]>>in)&7 |
			uint32(f.free[uint32(c)>>6]>>in)&7<<3 |
			uint32(f.free[uint32(below)>>6]>>in)&7<<6
	}
	return f.bit(above-1) | f.bit(above)<<1 | f.bit(above+1)<<2 |
		f.bit(c-1)<<3 | f.bit(c)<<4 | f.bit(c+1)<<5 |
		f.bit(below-1)<<6 | f.bit(below)<<7 | f.bit(below+1)<<8
}

// sides returns in which directions the neighbour of c is no wall, as bits in
// the order of grid.Steps.
func (f *field) sides(c int32) uint32 {
	return f.bit(c+f.step[0]) | f.bit(c-1)<<1 | f.bit(c+1)<<2 | f.bit(c+f.step[3])<<3
}

// pulls returns in which directions the player could pull a box on c: the next
// two cells are no walls.
func (f *field) pulls(c int32) uint32 {
	up, down := f.step[0], f.step[3]
	return f.bit(c+up)&f.bit(c+2*up) | f.bit(c-1)&f.bit(c-2)<<1 |
		f.bit(c+1)&f.bit(c+2)<<2 | f.bit(c+down)&f.bit(c+2*down)<<3
}

// toward returns the directions in which a step from c comes nearer to goal, as
// bits in the order of grid.Steps.
func (f *field) toward(c, goal int32) uint32 {
	rows := c>>(f.shift&31) - goal>>(f.shift&31)
	mask := int32(1)<<(f.shift&31) - 1
	cols := c&mask - goal&mask
	return uint32(-rows)>>31 | uint32(-cols)>>31<<1 | uint32(cols)>>31<<2 | uint32(rows)>>31<<3
}

// apart returns how many steps lie between a and b if there were no walls.
func (f *field) apart(a, b int32) int32 {
	rows, cols := f.lengths(a, b)
	return rows + cols
}

// lengths returns how many rows and how many columns lie between a and b.
func (f *field) lengths(a, b int32) (rows, cols int32) {
	mask := int32(1)<<(f.shift&31) - 1
	rows, cols = a>>(f.shift&31)-b>>(f.shift&31), a&mask-b&mask
	return max(rows, -rows), max(cols, -cols)
}
