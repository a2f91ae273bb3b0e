package solvertest

import (
	"context"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/solver"
)

// guises checks the canonical form: every guise of a puzzle has the same one,
// and plans carried over keep their cost. How many puzzles are tried is
// rapid's -rapid.checks.
func (s Suite) guises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := draw(t)
		form := s.Random(r)
		guise := s.Guise(r, form)
		if !s.Same(form, guise) {
			t.Fatalf("%s: %s was made as a guise of it and is none", form, guise)
		}
		canonical, a := s.canonical(t, form)
		if c, b := s.canonical(t, guise); c != canonical || b.Status != a.Status || b.Cost != a.Cost {
			t.Fatalf("%s: canonical %s with %s; its guise %s: canonical %s with %s", form, canonical, a.Cost, guise, c, b.Cost)
		}
	})
}

// lookalikes checks that no puzzles are taken for guises of one another that
// are not.
func (s Suite) lookalikes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := draw(t)
		form := s.Random(r)
		other := s.Lookalike(r, form)
		one, _, err := s.Kind.Canonical(nil, form)
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		two, _, err := s.Kind.Canonical(nil, other)
		if err != nil {
			t.Fatalf("%s: %v", other, err)
		}
		if same := s.Same(form, other); same != (string(one) == string(two)) {
			t.Fatalf("%s and %s are guises of one another: %t; their canonical forms are %s and %s", form, other, same, one, two)
		}
	})
}

// draw returns a source of random puzzles that rapid can repeat. One number
// would not do for a seed: rapid prefers small ones, and draws them again.
func draw(t *rapid.T) *rand.Rand {
	seeds := rapid.SliceOfN(rapid.Uint64(), 4, 4).Draw(t, "seeds")
	return rand.New(rand.NewPCG(seeds[0]^seeds[1]<<32, seeds[2]^seeds[3]<<32))
}

// canonical returns the canonical form of form and its answer, after checking
// that the answer holds for form too, plan and all.
func (s Suite) canonical(t *rapid.T, form string) (string, solver.Answer) {
	text, back, err := s.Kind.Canonical(nil, form)
	if err != nil {
		t.Fatalf("%s: no canonical form: %v", form, err)
	}
	canonical := string(text)
	if err := s.Kind.Check(canonical); err != nil {
		t.Fatalf("%s: its canonical form %s is invalid: %v", form, canonical, err)
	}
	if again, _, err := s.Kind.Canonical([]byte("kept"), canonical); err != nil || string(again) != "kept"+canonical {
		t.Fatalf("%s: its canonical form %s has the canonical form %s, %v", form, canonical, again, err)
	}
	a := s.verdict(t, canonical)
	if direct := s.verdict(t, form); direct.Status != a.Status || direct.Cost != a.Cost {
		t.Fatalf("%s: %s %s, but its canonical form %s: %s %s", form, direct.Status, direct.Cost, canonical, a.Status, a.Cost)
	}
	if a.Status != solver.Solved {
		return canonical, a
	}
	plan, err := s.Kind.Restore(back, a.Plan)
	if err != nil {
		t.Fatalf("%s: restore %q: %v", form, a.Plan, err)
	}
	if cost, err := s.Kind.Replay(form, plan); err != nil || cost != a.Cost {
		t.Fatalf("%s: plan %q of %s becomes %q, which replays to %s, %v", form, a.Plan, canonical, plan, cost, err)
	}
	if there, err := s.Kind.Carry(back, plan); err != nil || there != a.Plan {
		t.Fatalf("%s: plan %q is carried to %q, %v; it came from %q", form, plan, there, err, a.Plan)
	}
	return canonical, a
}

// verdict solves form to the end.
func (s Suite) verdict(t *rapid.T, form string) solver.Answer {
	a, err := s.Kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{})
	if err != nil || !a.Status.Verdict() {
		t.Fatalf("%s: %+v, %v", form, a, err)
	}
	return a
}

// badPlans checks that text which is no plan is refused, or at least never
// breaks the maps between frames.
func (s Suite) badPlans(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range max(8, s.Rounds/10) {
		form := s.Random(r)
		_, back, err := s.Kind.Canonical(nil, form)
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		for _, plan := range []string{"?", "\x00", "\xff\xfe", "é"} {
			if got, err := s.Kind.Restore(back, plan); err == nil {
				t.Errorf("%s: %q is restored to %q", form, plan, got)
			}
			if got, err := s.Kind.Carry(back, plan); err == nil {
				t.Errorf("%s: %q is carried to %q", form, plan, got)
			}
		}
		for _, plan := range []string{"", " ", "r1c1>", ">", "r9c9>r9c9", "UU U", "rrr", "r1c1>r1c2  r1c2>r1c3"} {
			_, _ = s.Kind.Restore(back, plan) // only must not break
			_, _ = s.Kind.Carry(back, plan)
		}
	}
}
