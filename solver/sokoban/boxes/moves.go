package boxes

import "github.com/gridmill/gridmill/solver"

// step is a push or a pull out of the position laid out.
type step struct {
	box      int32 // its number in the position
	from, to int32 // its cells
	node     int32 // where it leads
	player   int32 // the cell where it leaves him
	region   int32 // the least cell that he can then reach
	hash     uint64
}

// stepBytes is what a step takes.
const stepBytes = 32

// pushes adds the states that one push leads to from here, which is a state of
// s.forth. It returns false when the meter ends the search.
func (s *Solver) pushes(state int32, m *solver.Meter) bool {
	b, n, h := &s.board, &s.nodes, &s.here
	least := s.forth.at(state).player
	s.steps = s.steps[:0]
	for i, c := range h.cells {
		s.node[i] = n.at(c, least)
		for d := range int32(4) {
			stand, to := b.next[4*c+3-d], b.next[4*c+d]
			if stand == none || to == none || !has(h.reach, stand) || has(h.occupied, to) {
				continue
			}
			if node := n.push[4*s.node[i]+d]; node != none {
				s.steps = append(s.steps, step{box: int32(i), from: c, to: to, node: node, player: c})
			}
		}
	}
	return s.follow(&s.forth, state, m)
}

// pulls adds the states that one pull leads to from here, which is a state of
// s.back. It returns false when the meter ends the search.
func (s *Solver) pulls(state int32, m *solver.Meter) bool {
	b, n, h := &s.board, &s.nodes, &s.here
	least := s.back.at(state).player
	s.steps = s.steps[:0]
	for i, c := range h.cells {
		s.node[i] = n.at(c, least)
		for d := range int32(4) {
			to := b.next[4*c+d]
			if to == none || !has(h.reach, to) {
				continue
			}
			stand := b.next[4*to+d]
			if stand == none || has(h.occupied, stand) || n.live[to] == none {
				continue
			}
			if node := n.at(to, stand); n.alive[node] {
				s.steps = append(s.steps, step{box: int32(i), from: c, to: to, node: node, player: stand})
			}
		}
	}
	return s.follow(&s.back, state, m)
}

// follow adds the states that the steps lead to from here, which is a state of a
// side. First all of them are looked for at once, so that the waits for memory
// overlap: a large table is in no cache.
func (s *Solver) follow(side *side, state int32, m *solver.Meter) bool {
	h, least, depth := &s.here, side.at(state).player, side.at(state).depth+1
	if len(s.steps) == 0 {
		return m.Spend(8)
	}
	for i := range s.steps {
		t := &s.steps[i]
		h.shift(&s.nodes, t.from, t.to)
		t.region = h.region(&s.board, t.from, t.to, t.player, least)
		t.hash = side.hash(h.boxes, t.region)
		h.shift(&s.nodes, t.from, t.to)
		if s.board.stride > 64 && !m.Spend(s.board.toil()) {
			return false
		}
	}
	for i := range s.steps {
		s.warm ^= *side.slotAt(side.slot(s.steps[i].hash))
	}
	s.taken = false
	for i := range s.steps {
		t := &s.steps[i]
		h.shift(&s.nodes, t.from, t.to)
		ok := s.arrive(side, t, depth, m)
		h.shift(&s.nodes, t.from, t.to)
		if !ok {
			return false
		}
	}
	return m.Spend(8)
}

// arrive adds the state here, to which a step has led, unless it is known or has
// no plan. It returns false when the meter ends the search.
func (s *Solver) arrive(side *side, t *step, depth int32, m *solver.Meter) bool {
	h := &s.here
	known, at := side.seek(h.boxes, t.region, t.hash)
	if known != none {
		return side.again(known, depth, at, m)
	}
	if side == &s.forth && !s.rules.noFreeze && s.freeze.lost(&s.board, h.occupied) {
		return m.Spend(4)
	}
	if side.pairs.ready && side.pairs.lost(&s.nodes, h.cells, int(t.box), t.to, t.player) {
		return m.Spend(4)
	}
	left := s.left(side, t)
	if left == none {
		return m.Spend(4)
	}
	return side.arrive(h.boxes, t.region, depth, at, left, m)
}

// left is the bound on the pushes from here, to which a step has led, to the
// other end.
func (s *Solver) left(side *side, t *step) int32 {
	if s.rules.noMatch {
		return s.parity(side)
	}
	if !s.taken {
		side.match.take(s.node)
		s.taken = true
	}
	return side.match.with(int(t.box), t.node)
}

// parity is the bound that knows only that each push takes a box from a cell of
// one colour of the chessboard to the other.
func (s *Solver) parity(side *side) int32 {
	colour := int32(0)
	add := func(c int32) { colour += c%int32(s.board.stride) + c/int32(s.board.stride) }
	for _, c := range s.nodes.home {
		if has(s.here.occupied, c) {
			add(c)
		}
	}
	ends := s.goals
	if side == &s.back {
		ends = s.boxes
	}
	for _, c := range ends {
		add(c)
	}
	return colour & 1
}
