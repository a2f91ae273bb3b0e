package sokoban_test

import (
	"context"
	"errors"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/sokoban"
)

// FuzzSolve wants any text to be refused by Check and Solve alike, or to be
// answered by both algorithms alike, with a plan that replays.
func FuzzSolve(f *testing.F) {
	for _, g := range golden() {
		f.Add(g.Form)
	}
	for _, row := range invalid() {
		f.Add(row.Form)
	}
	kind := sokoban.New()
	budget := solver.Budget{States: 2000, Bytes: 1 << 20}
	f.Fuzz(func(t *testing.T, form string) {
		refused := kind.Check(form)
		var answers []solver.Answer
		for _, name := range kind.Info().Algorithms {
			a, err := kind.Solve(context.Background(), form, solver.Options{Algorithm: name}, budget)
			if refused != nil {
				var e *solver.FormError
				if !errors.As(err, &e) || err.Error() != refused.Error() || e.Column < 0 || e.Column > len(form) {
					t.Fatalf("Check says %v, Solve %v", refused, err)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if a.Status == solver.Solved {
				if cost, err := kind.Replay(form, a.Plan); err != nil || cost != a.Cost {
					t.Fatalf("%s: %+v replays to %s, %v", name, a, cost, err)
				}
			}
			if a.Status.Verdict() {
				answers = append(answers, a)
			}
		}
		if len(answers) == 2 && (answers[0].Status != answers[1].Status || answers[0].Cost != answers[1].Cost) {
			t.Fatalf("the algorithms differ: %+v", answers)
		}
	})
}
