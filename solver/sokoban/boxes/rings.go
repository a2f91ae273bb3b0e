package boxes

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// A ring is the 3×3 cells around a cell, row by row from bit 0 to bit 8, bit 4
// being the cell itself: those of them that are free.

// The bits of a ring beside its middle, in the order of grid.Steps.
var sideBits = [4]uint16{1 << 1, 1 << 3, 1 << 5, 1 << 7}

// encircle finds the ring of every floor cell without boxes, and which rings
// link all free cells beside their middle. It returns false when the meter ends
// the search.
func (b *board) encircle(m *solver.Meter) bool {
	if !b.linked[0] {
		for ring := range uint16(512) {
			b.linked[ring] = links(ring)
		}
	}
	b.around = resize(b.around, b.cells)
	for c := range int32(b.cells) {
		if int(c)%chunk == 0 && !m.Spend(chunk) {
			return false
		}
		b.around[c] = 0
		if !has(b.floor, c) {
			continue
		}
		row, col := int(c)/b.stride, int(c)%b.stride
		for i := range 9 {
			r, k := row+i/3-1, col+i%3-1
			if r >= 0 && r < b.rows && k >= 0 && k < b.cols && has(b.floor, int32(r*b.stride+k)) {
				b.around[c] |= 1 << i
			}
		}
	}
	return true
}

// links reports whether the free cells beside the middle of a ring hang together
// within it, the middle left out.
func links(ring uint16) bool {
	clockwise := [8]int{1, 2, 5, 8, 7, 6, 3, 0}
	parts := 0
	for i := 0; i < 8; i += 2 {
		side, corner, next := ring>>clockwise[i]&1, ring>>clockwise[i+1]&1, ring>>clockwise[(i+2)%8]&1
		if side == 1 && (corner == 0 || next == 0) {
			parts++ // a part ends here
		}
	}
	return parts <= 1
}

// ring returns the ring of c while there are obstacles. The board is one of one
// word, or of one word a row.
func (b *board) ring(c int32, obstacles []uint64) uint16 {
	var window uint64
	if b.words == 1 {
		at := int(c) - 1
		window = bits.RotateLeft64(obstacles[0], b.stride-at)&7 |
			bits.RotateLeft64(obstacles[0], -at)&7<<3 |
			bits.RotateLeft64(obstacles[0], -b.stride-at)&7<<6
	} else {
		row, at := int(c>>6), int(c&63)-1
		window = bits.RotateLeft64(obstacles[row], -at) & 7 << 3
		if row > 0 {
			window |= bits.RotateLeft64(obstacles[row-1], -at) & 7
		}
		if row+1 < len(obstacles) {
			window |= bits.RotateLeft64(obstacles[row+1], -at) & 7 << 6
		}
	}
	return b.around[c] &^ uint16(window)
}

// region returns the least cell that the player can reach after a box was moved
// from one cell to another and he stands on player, beside it or where it was.
// Before, he could walk to the cells of reach, the least of which is least. Only
// where the move may have cut his region, or opened another, it takes a flood,
// which uses beyond.
func (p *position) region(b *board, from, to, player, least int32) int32 {
	if b.stride > 64 {
		return b.flood(player, p.occupied, p.beyond)
	}
	// Which cells beside the one that is free now could he reach, or not?
	old, fresh := p.beside(b, from)
	old = old || player == from
	if old && fresh {
		return b.flood(player, p.occupied, p.beyond)
	}
	if has(p.reach, to) {
		ring := b.ring(to, p.occupied)
		if !old {
			ring &^= b.toward(to, from)
		}
		switch {
		case b.linked[ring] && to != least:
		case b.linked[ring]:
			least = p.leastBut(to)
		case to == least || from < least && player != from:
			return b.flood(player, p.occupied, p.beyond)
		default:
			// All that is new may be the cell the box has left, and the player stands
			// there or it is not the least: a part that has the old least has the new.
			if b.spread(player, least, p.occupied, p.beyond); !has(p.beyond, least) {
				return leastOf(p.beyond)
			}
		}
	}
	if old {
		return min(least, from)
	}
	return least
}

// beside reports whether there are free cells beside c within reach, and out of
// it.
func (p *position) beside(b *board, c int32) (old, fresh bool) {
	if b.words == 1 {
		free := b.sides[c&63] &^ p.occupied[0]
		return free&p.reach[0] != 0, free&^p.reach[0] != 0
	}
	for _, n := range b.next[4*c:][:4] {
		if n != none && !has(p.occupied, n) {
			if has(p.reach, n) {
				old = true
			} else {
				fresh = true
			}
		}
	}
	return old, fresh
}

// toward returns the bit of a cell beside c in the ring of c.
func (b *board) toward(c, beside int32) uint16 {
	for d, n := range b.next[4*c:][:4] {
		if n == beside {
			return sideBits[d]
		}
	}
	return 0
}

// leastBut returns the first cell of reach other than c, or none.
func (p *position) leastBut(c int32) int32 {
	for i, word := range p.reach {
		if int32(i) == c>>6 {
			word &^= 1 << (c & 63)
		}
		if word != 0 {
			return int32(i<<6 + bits.TrailingZeros64(word))
		}
	}
	return none
}
