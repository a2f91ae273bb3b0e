package sokoban

import "math/bits"

// sweep finds the cells of level 0 in whole words: those from which the box
// comes to the target while no pull leads it away from its first cell. They lie
// in the rectangle of target and first cell, so a row takes what the row before
// it gives, spreads it along to the one side, and is done.
func (r *recede) sweep() {
	f := r.field
	words := int32(1) << (f.shift - 6)
	last, goal := f.target>>f.shift, f.box>>f.shift // rows
	down := int32(1)
	if goal < last {
		down = -1
	}
	r.from, r.to = min(last, goal), max(last, goal)
	clear(r.near[r.from*words : (r.to+1)*words])
	mask := int32(1)<<f.shift - 1
	start, end := f.target&mask, f.box&mask // columns
	for row := last; ; row += down {
		here := row * words
		if row == last {
			r.near[f.target>>6] = 1 << (f.target & 63)
		} else {
			for w := min(start, end) >> 6; w <= max(start, end)>>6; w++ {
				r.near[here+w] = r.near[here+w-down*words] & f.free[here+w] & f.free[here+w+down*words]
			}
		}
		switch {
		case start < end:
			r.spreadUp(here+start>>6, here+end>>6, uint64(1)<<(end&63)<<1-1)
		case start > end:
			r.spreadDown(here+start>>6, here+end>>6, ^uint64(0)<<(end&63))
		}
		if row == goal {
			return
		}
	}
}

// spreadUp pulls the box along a row to higher columns, from word first to word
// last, of which limit are the bits in question. The carry of a sum runs
// through all the cells that a box can be pulled along.
func (r *recede) spreadUp(first, last int32, limit uint64) {
	carry := uint64(0)
	for w := first; w <= last; w++ {
		free := r.field.free[w]
		way := free & (free>>1 | r.field.free[w+1]<<63)
		if w == last {
			way &= limit
		}
		x := r.near[w]
		to := (x<<1 | carry) & way
		x |= ((way + to) ^ way | to) & way
		r.near[w] = x
		carry = x >> 63
	}
}

// spreadDown is spreadUp to lower columns.
func (r *recede) spreadDown(first, last int32, limit uint64) {
	carry := uint64(0)
	for w := first; w >= last; w-- {
		free := r.field.free[w]
		way := free & (free<<1 | r.field.free[w-1]>>63)
		if w == last {
			way &= limit
		}
		x := r.near[w]
		x |= (x>>1 | carry<<63) & way
		for i := 1; i < 64; i *= 2 {
			x |= x >> i & way
			way &= way >> i
		}
		r.near[w] = x
		carry = x & 1
	}
}

// border takes the cells of level 0 as known, and finds the pulls that lead from
// there to the next level.
func (r *recede) border() {
	r.fresh = append(r.fresh[:0], r.field.free...)
	fresh, free := r.fresh, r.field.free
	words := int32(1) << (r.field.shift - 6)
	for w := r.from * words; w < (r.to+1)*words; w++ {
		fresh[w] &^= r.near[w]
	}
	for w := r.from * words; w < (r.to+1)*words; w++ {
		x := r.near[w]
		if x == 0 {
			continue
		}
		up := fresh[w-words] & free[w-2*words]
		left := (fresh[w]<<1 | fresh[w-1]>>63) & (free[w]<<2 | free[w-1]>>62)
		right := (fresh[w]>>1 | fresh[w+1]<<63) & (free[w]>>2 | free[w+1]<<62)
		down := fresh[w+words] & free[w+2*words]
		for x &= up | left | right | down; x != 0; x &= x - 1 {
			in := bits.TrailingZeros64(x)
			pulls := up>>in&1 | left>>in&1<<1 | right>>in&1<<2 | down>>in&1<<3
			r.later[r.next] = uint32(w<<6|int32(in))<<4 | uint32(pulls)
			r.next++
		}
	}
}
