package boxes

import "github.com/gridmill/gridmill/solver"

// plans holds the states that lie on a plan of fewest pushes, the pushes between
// them, and the least moves to each cell where the player may stand in them.
type plans struct {
	marks   stack[mark]
	edges   stack[edge]
	entries stack[entry]
	spans   stack[span] // by depth
	walk    walk
	wanted  []uint64
	one     bool // a single plan is enough
	plan    []byte
}

// mark is a state on a plan of fewest pushes. It is known to one side or, where
// the sides meet, to both.
type mark struct {
	state   int32  // its number on its side
	back    bool   // whether that is the side of the pulls
	edges   uint32 // its first edge: number plus 1, or 0
	entries uint32 // its first entry: number plus 1, or 0
}

// edge is a push from one marked state to another.
type edge struct {
	to    int32 // mark
	stand int32 // the cell from which the player pushes
	dir   int32
	next  uint32 // edge from the same mark: number plus 1, or 0
}

// entry is a marked state with the player on the cell where a push has left him.
type entry struct {
	cell   int32
	mark   int32
	parent int32 // the entry before the push, or none at the beginning
	edge   int32 // the push
	moves  int64
	next   uint32 // entry of the same mark: number plus 1, or 0
}

// span is the marks of one depth, which have consecutive numbers.
type span struct{ from, to int32 }

// mark finds out whether the sides meet at a plan of as many pushes as the limit
// says, and if so, which states lie on such plans. ok is false when the meter
// ends the search.
func (p *plans) mark(s *Solver, objective Objective, m *solver.Meter) (found, ok bool) {
	p.one = objective == Pushes
	p.marks.reset()
	p.edges.reset()
	p.entries.reset()
	p.spans.reset()
	if !p.meet(&s.forth, &s.back, m) {
		return false, false
	}
	met := int32(len(p.marks.items))
	if met == 0 {
		return false, true
	}
	for range s.forth.limit + 1 {
		if !p.spans.push(span{0, met}, m) {
			return false, false
		}
	}
	return true, p.before(s, m) && p.after(s, m)
}

// meet marks the states where the sides meet, each at its depth.
func (p *plans) meet(f, b *side, m *solver.Meter) bool {
	fewer, other := f, b
	if b.count < f.count {
		fewer, other = b, f
	}
	for state := range int32(fewer.count) {
		in := fewer.at(state)
		if in.depth != fewer.depth {
			continue
		}
		there, _ := other.find(fewer.set(state), in.player)
		if !m.Spend(4) {
			return false
		}
		if there == none || other.at(there).depth != other.depth {
			continue
		}
		if fewer == b {
			state = there
		}
		if !p.marks.push(mark{state: state}, m) {
			return false
		}
		if p.one {
			return true
		}
	}
	return m.Spend(fewer.count / 16)
}

// before marks the states that lead to the marked ones, depth by depth to the
// beginning.
func (p *plans) before(s *Solver, m *solver.Meter) bool {
	for depth := s.forth.depth; depth > 0; depth-- {
		from := int32(len(p.marks.items))
		for id := p.spans.items[depth].from; id < p.spans.items[depth].to; id++ {
			s.here.lay(&s.board, &s.nodes, &s.forth.table, p.marks.items[id].state)
			if !p.pulls(s, id, depth-1, m) {
				return false
			}
		}
		p.spans.items[depth-1] = span{from, int32(len(p.marks.items))}
	}
	return true
}

// pulls marks the states one pull from here, which is marked id, that the pushes
// came through at depth.
func (p *plans) pulls(s *Solver, id, depth int32, m *solver.Meter) bool {
	b, n, h := &s.board, &s.nodes, &s.here
	least := leastOf(h.reach)
	for _, c := range h.cells {
		for d := range int32(4) {
			to := b.next[4*c+d]
			if to == none || !has(h.reach, to) {
				continue
			}
			stand := b.next[4*to+d]
			if stand == none || has(h.occupied, stand) || n.live[to] == none {
				continue
			}
			h.shift(n, c, to)
			player := h.region(b, c, to, stand, least)
			state, _ := s.forth.find(h.boxes, player)
			h.shift(n, c, to)
			if !m.Spend(b.toil()) {
				return false
			}
			if state == none || s.forth.at(state).depth != depth {
				continue
			}
			from, ok := p.claim(&s.forth, state, false, m)
			if !ok || !p.join(from, edge{to: id, stand: stand, dir: 3 - d}, m) {
				return false
			}
			if p.one {
				return true
			}
		}
	}
	return true
}

// after marks the states that the marked ones lead to, depth by depth to the
// end.
func (p *plans) after(s *Solver, m *solver.Meter) bool {
	for depth := s.forth.depth; depth < s.forth.limit; depth++ {
		from := int32(len(p.marks.items))
		for id := p.spans.items[depth].from; id < p.spans.items[depth].to; id++ {
			s.here.lay(&s.board, &s.nodes, p.side(s, id), p.marks.items[id].state)
			if !p.pushes(s, id, s.forth.limit-depth-1, m) {
				return false
			}
		}
		p.spans.items[depth+1] = span{from, int32(len(p.marks.items))}
	}
	return true
}

// pushes marks the states one push from here, which is marked id, that the pulls
// came through at depth.
func (p *plans) pushes(s *Solver, id, depth int32, m *solver.Meter) bool {
	b, n, h := &s.board, &s.nodes, &s.here
	least := leastOf(h.reach)
	for _, c := range h.cells {
		for d := range int32(4) {
			stand, to := b.next[4*c+3-d], b.next[4*c+d]
			if stand == none || to == none || !has(h.reach, stand) || has(h.occupied, to) || n.live[to] == none {
				continue
			}
			h.shift(n, c, to)
			player := h.region(b, c, to, c, least)
			state, _ := s.back.find(h.boxes, player)
			h.shift(n, c, to)
			if !m.Spend(b.toil()) {
				return false
			}
			if state == none || s.back.at(state).depth != depth {
				continue
			}
			next, ok := p.claim(&s.back, state, true, m)
			if !ok || !p.join(id, edge{to: next, stand: stand, dir: d}, m) {
				return false
			}
			if p.one {
				return true
			}
		}
	}
	return true
}

// side returns the table that a marked state is in.
func (p *plans) side(s *Solver, id int32) *table {
	if p.marks.items[id].back {
		return &s.back.table
	}
	return &s.forth.table
}

// claim returns the mark of a state of a side, a new one if need be.
func (p *plans) claim(on *side, state int32, back bool, m *solver.Meter) (id int32, ok bool) {
	in := on.at(state)
	if in.left < 0 {
		return ^in.left, true
	}
	id = int32(len(p.marks.items))
	in.left = ^id
	return id, p.marks.push(mark{state: state, back: back}, m)
}

// join adds an edge from a mark.
func (p *plans) join(from int32, e edge, m *solver.Meter) bool {
	e.next = p.marks.items[from].edges
	if !p.edges.push(e, m) {
		return false
	}
	p.marks.items[from].edges = uint32(len(p.edges.items))
	return true
}

// bytes is about what p holds.
func (p *plans) bytes() int {
	return 16*cap(p.marks.items) + 16*cap(p.edges.items) + 32*cap(p.entries.items) + cap(p.plan)
}
