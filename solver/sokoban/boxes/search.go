package boxes

import (
	"github.com/gridmill/gridmill/solver"
)

// Solver is the memory of one search; doc.go explains it. It serves one search
// after the other.
type Solver struct {
	board  board
	nodes  nodes
	freeze freeze
	forth  side
	back   side
	here   position
	node   []int32 // of the boxes of here
	steps  []step  // out of here
	taken  bool    // the match of the side knows here
	plans  plans
	rules  rules
	warm   uint64 // keeps the compiler from leaving out what is read ahead

	player int32
	boxes  []int32
	goals  []int32
}

// rules are the prunings that are off. Tests turn them off, and no answer may
// change.
type rules struct {
	noDead     bool // cells from which a lone box cannot come to a goal, or to which none comes
	noSides    bool // distances that know the player's side of the box
	noMatch    bool // goals for all boxes at once, and the bound
	noFreeze   bool // boxes that hold each other
	earlyPairs bool // pairs are looked at from the beginning
}

// Solve answers p. When the meter ends the search, the outcome is Limited and
// holds the bound that has been proved.
func (s *Solver) Solve(p *Puzzle, objective Objective, m *solver.Meter) Outcome {
	limited := Outcome{Status: solver.Limited, Bound: 1}
	if !m.Visit() || !s.read(p, m) {
		return limited
	}
	if s.solved() {
		return Outcome{Status: solver.Solved}
	}
	possible, ok := s.begin(m)
	if !ok {
		return limited
	}
	if !possible {
		return Outcome{Status: solver.Unsolvable}
	}
	for limit := max(s.forth.base, s.back.base); ; {
		limited.Bound = max(1, int(limit))
		if !s.pair(m) || !s.forth.raise(limit, m) || !s.back.raise(limit, m) || !s.approach(m) {
			return limited
		}
		if s.forth.open == 0 || s.back.open == 0 {
			return Outcome{Status: solver.Unsolvable}
		}
		found, ok := s.plans.mark(s, objective, m)
		if !ok {
			return limited
		}
		if found {
			plan, ok := s.plans.write(s, m)
			if !ok {
				return limited
			}
			return Outcome{Status: solver.Solved, Pushes: int(limit), Plan: plan}
		}
		limit = max(limit+2, s.forth.least(), s.back.least())
	}
}

// read takes p in. It returns false when the meter ends the search.
func (s *Solver) read(p *Puzzle, m *solver.Meter) bool {
	b := &s.board
	if !b.read(p, m) {
		return false
	}
	s.player = b.cell(p.Player)
	s.boxes, s.goals = s.boxes[:0], s.goals[:0]
	for i := range p.Boxes {
		s.boxes = append(s.boxes, b.cell(p.Boxes[i]))
		s.goals = append(s.goals, b.cell(p.Goals[i]))
	}
	s.here.size(b, 0, len(s.boxes))
	return m.Reserve(int64(b.words)*3*8 + int64(len(s.boxes))*5*4)
}

// solved reports whether all boxes stand on goals already.
func (s *Solver) solved() bool {
	setOf(s.here.occupied, s.boxes)
	for _, c := range s.goals {
		if !has(s.here.occupied, c) {
			return false
		}
	}
	return true
}

// begin puts the first states of both sides in place. It reports whether there
// may be a plan; ok is false when the meter ends the search.
func (s *Solver) begin(m *solver.Meter) (possible, ok bool) {
	b, n := &s.board, &s.nodes
	if !n.size(b, s.rules, m) || !n.measure(s.player, s.boxes, s.goals, m) {
		return false, false
	}
	for _, c := range s.boxes {
		if !n.alive[n.at(c, s.player)] {
			return false, true
		}
	}
	for _, c := range s.goals {
		if n.live[c] == none {
			return false, true
		}
	}
	words := (len(n.home) + 63) / 64
	s.here.size(b, words, len(s.boxes))
	s.node = resize(s.node, len(s.boxes))
	s.freeze.size(b, n, s.goals)
	s.forth.match.reset(len(s.boxes), n.width, n.toGoal, m)
	s.back.match.reset(len(s.boxes), n.width, n.toHere, m)
	if !m.Reserve(int64(b.words)*4*8+int64(words)*8+int64(len(s.boxes))*(2*matchBytes+4*stepBytes)) ||
		!s.forth.reset(words, m) || !s.back.reset(words, m) {
		return false, false
	}
	if possible, ok = s.first(&s.forth, s.boxes, s.player, m); !possible || !ok {
		return possible, ok
	}
	if !s.rules.noFreeze && s.freeze.lost(b, s.here.occupied) {
		return false, true
	}
	// Backwards the player may begin in any region beside the boxes on the goals.
	setOf(s.here.occupied, s.goals)
	for _, c := range s.goals {
		for _, side := range b.next[4*c:][:4] {
			if side == none || has(s.here.occupied, side) {
				continue
			}
			if _, ok := s.first(&s.back, s.goals, side, m); !ok {
				return false, false
			}
		}
	}
	return s.back.open > 0, true
}

// first adds a first state to a side, unless it is there already. It reports
// whether the state has a matching.
func (s *Solver) first(to *side, cells []int32, player int32, m *solver.Meter) (possible, ok bool) {
	h := &s.here
	setOf(h.occupied, cells)
	clear(h.boxes)
	for i, c := range cells {
		flip(h.boxes, s.nodes.live[c])
		s.node[i] = s.nodes.at(c, player)
	}
	region := s.board.flood(player, h.occupied, h.beyond)
	state, at := to.find(h.boxes, region)
	left := s.parity(to)
	if !s.rules.noMatch {
		left = to.match.take(s.node)
		if to.match.stopped {
			return false, false
		}
	}
	if state != none || left == none {
		return left != none, true
	}
	if to.open == 0 || left < to.base {
		to.base = left
	}
	return true, to.arrive(h.boxes, region, 0, at, left, m)
}

// pair looks at pairs of boxes, once the search has become long.
func (s *Solver) pair(m *solver.Meter) bool {
	f, b := &s.forth, &s.back
	if f.pairs.ready || f.count+b.count < crowded && !s.rules.earlyPairs {
		return true
	}
	return f.pairs.find(&s.board, &s.nodes, s.goals, s.player, true, m) &&
		b.pairs.find(&s.board, &s.nodes, s.boxes, s.player, false, m)
}

// approach expands layers of both sides, from their beginnings on, until their
// depths add up to the limit. Next is always the side that has fewer states in
// front, so that none crosses a crowd that the other can go round.
func (s *Solver) approach(m *solver.Meter) bool {
	f, b := &s.forth, &s.back
	for f.depth+b.depth < f.limit {
		switch {
		case f.waiting == 0:
			f.depth = f.limit - b.depth
		case b.waiting == 0:
			b.depth = b.limit - f.depth
		case f.front() <= b.front():
			if !s.expand(f, s.pushes, m) {
				return false
			}
		default:
			if !s.expand(b, s.pulls, m) {
				return false
			}
		}
	}
	return true
}

// expand expands the layer of a side at its depth.
func (s *Solver) expand(side *side, step func(state int32, m *solver.Meter) bool, m *solver.Meter) bool {
	for {
		state := side.pop()
		if state == none {
			side.depth++
			return true
		}
		s.here.lay(&s.board, &s.nodes, &side.table, state)
		if !m.Spend(s.board.toil()) || !step(state, m) {
			return false
		}
	}
}

// Bytes is about what s holds.
func (s *Solver) Bytes() int {
	n := &s.nodes
	bytes := 20*cap(s.board.next)/4 + 8*cap(s.board.floor)
	bytes += 4*(cap(n.base)+cap(n.split)+cap(n.live)+cap(n.push)+cap(n.toGoal)+cap(n.toHere)) + cap(n.parts)
	for _, side := range []*side{&s.forth, &s.back} {
		bytes += side.bytes() + listBytes*(cap(side.layers)+cap(side.later))
	}
	return bytes + s.plans.bytes()
}
