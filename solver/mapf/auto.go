package mapf

import (
	"context"
	"time"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/bfs"
	"github.com/gridmill/gridmill/solver/grid"
)

// crowd is how many agents are too many for the A* search to be trusted: on
// full maps most ways of a few agents are dead ends, and it may not find out.
const crowd = 6

// auto finds a plan by the fastest means there are. The package comment says
// which.
func (k *Kind) auto(ctx context.Context, s *scratch, budget solver.Budget) (solver.Answer, error) {
	t, p := &s.tally, &s.puzzle
	if !t.begin(ctx, budget) {
		return t.stopped(0)
	}
	if p.atRest() {
		return s.settle()
	}
	if s.trio.read(p) {
		return s.solveTrio()
	}
	p.explore()
	if p.ground.parted || p.wide() {
		return s.settle()
	}
	if !t.reserve(cellBytes * int64(p.board.rows) * int64(p.board.cols)) {
		return t.stopped(p.apart())
	}
	s.joint.prepare(p)
	a := &s.astar
	switch a.run(t, p, &s.joint) {
	case stopped:
		return t.stopped(a.bound)
	case absent:
		return solver.Answer{Status: solver.Unsolvable, States: t.states}, nil
	case long:
		return k.finish(ctx, s, budget)
	default: // found
		path := a.path()
		s.text = s.joint.appendPlan(s.text[:0], &p.ground, path)
		return s.solved(len(path) - 1), nil
	}
}

// solved is the answer whose plan is s.text.
func (s *scratch) solved(n int) solver.Answer {
	return solver.Answer{Status: solver.Solved, Cost: steps(n), Plan: string(s.text), States: s.tally.states}
}

// solveTrio answers the puzzle that s.trio has read.
func (s *scratch) solveTrio() (solver.Answer, error) {
	t, trio := &s.tally, &s.trio
	trio.proved = s.puzzle.apart()
	how := absent
	switch {
	case !t.reserve(diveBytes):
		how = stopped
	case trio.measure():
		how = trio.solve(t)
	case !t.visit():
		how = stopped
	}
	switch how {
	case stopped:
		return t.stopped(trio.proved)
	case absent:
		return solver.Answer{Status: solver.Unsolvable, States: t.states}, nil
	default: // found
		n := len(trio.track) - 1
		s.text = trio.appendPlan(s.text[:0])
		return s.solved(n), nil
	}
}

// finish answers by the two-way search what the A* search has given up, out of
// what is left of the budget.
func (k *Kind) finish(ctx context.Context, s *scratch, budget solver.Budget) (solver.Answer, error) {
	t, proved := &s.tally, s.astar.bound
	if budget.States > 0 {
		if budget.States -= t.states; budget.States == 0 {
			t.limit = solver.LimitStates
			return t.stopped(proved)
		}
	}
	if budget.Bytes > 0 {
		if budget.Bytes -= t.bytes; budget.Bytes == 0 {
			t.limit = solver.LimitBytes
			return t.stopped(proved)
		}
	}
	if budget.Time > 0 {
		budget.Time = max(1, time.Until(t.deadline))
	}
	a, err := k.search(solver.NewMeter(ctx, budget), s, twoWay)
	if err == nil {
		a.States += t.states
		if a.Status == solver.Limited {
			a.Bound = max(a.Bound, proved)
		}
	}
	return a, err
}

// search answers the puzzle by a named search over its joint graph, which is
// prepared.
func (k *Kind) search(m *solver.Meter, s *scratch, algorithm string) (solver.Answer, error) {
	p, j := &s.puzzle, &s.joint
	by := k.searcher.TwoWay
	if algorithm == oneWay {
		by = k.searcher.OneWay
	}
	r := by(m, bfs.Problem{
		Graph: j,
		Start: j.state(p, func(a agent) grid.Cell { return a.start }),
		Goal:  j.state(p, func(a agent) grid.Cell { return a.target }),
		Bits:  j.agents * j.width,
	})
	switch r.Outcome {
	case bfs.Stopped:
		return m.Stopped(max(r.Bound, p.apart()))
	case bfs.Absent:
		return solver.Answer{Status: solver.Unsolvable, States: m.States()}, nil
	default: // bfs.Found
		return solver.Answer{
			Status: solver.Solved,
			Cost:   steps(len(r.Path) - 1),
			Plan:   j.plan(&p.ground, r.Path),
			States: m.States(),
		}, nil
	}
}

// settle answers what needs no search: one state tells all there is to tell.
func (s *scratch) settle() (solver.Answer, error) {
	t, p := &s.tally, &s.puzzle
	switch {
	case !t.visit():
		return t.stopped(max(1, p.apart()))
	case p.atRest():
		return solver.Answer{Status: solver.Solved, Cost: steps(0), States: t.states}, nil
	case p.ground.parted:
		return solver.Answer{Status: solver.Unsolvable, States: t.states}, nil
	default: // wide
		return solver.Answer{Status: solver.Limited, States: t.states, Limit: solver.LimitBytes, Bound: p.apart()}, nil
	}
}
