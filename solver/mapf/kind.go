package mapf

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/bfs"
	"github.com/gridmill/gridmill/solver/grid"
	"github.com/gridmill/gridmill/solver/mapf/replay"
)

const (
	twoWay = "two-way"
	oneWay = "one-way"

	measure = "steps"
)

// Kind is the mapf kind. It is safe for use by many goroutines at once.
type Kind struct {
	searcher bfs.Searcher
	spare    solver.Pool[scratch]
}

// New returns the kind, with no memory yet.
func New() *Kind { return new(Kind) }

// Info describes the kind.
func (*Kind) Info() solver.Info {
	return solver.Info{
		Name:    "mapf",
		Version: 2,
		About: "Agents on a grid go to their own targets, all moving or staying at once, no two into one cell " +
			"and no two swapping cells, in the fewest steps.",
		Algorithms: []string{twoWay, oneWay},
		Measures:   []string{measure},
		Example:    "#####|#---#|##-## a=r2c2>r2c4 b=r2c4>r2c2",
	}
}

// Check returns nil for a valid puzzle and a *solver.FormError otherwise.
func (k *Kind) Check(form string) error {
	s := k.spare.Get()
	defer k.release(s)
	return s.puzzle.read(form)
}

const (
	// cellWork is the time that auto takes a cell for up to three agents, hard
	// puzzles shared out among the easy ones.
	cellWork = 100 * time.Nanosecond
	// agentWork is how many times more it takes for every agent more.
	agentWork = 30
	// mostWork is the estimate for all that is larger.
	mostWork = time.Minute
)

// Work estimates the time that auto takes from the number of free cells and of
// agents: about 10 µs for three agents on 100 cells, most of it for the few
// puzzles among a hundred that are hard.
func (*Kind) Work(form string) time.Duration {
	work := cellWork*time.Duration(strings.Count(form, string(grid.Floor))) + time.Microsecond
	for agents := strings.Count(form, "="); agents > 3 && work < mostWork; agents-- {
		work *= agentWork
	}
	return min(work, mostWork)
}

// Solve finds a plan of the fewest steps.
func (k *Kind) Solve(ctx context.Context, form string, opts solver.Options, budget solver.Budget) (solver.Answer, error) {
	s := k.spare.Get()
	defer k.release(s)
	p := &s.puzzle
	if err := p.read(form); err != nil {
		return solver.Answer{}, err
	}
	if opts.Algorithm == "" || opts.Algorithm == solver.Auto {
		return k.auto(ctx, s, budget)
	}
	algorithm, err := k.Info().Algorithm(opts.Algorithm)
	if err != nil {
		return solver.Answer{}, err
	}
	p.explore()
	m := solver.NewMeter(ctx, budget)
	if p.atRest() || p.ground.parted {
		return p.settle(m)
	}
	if p.wide() {
		if !m.Visit() {
			return m.Stopped(p.apart())
		}
		return solver.Answer{Status: solver.Limited, States: m.States(), Limit: solver.LimitBytes, Bound: p.apart()}, nil
	}
	if !m.Reserve(cellBytes * int64(p.board.rows) * int64(p.board.cols)) {
		return m.Stopped(p.apart())
	}
	s.joint.prepare(p)
	return k.search(m, s, algorithm)
}

// settle answers a puzzle that needs no search: one state tells all.
func (p *puzzle) settle(m *solver.Meter) (solver.Answer, error) {
	switch {
	case !m.Visit():
		return m.Stopped(max(1, p.apart()))
	case p.atRest():
		return solver.Answer{Status: solver.Solved, Cost: steps(0), States: m.States()}, nil
	default:
		return solver.Answer{Status: solver.Unsolvable, States: m.States()}, nil
	}
}

// Canonical appends the canonical form of form to dst. The package comment
// says what it is.
func (k *Kind) Canonical(dst []byte, form string) ([]byte, solver.Transform, error) {
	s := k.spare.Get()
	defer k.release(s)
	if err := s.puzzle.read(form); err != nil {
		return nil, solver.Transform{}, err
	}
	canonical, t := s.canon.appendCanonical(dst, &s.puzzle)
	return canonical, t.pack(), nil
}

// KeyOptions returns "": no option changes the answers of the kind.
func (*Kind) KeyOptions(solver.Options) string { return "" }

// Restore maps a plan of the canonical form to the puzzle that t came from.
// The error says why plan is no sequence of words.
func (*Kind) Restore(t solver.Transform, plan string) (string, error) {
	back := unpack(t)
	return back.restore(plan)
}

// Carry maps a plan of the puzzle that t came from to the canonical form. The
// error says why plan is no sequence of words.
func (*Kind) Carry(t solver.Transform, plan string) (string, error) {
	there := unpack(t)
	return there.carry(plan)
}

// Replay walks plan on form and returns its steps. The error is a
// *solver.StepError for the first wrong step, or says why form is no puzzle.
func (*Kind) Replay(form, plan string) (solver.Cost, error) {
	n, err := replay.Plan(form, plan)
	if wrong, ok := errors.AsType[*replay.StepError](err); ok {
		return solver.Cost{}, (*solver.StepError)(wrong)
	}
	if err != nil {
		return solver.Cost{}, err
	}
	return steps(n), nil
}

func steps(n int) solver.Cost { return solver.Cost{{Name: measure, Value: n}} }
