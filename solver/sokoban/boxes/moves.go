package boxes

import "github.com/gridmill/gridmill/solver"

// pushes adds the states that one push leads to from here, which is a state of
// s.forth. It returns false when the meter ends the search.
func (s *Solver) pushes(state int32, m *solver.Meter) bool {
	b, n, h, f := &s.board, &s.nodes, &s.here, &s.forth
	in := f.infos[state]
	for i, c := range h.cells {
		s.node[i] = n.at(c, in.player)
	}
	taken := false
	for i, c := range h.cells {
		for d := range int32(4) {
			stand, to := b.next[4*c+3-d], b.next[4*c+d]
			if stand == none || to == none || !has(h.reach, stand) || has(h.occupied, to) {
				continue
			}
			node := n.push[4*s.node[i]+d]
			if node == none {
				continue
			}
			if !taken {
				f.match.take(s.node)
				taken = true
			}
			h.shift(n, c, to)
			ok := s.pushed(i, node, c, in.depth+1, m)
			h.shift(n, c, to)
			if !ok {
				return false
			}
		}
	}
	return m.Spend(8)
}

// pushed adds the state here, where box i has just been pushed to node and the
// player stands on c.
func (s *Solver) pushed(i int, node, c, depth int32, m *solver.Meter) bool {
	h, f := &s.here, &s.forth
	player := s.board.flood(c, h.occupied, h.beyond)
	known, slot := f.find(h.boxes, player)
	if known != none {
		return f.again(known, depth, slot, m)
	}
	if s.freeze.lost(&s.board, h.occupied) {
		return m.Spend(4)
	}
	left := f.match.with(i, node)
	if left == none {
		return m.Spend(4)
	}
	return f.arrive(h.boxes, player, depth, slot, left, m)
}

// pulls adds the states that one pull leads to from here, which is a state of
// s.back. It returns false when the meter ends the search.
func (s *Solver) pulls(state int32, m *solver.Meter) bool {
	b, n, h, f := &s.board, &s.nodes, &s.here, &s.back
	in := f.infos[state]
	for i, c := range h.cells {
		s.node[i] = n.at(c, in.player)
	}
	taken := false
	for i, c := range h.cells {
		for d := range int32(4) {
			to := b.next[4*c+d]
			if to == none || !has(h.reach, to) {
				continue
			}
			stand := b.next[4*to+d]
			if stand == none || has(h.occupied, stand) || n.live[to] == none {
				continue
			}
			node := n.at(to, stand)
			if !n.alive[node] {
				continue
			}
			if !taken {
				f.match.take(s.node)
				taken = true
			}
			h.shift(n, c, to)
			ok := s.pulled(i, node, stand, in.depth+1, m)
			h.shift(n, c, to)
			if !ok {
				return false
			}
		}
	}
	return m.Spend(8)
}

// pulled adds the state here, where box i has just been pulled to node and the
// player stands on stand.
func (s *Solver) pulled(i int, node, stand, depth int32, m *solver.Meter) bool {
	h, f := &s.here, &s.back
	player := s.board.flood(stand, h.occupied, h.beyond)
	known, slot := f.find(h.boxes, player)
	if known != none {
		return f.again(known, depth, slot, m)
	}
	left := f.match.with(i, node)
	if left == none {
		return m.Spend(4)
	}
	return f.arrive(h.boxes, player, depth, slot, left, m)
}

// again meets a known state at a depth. One that was met farther away is given a
// new number, since the old one may wait in a list.
func (s *side) again(known, depth int32, slot uint32, m *solver.Meter) bool {
	old := s.infos[known]
	if old.depth <= depth {
		return m.Spend(4)
	}
	if s.full() {
		if !s.grow(2*s.room, m) {
			return false
		}
		_, slot = s.find(s.set(known), old.player)
	}
	s.infos[known].depth = stale
	return s.put(s.add(s.set(known), slot, info{player: old.player, depth: depth, left: old.left}), m)
}
