package boxes

import "github.com/gridmill/gridmill/solver"

// side is one of the two directions of a search: forth by pushes from where the
// boxes stand, or back by pulls from the goals. Its states wait in lists by depth
// as long as their bound is within the limit, and in lists by bound beyond it.
//
// Once the layers below depth are expanded, the side has met every state within
// the limit that lies no farther than depth.
type side struct {
	table
	match   match
	pairs   pairs
	layers  []list // by depth: states not expanded, of a bound within the limit
	later   []list // by (bound - base)/2: states not expanded, of a larger one
	paid    int    // elements of layers and later that have been paid for
	base    int32  // the least bound of a first state
	limit   int32  // pushes of the plans searched for now
	depth   int32  // layers below it are expanded, as far as the limit allows
	open    int    // states not expanded
	waiting int    // those of them in layers
}

// list is a list of states through info.next.
type list struct {
	head  uint32 // number plus 1, or 0
	count int32
}

const listBytes = 8

// reset empties s for a puzzle with sets of so many words.
func (s *side) reset(words int, m *solver.Meter) bool {
	s.layers, s.later, s.pairs.ready = s.layers[:0], s.later[:0], false
	s.paid, s.base, s.limit, s.depth, s.open, s.waiting = 0, 0, 0, 0, 0, 0
	return s.table.reset(words, m)
}

// put puts a state that is not expanded into the list where it belongs.
func (s *side) put(state int32, m *solver.Meter) bool {
	in := s.at(state)
	bound := in.depth + in.left
	lists, at := &s.layers, int(in.depth)
	if bound > s.limit {
		lists, at = &s.later, int(bound-s.base)/2
	} else {
		s.waiting++
	}
	for at >= len(*lists) {
		if len(s.layers)+len(s.later) == s.paid {
			more := max(64, s.paid)
			if !m.Reserve(int64(more) * listBytes) {
				return false
			}
			s.paid += more
		}
		*lists = append(*lists, list{})
	}
	l := &(*lists)[at]
	in.next, l.head = l.head, uint32(state)+1
	l.count++
	return true
}

// arrive adds a new state, whose place find has told. It returns false when the
// meter ends the search.
func (s *side) arrive(boxes []uint64, player, depth int32, at place, left int32, m *solver.Meter) bool {
	if !m.Visit() {
		return false
	}
	if !s.room(&at, m) {
		return false
	}
	s.open++
	return s.put(s.add(boxes, at, info{player: player, depth: depth, left: left}), m)
}

// raise lifts the limit, takes the states that are now within it, and begins
// with the layers anew.
func (s *side) raise(limit int32, m *solver.Meter) bool {
	before := s.limit
	s.limit, s.depth = limit, 0
	for i := max(0, int(before-s.base)/2); i < len(s.later) && i <= int(limit-s.base)/2; i++ {
		for at := s.later[i].head; at != 0; {
			state := int32(at - 1)
			at = s.at(state).next
			if s.at(state).depth != stale && !s.put(state, m) || !m.Spend(1) {
				return false
			}
		}
		s.later[i] = list{}
	}
	return true
}

// pop takes a state out of the layer at depth, or returns none.
func (s *side) pop() int32 {
	if int(s.depth) >= len(s.layers) {
		return none
	}
	l := &s.layers[s.depth]
	for l.head != 0 {
		state := int32(l.head - 1)
		l.head = s.at(state).next
		l.count--
		s.waiting--
		if s.at(state).depth != stale {
			s.open--
			return state
		}
	}
	return none
}

// front is how many states wait in the layer at depth.
func (s *side) front() int32 {
	if int(s.depth) >= len(s.layers) {
		return 0
	}
	return s.layers[s.depth].count
}

// least returns a bound that no state which is not expanded goes below.
func (s *side) least() int32 {
	if s.waiting > 0 {
		return s.base
	}
	for i := max(0, int(s.limit-s.base)/2); i < len(s.later); i++ {
		if s.later[i].count > 0 {
			return s.base + 2*int32(i)
		}
	}
	return s.base
}

// again meets a known state at a depth. One that was met farther away is given a
// new number, since the old one may wait in a list.
func (s *side) again(known, depth int32, at place, m *solver.Meter) bool {
	old := *s.at(known)
	if old.depth <= depth {
		return m.Spend(4)
	}
	s.at(known).depth = stale
	if !s.room(&at, m) {
		return false
	}
	return s.put(s.add(s.set(known), at, info{player: old.player, depth: depth, left: old.left}), m)
}
