package sokoban

import (
	"math"

	"github.com/gridmill/gridmill/solver"
)

// auto is the memory of one search by the algorithm auto; doc.go explains it.
type auto struct {
	field   field
	rings   *rings
	recede  recede
	roam    roam
	stroll  stroll
	ways    ways
	agenda  agenda
	outlook outlook
	visited []arrival // states of which only pushes on the current level were planned
	paid    int       // places in visited whose memory was reserved in this search
	last    arrival   // at the state visited last
	wide    bool      // pushes to all levels are planned
	floor   int32     // the current level; no plan has a lower one
	plan    []byte
}

// arrival is a state and how the search came there.
type arrival struct {
	walks  int64
	state  uint32
	detour int32
}

const (
	arrivalBytes = 16
	// autoBytes is what a search takes a cell, without plans and arrivals.
	autoBytes = 1 + recedeBytes + roamBytes + strollBytes + waysBytes + outlookBytes
)

// solve answers the field, whose box is off target.
func (a *auto) solve(g *gauge) (solver.Answer, error) {
	f := &a.field
	a.floor = 0
	if !g.visit() || !g.reserve(f.cells()*autoBytes) {
		return a.stopped(g)
	}
	a.agenda.reset()
	a.visited, a.paid, a.wide = a.visited[:0], 0, false
	found, ok := a.survey(g)
	if !ok {
		return a.stopped(g)
	}
	if !found {
		return solver.Answer{Status: solver.Unsolvable, States: g.states}, nil
	}
	a.stroll.reset(f)
	a.ways.reset(f)
	a.outlook.reset()
	if !a.start(g) {
		return a.stopped(g)
	}
	for {
		i, ok := a.next(g)
		if !ok {
			return a.stopped(g)
		}
		if i == none {
			return solver.Answer{Status: solver.Unsolvable, States: g.states}, nil
		}
		arrived, ok := a.try(g, i)
		if !ok {
			return a.stopped(g)
		}
		if arrived {
			return a.answer(g)
		}
	}
}

// survey searches back from the target until it comes to the first cell of the
// box, and forward from there a little, for a box that cannot go far. It
// reports whether there may be a plan. The second result is false when the gauge
// ends the search.
func (a *auto) survey(g *gauge) (found, ok bool) {
	f, r := &a.field, &a.recede
	r.reset(f, &a.agenda)
	first := r.at(f.box)
	if first.level >= 0 {
		return true, true
	}
	a.roam.reset(f)
	for {
		a.floor = r.depth + 1
		if !r.deepen(g) {
			return false, false
		}
		if first.level >= 0 {
			return true, true
		}
		if r.ended() || a.roam.search(f, g.states/4+8) {
			return false, true
		}
	}
}

// stopped is the result of a search that the gauge has ended.
func (a *auto) stopped(g *gauge) (solver.Answer, error) { return g.stopped(a.pushes()) }

// pushes is how many pushes a plan of the current level takes.
func (a *auto) pushes() int { return int(a.field.apart(a.field.box, a.field.target) + 2*a.floor) }

// start plans the first push in each direction, with the walk there as short as
// it could be.
func (a *auto) start(g *gauge) bool {
	f := &a.field
	entry := a.rings[f.ring(f.box)]
	for d := range 4 {
		if entry>>(20*d)&noPush == noPush {
			continue
		}
		steps := f.apart(f.player, f.box-f.step[d])
		p := plan{walks: int64(steps), from: fromStart, guess: uint16(steps)}
		c := f.box + f.step[d]
		s := a.recede.at(c)
		p.aim(f, c, d, s.level)
		if !a.propose(g, s, &p) {
			return false
		}
	}
	return true
}

// next takes the best plan out of the agenda. It returns none when there are no
// more, and false when the gauge ends the search.
func (a *auto) next(g *gauge) (int32, bool) {
	if i, ok := a.agenda.pop(uint64(a.floor+1) << levelBit); ok {
		return i, true
	}
	r := &a.recede
	for {
		if !a.unfold(g) {
			return none, false
		}
		if r.ended() {
			i, ok := a.agenda.pop(math.MaxUint64)
			if !ok {
				return none, true
			}
			a.floor = int32(a.agenda.last >> levelBit)
			return i, true
		}
		a.floor++
		if !r.deepen(g) {
			return none, false
		}
		if i, ok := a.agenda.pop(uint64(a.floor+1) << levelBit); ok {
			return i, true
		}
	}
}

// answer writes the plan that led to the state visited last, from the end to
// the beginning.
func (a *auto) answer(g *gauge) (solver.Answer, error) {
	f := &a.field
	pushes := a.pushes()
	moves := pushes + int(a.last.walks)
	a.plan = resize(a.plan, moves)
	rest := a.plan
	c, d := int32(a.last.state>>2), int(a.last.state&3)
	for d != fromStart {
		from := int(a.recede.spots[c].parents>>(4*d)&15) - 1
		rest[len(rest)-1] = pushLetters[d]
		rest = rest[:len(rest)-1]
		c -= f.step[d]
		var ok bool
		if rest, ok = a.trace(g, c, from, d, rest); !ok {
			return a.stopped(g)
		}
		d = from
	}
	return solver.Answer{
		Status: solver.Solved,
		Cost:   cost(pushes, moves),
		Plan:   string(a.plan),
		States: g.states,
	}, nil
}

// bytes is about what a holds.
func (a *auto) bytes() int {
	return autoBytes*cap(a.stroll.level) + planBytes*cap(a.agenda.plans) + arrivalBytes*cap(a.visited) + cap(a.plan)
}
