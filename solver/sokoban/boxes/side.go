package boxes

import "github.com/gridmill/gridmill/solver"

// side is one of the two directions of a search: forth by pushes from where the
// boxes stand, or back by pulls from the goals. Its states are kept in lists by
// depth as long as their bound is within the limit, and in lists by bound beyond
// it.
//
// After settle the list at depth holds all states of that depth whose bound is
// within the limit, and the lists below are empty.
type side struct {
	table
	match  match
	layers []list // by depth: states not expanded, of a bound within the limit
	later  []list // by (bound - base)/2: states not expanded, of a larger one
	paid   int    // elements of layers and later that have been paid for
	base   int32  // the least bound of a first state
	limit  int32  // pushes of the plans searched for now
	depth  int32  // states at a lesser depth are expanded, as far as the limit allows
	open   int    // states not expanded
}

// list is a list of states through info.next.
type list struct {
	head  uint32 // number plus 1, or 0
	count int32
}

const listBytes = 8

// reset empties s for a puzzle with sets of so many words.
func (s *side) reset(words int, m *solver.Meter) bool {
	s.layers, s.later = s.layers[:0], s.later[:0]
	s.paid, s.base, s.limit, s.depth, s.open = 0, 0, 0, 0, 0
	return s.table.reset(words, m)
}

// put puts a state that is not expanded into the list where it belongs.
func (s *side) put(state int32, m *solver.Meter) bool {
	in := &s.infos[state]
	bound := in.depth + in.left
	lists, at := &s.layers, int(in.depth)
	if bound > s.limit {
		lists, at = &s.later, int(bound-s.base)/2
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

// arrive adds a new state, whose slot find has told. It returns false when the
// meter ends the search.
func (s *side) arrive(boxes []uint64, player, depth int32, slot uint32, left int32, m *solver.Meter) bool {
	if !m.Visit() {
		return false
	}
	if s.full() {
		if !s.grow(2*s.room, m) {
			return false
		}
		_, slot = s.find(boxes, player)
	}
	s.open++
	return s.put(s.add(boxes, slot, info{player: player, depth: depth, left: left}), m)
}

// raise lifts the limit, and takes the states that are now within it.
func (s *side) raise(limit int32, m *solver.Meter) bool {
	before := s.limit
	s.limit = limit
	for i := max(0, int(before-s.base)/2); i < len(s.later) && i <= int(limit-s.base)/2; i++ {
		for at := s.later[i].head; at != 0; {
			state := int32(at - 1)
			at = s.infos[state].next
			if s.infos[state].depth != stale && !s.put(state, m) {
				return false
			}
		}
		s.later[i] = list{}
	}
	return true
}

// pop takes a state out of a layer, or returns none.
func (s *side) pop(depth int32) int32 {
	l := &s.layers[depth]
	for l.head != 0 {
		state := int32(l.head - 1)
		l.head = s.infos[state].next
		l.count--
		if s.infos[state].depth != stale {
			s.open--
			return state
		}
	}
	return none
}

// front is how many states lie at the depth of s.
func (s *side) front() int32 {
	if int(s.depth) >= len(s.layers) {
		return 0
	}
	return s.layers[s.depth].count
}

// least returns the least bound of a state that is not expanded.
func (s *side) least() int32 {
	if s.front() > 0 {
		return s.limit
	}
	for i := max(0, int(s.limit-s.base)/2); i < len(s.later); i++ {
		if s.later[i].count > 0 {
			return s.base + 2*int32(i)
		}
	}
	return none
}
