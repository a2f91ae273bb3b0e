package sokoban

import "math/bits"

// stroll finds the player's shortest walks on a field. It searches level by
// level: level k holds the cells on ways that take k steps away from the goal,
// each of which costs another one back. Within a level the player goes on as
// long as there is a step nearer, which leads straight to the goal where nothing
// is in the way.
type stroll struct {
	field *field
	fresh []uint64 // cells that are free and that the walk has not come to
	met   []int32  // cells that the walk has come to
	came  []uint8  // the direction of the step there
	level []int32  // cells of this level that are to be searched
	later []uint32 // cell ·16 + the directions of the steps away from there, for the next level
}

// strollBytes is what a stroll takes a cell.
const strollBytes = 1 + 4 + 1 + 4 + 4

// reset makes s ready for f.
func (s *stroll) reset(f *field) {
	s.field = f
	cells := f.cells()
	s.met = resize(s.met, cells+4)[:0]
	s.came = resize(s.came, cells)
	s.level = resize(s.level, cells+4)
	s.later = resize(s.later, cells+4)
	s.fresh = resize(s.fresh, len(f.free))
	copy(s.fresh, f.free)
}

// renew makes every free cell fresh again.
func (s *stroll) renew() {
	if len(s.met) > len(s.fresh) {
		copy(s.fresh, s.field.free)
	} else {
		for _, c := range s.met {
			s.fresh[uint32(c)>>6] |= 1 << (c & 63)
		}
	}
	s.met = s.met[:0]
}

// measure returns how many steps the player takes from one cell to another, not
// through the box, or none when there is no way. It returns false when the gauge
// ends it.
func (s *stroll) measure(g *gauge, from, to, box int32) (steps int32, ok bool) {
	if from == to {
		return 0, true
	}
	s.renew()
	f := s.field
	fresh, met, came, level, later := s.fresh, s.met[:cap(s.met)], s.came, s.level, s.later
	step := f.step
	shift, mask := f.shift&31, int32(1)<<(f.shift&31)-1
	toRow, toCol := to>>shift, to&mask
	fresh[uint32(box)>>6] &^= 1 << (box & 63)
	fresh[uint32(from)>>6] &^= 1 << (from & 63)
	met[0], met[1] = box, from
	count := 2
	top, next := 0, 0
	c := from
	for away := int32(0); ; away += 2 {
		spent := count
		for {
			rows, cols := c>>shift-toRow, c&mask-toCol
			toward := uint32(-rows)>>31 | uint32(-cols)>>31<<1 | uint32(cols)>>31<<2 | uint32(rows)>>31<<3
			in := c & 63
			sides := uint32(fresh[uint32(c+step[0])>>6]>>in)&1 | uint32(fresh[uint32(c-1)>>6]>>((c-1)&63))&1<<1 |
				uint32(fresh[uint32(c+1)>>6]>>((c+1)&63))&1<<2 | uint32(fresh[uint32(c+step[3])>>6]>>in)&1<<3
			later[next] = uint32(c)<<4 | sides&^toward
			if sides&^toward != 0 {
				next++
			}
			sides &= toward
			if sides == 0 {
				if top == 0 {
					break
				}
				top--
				c = level[top]
				continue
			}
			if second := sides & (sides - 1); second != 0 {
				d := bits.TrailingZeros32(second) & 3
				n := c + step[d]
				came[n] = uint8(d)
				fresh[uint32(n)>>6] &^= 1 << (n & 63)
				met[count] = n
				count++
				level[top] = n
				top++
			}
			d := bits.TrailingZeros32(sides) & 3
			c += step[d]
			came[c] = uint8(d)
			fresh[uint32(c)>>6] &^= 1 << (c & 63)
			met[count] = c
			count++
			if c == to {
				s.met = met[:count]
				return f.apart(from, to) + away, g.spend(count - spent)
			}
		}
		s.met = met[:count]
		if !g.spend(count - spent + next) {
			return none, false
		}
		for _, l := range later[:next] {
			for rest := l & 15; rest != 0; rest &= rest - 1 {
				d := bits.TrailingZeros32(rest) & 3
				n := int32(l>>4) + step[d]
				if fresh[uint32(n)>>6]>>(n&63)&1 != 0 {
					came[n] = uint8(d)
					fresh[uint32(n)>>6] &^= 1 << (n & 63)
					met[count] = n
					count++
					level[top] = n
					top++
				}
			}
		}
		if next = 0; top == 0 {
			return none, true
		}
		top--
		c = level[top]
	}
}

// trace writes the letters of the walk measured last to the end of plan and
// returns what is left of plan before them.
func (s *stroll) trace(from, to int32, plan []byte) []byte {
	for c := to; c != from; {
		d := s.came[c]
		plan[len(plan)-1] = walkLetters[d&3]
		plan = plan[:len(plan)-1]
		c -= s.field.step[d&3]
	}
	return plan
}
