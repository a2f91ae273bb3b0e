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
		for i, name := range append([]string{solver.Auto}, kind.Info().Algorithms...) {
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

func FuzzCanonical(f *testing.F) {
	for _, g := range golden() {
		f.Add(g.Form)
	}
	for _, i := range invalid() {
		f.Add(i.Form)
	}
	kind := mapf.New()
	f.Fuzz(func(t *testing.T, form string) {
		text, back, err := kind.Canonical(nil, form)
		if invalid := kind.Check(form); invalid != nil || err != nil {
			if invalid == nil || err == nil || invalid.Error() != err.Error() {
				t.Fatalf("%q: Check says %v, Canonical says %v", form, invalid, err)
			}
			return
		}
		canonical := string(text)
		again, _, err := kind.Canonical(nil, canonical)
		if err != nil || string(again) != canonical {
			t.Fatalf("%q: its canonical form %q has the canonical form %q, %v", form, canonical, again, err)
		}
		budget := solver.Budget{States: 2000, Bytes: 8 << 20}
		a, err := kind.Solve(t.Context(), canonical, solver.Options{}, budget)
		if err != nil {
			t.Fatalf("%q: its canonical form %q: %v", form, canonical, err)
		}
		direct, err := kind.Solve(t.Context(), form, solver.Options{}, budget)
		if err != nil {
			t.Fatalf("%q: %v", form, err)
		}
		if a.Status.Verdict() && direct.Status.Verdict() && (a.Status != direct.Status || a.Cost != direct.Cost) {
			t.Fatalf("%q: %+v, but its canonical form %q: %+v", form, direct, canonical, a)
		}
		if a.Status != solver.Solved {
			return
		}
		plan, err := kind.Restore(back, a.Plan)
		if err != nil {
			t.Fatalf("%q: restore %q: %v", form, a.Plan, err)
		}
		if cost, err := kind.Replay(form, plan); err != nil || cost != a.Cost {
			t.Fatalf("%q: plan %q of %q becomes %q, which replays to %s, %v", form, a.Plan, canonical, plan, cost, err)
		}
		if there, err := kind.Carry(back, plan); err != nil || there != a.Plan {
			t.Fatalf("%q: plan %q is carried to %q, %v; it came from %q", form, plan, there, err, a.Plan)
		}
	})
}
