package boxes

import "github.com/gridmill/gridmill/solver"

// write finds the least moves of all plans that are marked, and writes one that
// takes them. ok is false when the meter ends the search.
func (p *plans) write(s *Solver, m *solver.Meter) (plan []byte, ok bool) {
	b := &s.board
	if !m.Reserve(int64(b.cells)*walkBytes + int64(b.words)*16) {
		return nil, false
	}
	p.walk.size(b)
	p.wanted = resize(p.wanted, b.words)
	depths := len(p.spans.items)
	if !p.enter(p.spans.items[0].from, entry{cell: s.player, parent: none}, m) {
		return nil, false
	}
	for _, in := range p.spans.items[:depths-1] {
		for id := in.from; id < in.to; id++ {
			if !p.leave(s, id, m) {
				return nil, false
			}
		}
	}
	best := int32(none)
	last := p.spans.items[depths-1]
	for id := last.from; id < last.to; id++ {
		for at := p.marks.items[id].entries; at != 0; at = p.entries.items[at-1].next {
			if best == none || p.entries.items[at-1].moves < p.entries.items[best].moves {
				best = int32(at - 1)
			}
		}
	}
	return p.trace(s, best, m)
}

// leave walks from all entries of mark id to all its pushes.
func (p *plans) leave(s *Solver, id int32, m *solver.Meter) bool {
	k := p.marks.items[id]
	s.here.place(&s.nodes, p.side(s, id), k.state)
	clear(p.wanted)
	stands := 0
	for at := k.edges; at != 0; at = p.edges.items[at-1].next {
		if stand := p.edges.items[at-1].stand; !has(p.wanted, stand) {
			flip(p.wanted, stand)
			stands++
		}
	}
	for at := k.entries; at != 0; at = p.entries.items[at-1].next {
		from := p.entries.items[at-1]
		if !m.Spend(p.walk.measure(&s.board, from.cell, s.here.occupied, p.wanted, stands)) {
			return false
		}
		for to := k.edges; to != 0; to = p.edges.items[to-1].next {
			e := p.edges.items[to-1]
			next := entry{
				cell:   s.board.next[4*e.stand+e.dir],
				parent: int32(at - 1),
				edge:   int32(to - 1),
				moves:  from.moves + int64(p.walk.away[e.stand]) + 1,
			}
			if !p.enter(e.to, next, m) {
				return false
			}
		}
	}
	return true
}

// enter records an entry of a mark, unless one on its cell takes no more moves.
func (p *plans) enter(id int32, e entry, m *solver.Meter) bool {
	for at := p.marks.items[id].entries; at != 0; at = p.entries.items[at-1].next {
		old := &p.entries.items[at-1]
		if old.cell != e.cell {
			continue
		}
		if e.moves < old.moves {
			old.parent, old.edge, old.moves = e.parent, e.edge, e.moves
		}
		return m.Spend(1)
	}
	e.mark, e.next = id, p.marks.items[id].entries
	if !p.entries.push(e, m) {
		return false
	}
	p.marks.items[id].entries = uint32(len(p.entries.items))
	return m.Spend(1)
}

// trace writes the plan that leads to an entry, from its end to its beginning.
func (p *plans) trace(s *Solver, last int32, m *solver.Meter) (plan []byte, ok bool) {
	moves := p.entries.items[last].moves
	if !m.Reserve(moves) {
		return nil, false
	}
	p.plan = resize(p.plan, int(moves))
	rest := p.plan
	for e := p.entries.items[last]; e.parent != none; {
		push := p.edges.items[e.edge]
		rest[len(rest)-1] = pushLetters[push.dir]
		rest = rest[:len(rest)-1]
		e = p.entries.items[e.parent]
		s.here.place(&s.nodes, p.side(s, e.mark), p.marks.items[e.mark].state)
		clear(p.wanted)
		flip(p.wanted, push.stand)
		if !m.Spend(p.walk.survey(&s.board, e.cell, s.here.occupied, p.wanted, 1)) {
			return nil, false
		}
		rest = p.walk.trace(&s.board, push.stand, rest)
	}
	return p.plan, true
}
