package sokoban_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/sokoban"
)

// TestCrowdsAgreeWithBruteForce solves small boards of one to four boxes and a
// guise of each. How many is rapid's -rapid.checks.
func TestCrowdsAgreeWithBruteForce(t *testing.T) {
	kind := sokoban.New()
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		form := randomOfMany(r)
		best, solvable := brute(form)
		for _, form := range []string{form, guise(r, form)} {
			a, err := kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{})
			if err != nil || (a.Status == solver.Solved) != solvable || a.Cost != best {
				t.Fatalf("%s: %s %s, %v; brute force says %t %s", form, a.Status, a.Cost, err, solvable, best)
			}
			if !solvable {
				continue
			}
			if cost, err := kind.Replay(form, a.Plan); err != nil || cost != best {
				t.Fatalf("%s: plan %q replays to %s, %v", form, a.Plan, cost, err)
			}
		}
	})
}
