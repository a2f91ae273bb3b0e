package mapf

import (
	"math/bits"
	"slices"
)

// spots tell where in a layer its rows are, for one layer at a time. Those of
// earlier layers are less than base, so that they need not be cleared.
type spots struct {
	at         []uint32 // by row
	base, used uint32
}

// clear forgets all rows.
func (s *spots) clear() {
	if s.base += s.used; s.base == 0 || s.base > 1<<31 {
		clear(s.at[:cap(s.at)])
		s.base = 1
	}
	s.used = 0
}

// find returns where row r is.
func (s *spots) find(r int) (i int, ok bool) {
	at := s.at[r]
	return int(at - s.base), at >= s.base
}

// put says that row r is i, more than all before it.
func (s *spots) put(r, i int) {
	s.at[r] = s.base + uint32(i)
	s.used = uint32(i) + 1
}

// back returns a place of set from which the last agent can go to its place in
// state to while the others go there from a and b, if there is one.
func (d *dense) back(a, b uint8, to rowState, set *[4]uint64) (c uint8, ok bool) {
	if a == b || a == to.b && b == to.a {
		return 0, false
	}
	if set[to.c/64]>>(to.c%64)&1 != 0 {
		return to.c, true
	}
	for i, ring := range d.ring[d.number[to.c]] {
		for word := ring & set[i]; word != 0; word &= word - 1 {
			c := uint8(64*i + bits.TrailingZeros64(word))
			if c == d.place[to.a] && to.c == d.place[a] || c == d.place[to.b] && to.c == d.place[b] {
				continue
			}
			return c, true
		}
	}
	return 0, false
}

// trace makes s.track the plan through the state at which the sides have met.
func (d *dense) trace(s *trio) {
	s.track = d.descend(s.track[:0], d.near)
	slices.Reverse(s.track)
	s.track = d.descend(s.track[:len(s.track)-1], d.far)
	if d.near != &d.sides[0] {
		slices.Reverse(s.track)
	}
}

// descend appends the way from the meeting, which is in the last layer of e, to
// the root.
func (d *dense) descend(track []uint32, e *side) []uint32 {
	at := d.meeting
	track = append(track, d.pack(at))
	for n := e.depth() - 1; n >= 0; n-- {
		first, end := e.ends[n], e.ends[n+1]
		d.spots.clear()
		for i := first; i < end; i++ {
			d.spots.put(d.row(uint8(e.rows[i]>>8), uint8(e.rows[i])), i-first)
		}
		at = d.before(e, first, at)
		track = append(track, d.pack(at))
	}
	return track
}

// before returns a state one step from at in the layer of e that the spots are
// of and that begins at first.
func (d *dense) before(e *side, first int, at rowState) rowState {
	as, bs := &d.ways[at.a], &d.ways[at.b]
	for _, a := range as.to[:as.count] {
		for _, b := range bs.to[:bs.count] {
			i, ok := d.spots.find(d.row(a, b))
			if !ok {
				continue
			}
			var set [4]uint64
			copy(set[:], e.sets[d.words*(first+i):][:d.words])
			if c, ok := d.back(a, b, at, &set); ok {
				return rowState{a, b, c}
			}
		}
	}
	panic("a state without a way to it")
}

// pack returns the places of the agents of the trio, a byte each.
func (d *dense) pack(at rowState) (places uint32) {
	for i, place := range [3]uint8{d.place[at.a], d.place[at.b], at.c} {
		places |= uint32(place) << (8 * d.order[i])
	}
	return places
}
