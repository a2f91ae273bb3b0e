package solitaire

import (
	"context"
	"errors"
	"math"
	"strings"
	"time"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/bfs"
	"github.com/gridmill/gridmill/solver/solitaire/replay"
)

const (
	twoWay  = "two-way"
	measure = "moves"
)

// Kind is the solitaire kind. It is safe for use by many goroutines at once.
type Kind struct {
	searcher bfs.Searcher
	geometry *geometry
	searches solver.Pool[search]
}

// New returns the kind, with no search memory yet.
func New() *Kind { return &Kind{geometry: newGeometry()} }

// Info describes the kind.
func (*Kind) Info() solver.Info {
	return solver.Info{
		Name:    "solitaire",
		Version: 2,
		About: "Equal pieces on a board go from one placement to another, each move one piece to a free neighbouring " +
			"cell or over one piece to the free cell behind it, in the fewest moves and within a limit.",
		Algorithms: []string{twoWay},
		Measures:   []string{measure},
		Example:    "8x8 r4c4 r4c5 r5c4 r6c5 > r2c4 r3c3 r3c6 r4c6",
	}
}

// Check returns nil for a valid puzzle and a *solver.FormError otherwise.
func (*Kind) Check(form string) error {
	_, err := parse(form)
	return err
}

// Work estimates the time of a search that has to go the whole way to the
// judge's limit, from the number of pieces: about half a millisecond for four.
func (*Kind) Work(form string) time.Duration {
	const (
		stateWork     = 35e-9 // seconds a state
		movesPerPiece = 5     // on a roomy board, jumps among them
	)
	pieces := min((strings.Count(form, "r")+1)/2, maxPieces)
	// Each end reaches the placements four moves away, in any order.
	states := 2 * math.Pow(float64(movesPerPiece*pieces), 4) / (4 * 3 * 2)
	return time.Duration(stateWork*states*float64(time.Second)) + time.Microsecond
}

// Solve finds a plan of the fewest moves. When the fewest are more than
// opts.MaxMoves, the puzzle is Unsolvable; any negative limit is no limit.
// Auto is an algorithm of its own.
func (k *Kind) Solve(ctx context.Context, form string, opts solver.Options, budget solver.Budget) (solver.Answer, error) {
	p, err := parse(form)
	if err != nil {
		return solver.Answer{}, err
	}
	depth := opts.MaxMoves
	switch {
	case depth == 0:
		depth = solver.DefaultMaxMoves
	case depth < 0:
		depth = 0 // none, in the words of bfs
	}
	if opts.Algorithm == "" || opts.Algorithm == solver.Auto {
		return k.auto(ctx, &p, depth, budget)
	}
	if _, err := k.Info().Algorithm(opts.Algorithm); err != nil {
		return solver.Answer{}, err
	}
	m := solver.NewMeter(ctx, budget)
	r := k.searcher.TwoWay(m, bfs.Problem{
		Graph:    &board{cells: p.board},
		Start:    p.start,
		Goal:     p.end,
		Bits:     maxSide * stride,
		MaxDepth: depth,
	})
	switch r.Outcome {
	case bfs.Stopped:
		return m.Stopped(r.Bound)
	case bfs.Absent:
		return solver.Answer{Status: solver.Unsolvable, States: m.States()}, nil
	default: // bfs.Found
		return solver.Answer{
			Status: solver.Solved,
			Cost:   moves(len(r.Path) - 1),
			Plan:   plan(r.Path),
			States: m.States(),
		}, nil
	}
}

// Replay makes the moves of plan on form and returns how many they are; the
// move limit is not its business. The error is a *replay.StepError for the
// first wrong move, or says why form is no puzzle.
func (*Kind) Replay(form, plan string) (solver.Cost, error) {
	n, err := replay.Plan(form, plan)
	if wrong, ok := errors.AsType[*replay.StepError](err); ok {
		return solver.Cost{}, (*solver.StepError)(wrong)
	}
	if err != nil {
		return solver.Cost{}, err
	}
	return moves(n), nil
}

func moves(n int) solver.Cost { return solver.Cost{{Name: measure, Value: n}} }
