package mapf

import (
	"encoding/binary"
	"math/bits"

	"github.com/gridmill/gridmill/solver/grid"
)

// crop takes what is reached of b, down to its bounding box.
func (c *canon) crop(b *board) {
	c.bound(b)
	const slack = 8 // eight cells are drawn at once
	c.cells = resize(c.cells, c.rows*c.cols+slack)
	for r := range c.rows {
		at := b.place(grid.Cell{Row: c.top + r, Col: c.left})
		row := c.cells[r*c.cols:]
		var set uint64
		for col := 0; col < c.cols; col += 8 {
			if col%64 == 0 {
				set = window(b.reached, at+col)
			}
			draw(row[col:], uint8(set))
			set >>= 8
		}
	}
	c.cells = c.cells[:c.rows*c.cols]
}

// bound finds the bounding box of what is reached of b.
func (c *canon) bound(b *board) {
	first, last := 0, len(b.reached)-1
	for b.reached[first] == 0 {
		first++
	}
	for b.reached[last] == 0 {
		last--
	}
	c.top = b.cell(64*first + bits.TrailingZeros64(b.reached[first])).Row
	bottom := b.cell(64*last + 63 - bits.LeadingZeros64(b.reached[last])).Row
	c.left = b.cols
	right := 0
	for col := 0; col < b.cols; col += 64 {
		if set := b.columns(c.top, bottom, col); set != 0 {
			c.left = min(c.left, col+bits.TrailingZeros64(set))
			right = col + 63 - bits.LeadingZeros64(set)
		}
	}
	c.rows, c.cols = bottom-c.top+1, right-c.left+1
}

// columns returns which of up to 64 columns from col on hold a reached cell in
// the rows from top to bottom.
func (b *board) columns(top, bottom, col int) (set uint64) {
	at := b.place(grid.Cell{Row: top, Col: col})
	for range bottom - top + 1 {
		set |= window(b.reached, at)
		at += b.stride()
	}
	beyond := max(0, col+64-b.cols)
	return set << beyond >> beyond
}

// window returns 64 bits of set, from the place at on.
func window(set []uint64, at int) uint64 {
	return set[at/64]>>(at%64) | set[at/64+1]<<1<<(63-at%64)
}

// draw writes eight characters, a dash for each bit that is set, the lowest
// bit first.
func draw(row []byte, set uint8) {
	const ones = 0x0101010101010101
	x := uint64(set) * ones & 0x8040201008040201  // bit i of byte i, as in set
	x = (x + 0x7f*ones) >> 7 & ones               // bit 0 of byte i
	x = grid.Wall*ones + (grid.Floor-grid.Wall)*x // a character in byte i
	binary.LittleEndian.PutUint64(row, x)
}
