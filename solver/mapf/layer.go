package mapf

import "math/bits"

// thin adds to next what a row of one word becomes.
func (d *dense) thin(s *trio, a, b uint8, set uint64) {
	wide := set | (set<<1|set>>1|set<<(s.stride&63)|set>>(s.stride&63))&s.free[1]
	bitA, bitB := d.bit[a], d.bit[b]
	ringA, ringB := set&d.ring[a][0], set&d.ring[b][0]
	as, bs := &d.ways[a], d.ways[b].set
	for _, a1 := range as.to[:as.count] {
		// The last agent must not go where another one goes, nor swap.
		bit := d.bit[a1]
		most := wide &^ bit
		if ringA == bit {
			most &^= bitA
		}
		// And neither must the first two.
		b1s := bs &^ (1 << (a1 & 63))
		if a1 == b {
			b1s &^= 1 << (a & 63)
		}
		d.touched[a1][0] |= b1s
		next := d.next[int(a1)*d.cells:][:d.cells]
		for ; b1s != 0; b1s &= b1s - 1 {
			b1 := bits.TrailingZeros64(b1s)
			bit := d.bit[b1]
			left := most &^ bit
			if ringB == bit {
				left &^= bitB
			}
			next[b1] |= left
		}
	}
}

// wide adds to next what a row of four words becomes.
func (d *dense) wide(s *trio, a, b uint8, set *[4]uint64) {
	m := mask{set[0], set[1], set[2], set[3]}
	m = m.or(m.around(s.stride).and(mask{s.free[1], s.free[2], s.free[3], s.free[4]}))
	as, bs := &d.ways[a], &d.ways[b]
	for _, a1 := range as.to[:as.count] {
		most := d.kept(set, [4]uint64{m.a, m.b, m.c, m.d}, a, a1)
		for _, b1 := range bs.to[:bs.count] {
			if a1 == b1 || a1 == b && b1 == a {
				continue
			}
			left := d.kept(set, most, b, b1)
			next := d.next[4*d.row(a1, b1):][:4]
			for i := range left {
				next[i] |= left[i]
			}
			d.touched[a1][b1/64] |= 1 << (b1 % 64)
		}
	}
}

// kept returns what is left of wide, to which the last agent gets from set, when
// another agent goes from a to a1: not a1, and a only if that is no swap.
func (d *dense) kept(set *[4]uint64, wide [4]uint64, a, a1 uint8) [4]uint64 {
	p, p1 := d.place[a], d.place[a1]
	wide[p1/64] &^= 1 << (p1 % 64)
	if set[p1/64]>>(p1%64)&1 != 0 {
		alone := true
		for i, ring := range d.ring[a] {
			if i == int(p1/64) {
				ring &^= 1 << (p1 % 64)
			}
			alone = alone && set[i]&ring == 0
		}
		if alone {
			wide[p/64] &^= 1 << (p % 64)
		}
	}
	return wide
}

// takeThin makes what is new in the rows of next in which the first agent is at
// a rows of the near side. It returns found when the far side has reached some
// of it, and otherwise how.
func (d *dense) takeThin(t *tally, a uint8, how outcome) outcome {
	first := int(a) * d.cells
	next, seen, other := d.next[first:][:d.cells], d.near.seen[first:][:d.cells], d.far.seen[first:][:d.cells]
	e, count := d.near, 0
	for word := d.touched[a][0]; word != 0; word &= word - 1 {
		b := bits.TrailingZeros64(word)
		fresh := next[b] &^ seen[b]
		next[b] = 0
		if fresh == 0 {
			continue
		}
		seen[b] |= fresh
		e.rows, e.sets = append(e.rows, uint16(a)<<8|uint16(b)), append(e.sets, fresh)
		count += bits.OnesCount64(fresh)
		if both := fresh & other[b]; both != 0 {
			d.meeting = rowState{a, uint8(b), uint8(bits.TrailingZeros64(both))}
			how = found
		}
	}
	d.touched[a][0] = 0
	if !t.visitAll(count) {
		return stopped
	}
	return how
}

// takeWide is takeThin for rows of four words.
func (d *dense) takeWide(t *tally, a uint8, how outcome) outcome {
	e, count := d.near, 0
	for i, word := range d.touched[a] {
		for ; word != 0; word &= word - 1 {
			b := uint8(64*i + bits.TrailingZeros64(word))
			at := 4 * d.row(a, b)
			next, seen, other := d.next[at:][:4], e.seen[at:][:4], d.far.seen[at:][:4]
			any := uint64(0)
			for k := range next {
				next[k] &^= seen[k]
				any |= next[k]
			}
			if any == 0 {
				continue
			}
			e.rows, e.sets = append(e.rows, uint16(a)<<8|uint16(b)), append(e.sets, next...)
			for k, fresh := range next {
				seen[k] |= fresh
				count += bits.OnesCount64(fresh)
				if both := fresh & other[k]; both != 0 {
					d.meeting = rowState{a, b, uint8(64*k + bits.TrailingZeros64(both))}
					how = found
				}
			}
			clear(next)
		}
	}
	d.touched[a] = [4]uint64{}
	if !t.visitAll(count) {
		return stopped
	}
	return how
}
