package mapf_test

import (
	"context"
	"errors"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/mapf"
)

func FuzzSolve(f *testing.F) {
	for _, g := range golden() {
		f.Add(g.Form)
	}
	for _, i := range invalid() {
		f.Add(i.Form)
	}
	kind := mapf.New()
	f.Fuzz(func(t *testing.T, form string) {
		invalid := kind.Check(form)
		kind.Work(form)
		var best solver.Cost
		for i, name := range kind.Info().Algorithms {
			a, err := kind.Solve(context.Background(), form, solver.Options{Algorithm: name}, solver.Budget{States: 2000, Bytes: 8 << 20})
			var refused *solver.FormError
			if (invalid != nil) != errors.As(err, &refused) || invalid == nil && err != nil {
				t.Fatalf("%q: Check says %v, %s says %v", form, invalid, name, err)
			}
			if a.Status != solver.Solved {
				continue
			}
			if cost, err := kind.Replay(form, a.Plan); err != nil || cost != a.Cost {
				t.Fatalf("%q: plan %q of %s replays to %s, %v", form, a.Plan, a.Cost, cost, err)
			}
			if i > 0 && best != (solver.Cost{}) && best != a.Cost {
				t.Fatalf("%q: %s and %s", form, best, a.Cost)
			}
			best = a.Cost
		}
	})
}
