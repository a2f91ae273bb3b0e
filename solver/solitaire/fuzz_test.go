package solitaire_test

import (
	"context"
	"errors"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/solitaire"
)

func FuzzSolve(f *testing.F) {
	for _, g := range golden() {
		f.Add(g.Form, g.Options.MaxMoves)
	}
	for _, i := range invalid() {
		f.Add(i.Form, 0)
	}
	kind := solitaire.New()
	f.Fuzz(func(t *testing.T, form string, limit int) {
		invalid := kind.Check(form)
		kind.Work(form)
		a, err := kind.Solve(context.Background(), form, solver.Options{MaxMoves: limit}, solver.Budget{States: 2000})
		var refused *solver.FormError
		if (invalid != nil) != errors.As(err, &refused) || invalid == nil && err != nil {
			t.Fatalf("%q: Check says %v, Solve says %v", form, invalid, err)
		}
		if a.Status != solver.Solved {
			return
		}
		if limit > 0 && a.Cost[0].Value > limit {
			t.Fatalf("%q: %s with a limit of %d", form, a.Cost, limit)
		}
		if cost, err := kind.Replay(form, a.Plan); err != nil || cost != a.Cost {
			t.Fatalf("%q: plan %q of %s replays to %s, %v", form, a.Plan, a.Cost, cost, err)
		}
	})
}
