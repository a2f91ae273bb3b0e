//go:build budgets

package budgets

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// limit is one row's budget.
type limit struct {
	name   string
	budget solver.Budget
	cancel time.Duration
}

func (l limit) asked() string {
	switch {
	case l.budget.States > 0:
		return fmt.Sprint(l.budget.States)
	case l.budget.Bytes > 0:
		return fmt.Sprintf("%d MB", l.budget.Bytes>>20)
	default:
		return (l.budget.Time + l.cancel).String()
	}
}

// limits returns what every algorithm is put to. Times of a millisecond end
// while a large board is made ready, times of 150 in the middle of a search.
func limits() []limit {
	return []limit{
		{name: "states", budget: solver.Budget{States: 1000, Time: longest}},
		{name: "states", budget: solver.Budget{States: 100_003, Time: longest}},
		{name: "bytes", budget: solver.Budget{Bytes: 1 << 20, Time: longest}},
		{name: "bytes", budget: solver.Budget{Bytes: 64 << 20, Time: longest}},
		{name: "bytes", budget: solver.Budget{Bytes: 1 << 30, Time: longest}},
		{name: "time", budget: solver.Budget{Time: time.Millisecond}},
		{name: "time", budget: solver.Budget{Time: 150 * time.Millisecond}},
		{name: "cancel", cancel: time.Millisecond},
		{name: "cancel", cancel: 150 * time.Millisecond},
	}
}

// longest ends searches that would not spend the rest of their budget in
// reasonable time.
const longest = 8 * time.Second

// instance is a size of puzzles, of which the hardest is taken.
type instance struct {
	kind  string
	size  string
	opts  solver.Options
	seeds int // random puzzles to choose from
	form  func(*rand.Rand) string
}

// instances returns the sizes.
func instances() []instance {
	var list []instance
	for _, size := range []struct{ side, seeds int }{{20, 400}, {100, 100}, {500, 10}, {1000, 3}} {
		list = append(list, instance{
			kind: "sokoban", size: fmt.Sprintf("%d×%d", size.side, size.side), seeds: size.seeds,
			form: func(r *rand.Rand) string {
				return solvertest.RandomSokoban(r, size.side-2, size.side-2, 0.1+0.15*r.Float64())
			},
		})
	}
	for _, size := range []struct{ side, boxes, seeds int }{{10, 4, 100}, {30, 12, 5}, {100, 100, 1}} {
		list = append(list, instance{
			kind: "sokoban", size: fmt.Sprintf("%d×%d, %d boxes", size.side, size.side, size.boxes), seeds: size.seeds,
			form: func(r *rand.Rand) string {
				return solvertest.RoomSokoban(r, size.side-2, size.side-2, size.boxes, 100*size.boxes)
			},
		})
	}
	for _, size := range []struct{ side, agents, seeds int }{{16, 3, 400}, {32, 4, 40}, {32, 5, 20}, {64, 4, 20}, {64, 5, 10}} {
		list = append(list, instance{
			kind: "mapf", size: fmt.Sprintf("%d×%d, %d agents", size.side, size.side, size.agents), seeds: size.seeds,
			form: func(r *rand.Rand) string {
				return solvertest.RandomMapf(r, size.side, size.side, size.agents, 0.3+0.15*r.Float64())
			},
		})
	}
	return append(list,
		instance{
			kind: "solitaire", size: "8×8, 4 pieces", seeds: 400,
			form: func(r *rand.Rand) string { return solvertest.WalkSolitaire(r, 8, 8, 4, 12) },
		},
		instance{
			kind: "solitaire", size: "8×8, 8 pieces", seeds: 40, opts: solver.Options{MaxMoves: solver.NoMaxMoves},
			form: func(r *rand.Rand) string { return solvertest.RandomSolitaire(r, 8, 8, 8) },
		})
}

// hardest returns the one of some random puzzles for which auto needs the most
// states, among those that may have a plan.
func (c instance) hardest(t *testing.T, kind solver.Kind) string {
	t.Helper()
	const enough = 400_000 // states
	best, most := "", int64(0)
	for seed := 0; seed < c.seeds && most < enough; seed++ {
		form := c.form(rand.New(rand.NewPCG(uint64(seed), 4)))
		a, err := kind.Solve(context.Background(), form, c.opts, solver.Budget{States: enough})
		if err != nil {
			t.Fatal(err)
		}
		if a.Status != solver.Unsolvable && a.States > most {
			best, most = form, a.States
		}
	}
	return best
}
