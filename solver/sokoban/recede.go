package sokoban

import "math/bits"

// recede searches back from the target for the box's ways there, as if the
// player could always come where he pushes. Like stroll it goes level by level,
// the box's first cell being its goal: on level k are the cells from which the
// box comes to the target by ways that take it k steps nearer to its first cell
// than it was. From a cell's level follows the number of pushes from there: the
// distance of target and first cell if there were no walls, plus 2k, minus that
// of the cell and the first cell.
type recede struct {
	field  *field
	agenda *agenda  // where plans go that waited for a level
	near   []uint64 // bits of the cells of level 0, laid out as in field
	from   int32    // first row of near that is in use
	to     int32    // last
	spots  []spot
	now    uint32   // number of the current puzzle
	depth  int32    // the current level
	fresh  []uint64 // cells that are free and have no level yet, once level 0 is left
	level  []int32  // cells of this level that are to be searched
	later  []uint32 // cell ·16 + the directions of pulls away from there, to the next level
	next   int      // how many they are
}

// spot is what a search knows of a box cell.
type spot struct {
	puzzle  uint32 // which the rest belongs to
	level   int32  // or unknown
	waiting int32  // plans that wait for the level to be known, or endOfList
	parents uint16 // four bits for each direction of a push here: 0, or 1 + that of the push before
}

const (
	unknown = -1 // no way from this cell has been found

	// recedeBytes is what recede takes a cell.
	recedeBytes = 16 + 4 + 4 + 1
)

// reset makes r ready for f, and finds the cells of level 0.
func (r *recede) reset(f *field, q *agenda) {
	r.field, r.agenda = f, q
	cells := f.cells()
	r.now++
	if cap(r.spots) < cells || r.now == 0 {
		r.spots = make([]spot, cells)
		r.now = 1
	}
	r.spots = r.spots[:cells]
	r.level = resize(r.level, cells)
	r.later = resize(r.later, cells+1)
	r.near = resize(r.near, cells/64)
	r.next, r.depth = 0, 0
	r.sweep()
}

// at returns what is known of c.
func (r *recede) at(c int32) *spot {
	s := &r.spots[c]
	if s.puzzle != r.now {
		*s = spot{puzzle: r.now, level: r.nearest(c), waiting: endOfList}
	}
	return s
}

// nearest returns 0 when c is on level 0, and otherwise unknown.
func (r *recede) nearest(c int32) int32 {
	row := c >> (r.field.shift & 31)
	if row < r.from || row > r.to || r.near[c>>6]>>(c&63)&1 == 0 {
		return unknown
	}
	return 0
}

// ended reports whether no level follows the current one.
func (r *recede) ended() bool { return r.depth > 0 && r.next == 0 }

// deepen finds the cells of the next level. It returns false when the gauge
// ends it.
func (r *recede) deepen(g *gauge) bool {
	f := r.field
	if r.depth == 0 {
		r.border()
	}
	r.depth++
	top := 0
	for _, l := range r.later[:r.next] {
		for rest := l & 15; rest != 0; rest &= rest - 1 {
			n := int32(l>>4) + f.step[bits.TrailingZeros32(rest)&3]
			if r.fresh[uint32(n)>>6]>>(n&63)&1 != 0 {
				r.settle(n)
				r.level[top] = n
				top++
			}
		}
	}
	r.next = 0
	for top > 0 {
		top--
		c := r.level[top]
		for {
			if !g.visit() {
				return false
			}
			pulls := f.pulls(c) & r.news(c)
			toward := f.toward(c, f.box)
			r.later[r.next] = uint32(c)<<4 | pulls&^toward
			if pulls&^toward != 0 {
				r.next++
			}
			if pulls &= toward; pulls == 0 {
				break
			}
			if second := pulls & (pulls - 1); second != 0 {
				n := c + f.step[bits.TrailingZeros32(second)&3]
				r.settle(n)
				r.level[top] = n
				top++
			}
			c += f.step[bits.TrailingZeros32(pulls)&3]
			r.settle(c)
		}
	}
	return true
}

// news returns the directions in which the neighbour of c has no level yet.
func (r *recede) news(c int32) uint32 {
	in, step, fresh := c&63, r.field.step[3], r.fresh
	return uint32(fresh[uint32(c-step)>>6]>>in)&1 | uint32(fresh[uint32(c-1)>>6]>>((c-1)&63))&1<<1 |
		uint32(fresh[uint32(c+1)>>6]>>((c+1)&63))&1<<2 | uint32(fresh[uint32(c+step)>>6]>>in)&1<<3
}

// settle gives c the current level.
func (r *recede) settle(c int32) {
	r.fresh[uint32(c)>>6] &^= 1 << (c & 63)
	s := r.at(c)
	s.level = r.depth
	if s.waiting != endOfList {
		r.agenda.wake(s.waiting, r.depth)
		s.waiting = endOfList
	}
}
