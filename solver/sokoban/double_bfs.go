package sokoban

import (
	"slices"

	"github.com/gridmill/gridmill/solver"
)

// doubleBFS is the memory of one search by double-bfs; doc.go explains it.
type doubleBFS struct {
	walks  walks
	states []pushState // by box cell × 4 + side
	order  []int32     // states in the order they were reached, layer by layer
	plan   []byte
}

// pushState is what is known of one (box cell, side the player stands on).
type pushState struct {
	layer  int32 // pushes that lead here, plus 1; 0 while the state is unseen
	moves  int32 // the least moves known
	parent uint8 // side the player stood on before he walked and pushed, or fromStart
}

// fromStart as a parent says that the player walked here and has not pushed.
const fromStart = 4

// doubleBytes is what a search takes a cell.
const doubleBytes = walkBytes + 4*(12+4)

// roundTheBox is the least a walk from one side of the box to another takes.
var roundTheBox = [4][4]int32{{0, 2, 2, 4}, {2, 0, 4, 2}, {2, 4, 0, 2}, {4, 2, 2, 0}}

// solve answers b, whose box is off target and within reach.
func (d *doubleBFS) solve(b *board, m *solver.Meter) (solver.Answer, error) {
	least := b.apart(b.box, b.target)
	if !d.prepare(b, m) || !d.start(b, m) {
		return m.Stopped(least)
	}
	begin := 0
	for pushes := 0; begin < len(d.order); pushes++ {
		end := len(d.order)
		for _, id := range d.order[begin:end] {
			if !d.expand(b, m, id) {
				return m.Stopped(max(least, pushes+1))
			}
		}
		begin = end
		if best, ok := d.arrived(b, int32(pushes)+2); ok {
			return d.answer(b, m, best)
		}
	}
	return solver.Answer{Status: solver.Unsolvable, States: m.States()}, nil
}

// prepare makes d ready for b. It returns false when the meter ends that.
func (d *doubleBFS) prepare(b *board, m *solver.Meter) bool {
	cells := len(b.cells)
	if !m.Reserve(int64(cells)*doubleBytes) || !d.walks.reset(b, m) {
		return false
	}
	d.order = resize(d.order, 4*cells)[:0]
	if cap(d.states) < 4*cells {
		d.states = make([]pushState, 4*cells)
		return true
	}
	d.states = d.states[:4*cells]
	for some := range slices.Chunk(d.states, cellsPerLook) {
		if !m.Spend(len(some)) {
			return false
		}
		clear(some)
	}
	return true
}

// cellsPerLook is how many cells of a board are made ready between two looks at
// the clock.
const cellsPerLook = 4096

// start puts the sides of the box that the player can walk to into layer 1.
func (d *doubleBFS) start(b *board, m *solver.Meter) bool {
	var moves [4]int32
	reached, ok := d.walks.measure(m, b.box, b.player, d.walks.free(b.box), &moves)
	if !ok {
		return false
	}
	for side := range int32(4) {
		if reached&(1<<side) == 0 {
			continue
		}
		if !d.reach(m, 4*b.box+side, pushState{layer: 1, moves: moves[side], parent: fromStart}) {
			return false
		}
	}
	return true
}

// reach records that a state can be reached as s says, if that is news.
func (d *doubleBFS) reach(m *solver.Meter, id int32, s pushState) bool {
	old := &d.states[id]
	switch {
	case old.layer == 0:
		if !m.Visit() {
			return false
		}
		d.order = append(d.order, id)
		*old = s
	case old.layer == s.layer && s.moves < old.moves:
		*old = s
	}
	return true
}

// expand walks the player from state id to every side of the box where a push
// may improve on what is known, and pushes. It returns false when the meter
// stops it.
func (d *doubleBFS) expand(b *board, m *solver.Meter, id int32) bool {
	box, from := id/4, id%4
	s := d.states[id]
	var wanted sides
	for side, step := range b.step {
		if b.wall(box+step) || b.wall(box-step) {
			continue
		}
		next := d.states[4*(box-step)+int32(side)]
		least := s.moves + roundTheBox[from][side] + 1
		if next.layer == 0 || next.layer == s.layer+1 && least < next.moves {
			wanted |= 1 << side
		}
	}
	if wanted == 0 {
		return m.Spend(1)
	}
	var moves [4]int32
	reached, ok := d.walks.measure(m, box, box+b.step[from], wanted, &moves)
	if !ok {
		return false
	}
	for side, step := range b.step {
		if reached&(1<<side) == 0 {
			continue
		}
		next := pushState{layer: s.layer + 1, moves: s.moves + moves[side] + 1, parent: uint8(from)}
		if !d.reach(m, 4*(box-step)+int32(side), next) {
			return false
		}
	}
	return true
}

// arrived returns the state of the layer that has the box on the target by the
// least moves.
func (d *doubleBFS) arrived(b *board, layer int32) (best int32, ok bool) {
	for id := 4 * b.target; id < 4*b.target+4; id++ {
		if s := d.states[id]; s.layer == layer && (!ok || s.moves < d.states[best].moves) {
			best, ok = id, true
		}
	}
	return best, ok
}

// answer writes the plan that leads to state id, from its end to its beginning.
func (d *doubleBFS) answer(b *board, m *solver.Meter, id int32) (solver.Answer, error) {
	pushes, moves := int(d.states[id].layer)-1, int(d.states[id].moves)
	d.plan = resize(d.plan, moves)
	rest := d.plan
	for d.states[id].parent != fromStart {
		side := id % 4
		before := id/4 + b.step[side] // where the box was; the player stands there now
		rest[len(rest)-1] = pushLetters[3-side]
		rest = rest[:len(rest)-1]
		parent := int32(d.states[id].parent)
		var entered int
		rest, entered = d.walks.trace(before, before+b.step[parent], before+b.step[side], rest)
		if !m.Spend(entered) {
			return m.Stopped(pushes)
		}
		id = 4*before + parent
	}
	d.walks.trace(b.box, b.player, b.box+b.step[id%4], rest)
	return solver.Answer{
		Status: solver.Solved,
		Cost:   cost(pushes, moves),
		Plan:   string(d.plan),
		States: m.States(),
	}, nil
}
