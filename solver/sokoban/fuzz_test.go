package sokoban_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/sokoban"
)

// FuzzSolve wants any text to be refused by Check and Solve alike, or to be
// answered by all algorithms alike, with a plan that replays.
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
		for _, name := range append(kind.Info().Algorithms, solver.Auto) {
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
		for _, a := range answers {
			if a.Status != answers[0].Status || a.Cost != answers[0].Cost {
				t.Fatalf("the algorithms differ: %+v", answers)
			}
		}
	})
}

// FuzzCanonical wants any text to be refused by Check and Canonical alike, or
// to have a canonical form that is valid and its own, and whose answer is the
// answer of the text, plan and all.
func FuzzCanonical(f *testing.F) {
	for _, g := range golden() {
		f.Add(g.Form)
	}
	for _, row := range invalid() {
		f.Add(row.Form)
	}
	kind := sokoban.New()
	f.Fuzz(func(t *testing.T, form string) {
		refused := kind.Check(form)
		text, back, err := kind.Canonical([]byte("kept"), form)
		if refused != nil {
			if err == nil || err.Error() != refused.Error() || text != nil {
				t.Fatalf("Check says %v, Canonical %q, %v", refused, text, err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		canonical, ok := strings.CutPrefix(string(text), "kept")
		if again, _, err := kind.Canonical(nil, canonical); !ok || err != nil || string(again) != canonical {
			t.Fatalf("%q has the canonical form %q, %v", text, again, err)
		}
		there, here := solve(t, kind, canonical), solve(t, kind, form)
		if !there.Status.Verdict() || !here.Status.Verdict() {
			return
		}
		if there.Status != here.Status || there.Cost != here.Cost {
			t.Fatalf("%+v, but the canonical form %s: %+v", here, canonical, there)
		}
		if there.Status != solver.Solved {
			return
		}
		plan, err := kind.Restore(back, there.Plan)
		if err != nil {
			t.Fatal(err)
		}
		if cost, err := kind.Replay(form, plan); err != nil || cost != there.Cost {
			t.Fatalf("%q of %s is restored to %q, which replays to %s, %v", there.Plan, canonical, plan, cost, err)
		}
		if carried, err := kind.Carry(back, plan); err != nil || carried != there.Plan {
			t.Fatalf("%q is carried to %q, %v, and not back to %q", plan, carried, err, there.Plan)
		}
	})
}

func solve(t *testing.T, kind solver.Kind, form string) solver.Answer {
	a, err := kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{States: 2000, Bytes: 1 << 20})
	if err != nil {
		t.Fatalf("%s: %v", form, err)
	}
	return a
}
