// Package solvertest holds the suite that every kind of puzzle passes: what
// the contract of solver.Kind promises, put to the test. It also makes the
// random puzzles that the kinds' tests and the project's generators need.
package solvertest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/solver"
)

// Suite is what a kind hands over to be tested.
type Suite struct {
	Kind solver.Kind

	// Golden are the known answers. Every algorithm must give each of them.
	Golden []Golden

	// Random returns a small valid form, solvable or not.
	Random func(r *rand.Rand) string

	// Brute is the slow, obvious answer to a form under default Options: the
	// least cost, or false when there is none. It shares no code with the kind.
	Brute func(form string) (solver.Cost, bool)

	// Guise returns a random guise of a form: the same puzzle by the kind's
	// rules, turned, padded, renamed or reversed.
	Guise func(r *rand.Rand, form string) string

	// Lookalike returns a valid form of about the same size that differs from
	// form a little: by a wall, a piece, a target. It may happen to be a guise.
	Lookalike func(r *rand.Rand, form string) string

	// Same is the slow, obvious judge of whether two forms are guises of one
	// another. It shares no code with the kind.
	Same func(a, b string) bool

	// Invalid are the forms that Check must refuse.
	Invalid []Invalid

	// Hard is a form that takes every algorithm more than 2 000 states and some
	// tens of milliseconds: enough to be stopped by any budget on the way.
	Hard string

	// HardOptions are the options under which Hard is hard. Their Algorithm is
	// ignored.
	HardOptions solver.Options

	// Rounds is how many random puzzles are tried; 0 means 300. A short test
	// run tries a tenth of them.
	Rounds int
}

// Golden is a puzzle whose answer is known. Options.Algorithm is ignored.
type Golden struct {
	Reason  string // why the row is there
	Form    string
	Status  solver.Status // Solved or Unsolvable
	Cost    solver.Cost   // with the names of the measures; zero unless Solved
	Options solver.Options
}

// Invalid is a form that is not a puzzle of the kind.
type Invalid struct {
	Reason string // why the row is there
	Form   string
	Column int    // of the FormError; 0 when the whole form is meant
	Says   string // a part of the FormError's Reason
}

// Run holds every subtest of the suite.
func Run(t *testing.T, s Suite) {
	if s.Rounds == 0 {
		s.Rounds = 300
	}
	if testing.Short() {
		s.Rounds = max(1, s.Rounds/10)
	}
	t.Run("info is well formed", s.info)
	t.Run("golden", s.golden)
	t.Run("invalid forms are refused", s.invalid)
	t.Run("random puzzles agree with brute force", s.random)
	t.Run("guises share a canonical form", s.guises)
	t.Run("lookalikes have another canonical form", s.lookalikes)
	t.Run("bad plans do not break the maps between frames", s.badPlans)
	t.Run("bad puzzles and plans do not break the picture", s.badScenes)
	t.Run("budget", s.budget)
	t.Run("budgets of states are spent to the last", rapid.MakeCheck(s.anyStates))
	t.Run("budgets of bytes end a search in one place", rapid.MakeCheck(s.anyBytes))
	t.Run("context", s.context)
	t.Run("answers are the same every time", s.same)
}

// algorithms returns every name a user may ask for.
func (s Suite) algorithms() []string { return append([]string{""}, s.methods()...) }

// methods returns every algorithm there is under one name.
func (s Suite) methods() []string {
	return append([]string{solver.Auto}, s.Kind.Info().Algorithms...)
}

// solve answers form without a budget and checks the shape of the answer.
func (s Suite) solve(t *testing.T, form string, opts solver.Options) solver.Answer {
	t.Helper()
	a, err := s.Kind.Solve(context.Background(), form, opts, solver.Budget{})
	if err != nil {
		t.Fatalf("%s: %q: %v", form, opts.Algorithm, err)
	}
	if !a.Status.Verdict() {
		t.Fatalf("%s: %q without a budget ended as %+v", form, opts.Algorithm, a)
	}
	s.shape(t, form, a)
	return a
}

// shape checks what holds for every answer: the fields that go with its
// status, and that its plan replays to its cost.
func (s Suite) shape(t *testing.T, form string, a solver.Answer) {
	t.Helper()
	if a.States < 1 {
		t.Errorf("%s: %d states searched", form, a.States)
	}
	if (a.Status == solver.Limited) != (a.Limit != "") || (a.Status == solver.Limited) != (a.Bound >= 1) {
		t.Errorf("%s: status %s with limit %q and bound %d", form, a.Status, a.Limit, a.Bound)
	}
	if a.Status != solver.Solved {
		if a.Cost != (solver.Cost{}) || a.Plan != "" {
			t.Errorf("%s: status %s with cost %q and plan %q", form, a.Status, a.Cost, a.Plan)
		}
		return
	}
	for i, m := range a.Cost {
		name := ""
		if measures := s.Kind.Info().Measures; i < len(measures) {
			name = measures[i]
		}
		if m.Name != name {
			t.Errorf("%s: measure %d of the cost is called %q, not %q", form, i, m.Name, name)
		}
	}
	if cost, err := s.Kind.Replay(form, a.Plan); err != nil || cost != a.Cost {
		t.Errorf("%s: plan %q replays to %q, %v; the answer says %q", form, a.Plan, cost, err, a.Cost)
	}
}

func (s Suite) info(t *testing.T) {
	info := s.Kind.Info()
	if !reflect.DeepEqual(info, s.Kind.Info()) {
		t.Error("Info changes from call to call")
	}
	if info.Name == "" || strings.ContainsAny(info.Name, " :,=|") || info.Name != strings.ToLower(info.Name) {
		t.Errorf("name %q is not a plain lower-case word", info.Name)
	}
	if info.Version < 1 {
		t.Errorf("version %d is below 1", info.Version)
	}
	if info.About == "" {
		t.Error("the kind says nothing about itself")
	}
	names := func(what string, list []string, most int, taken ...string) {
		if len(list) == 0 || len(list) > most {
			t.Errorf("%d %s", len(list), what)
		}
		for i, name := range list {
			if name == "" || slices.Contains(taken, name) || slices.Contains(list[:i], name) {
				t.Errorf("%q does not serve as the name of one of the %s", name, what)
			}
		}
	}
	names("algorithms", info.Algorithms, 16, solver.Auto)
	names("measures", info.Measures, len(solver.Cost{}))

	if strings.ContainsAny(info.Example, "\r\n") {
		t.Error("the example is more than one line")
	}
	if err := s.Kind.Check(info.Example); err != nil {
		t.Fatalf("the example is not valid: %v", err)
	}
	if a := s.solve(t, info.Example, solver.Options{}); a.Status != solver.Solved {
		t.Errorf("the example is %s", a.Status)
	}
	if w := s.Kind.Work(info.Example); w <= 0 || w != s.Kind.Work(info.Example) {
		t.Errorf("the example's work is estimated as %v", w)
	}
	var unknown *solver.AlgorithmError
	_, err := s.Kind.Solve(context.Background(), info.Example, solver.Options{Algorithm: "no such name"}, solver.Budget{})
	if !errors.As(err, &unknown) || unknown.Kind != info.Name || unknown.Name != "no such name" {
		t.Errorf("an unknown algorithm gives the error %v", err)
	}
}

func (s Suite) golden(t *testing.T) {
	for _, g := range s.Golden {
		t.Run(g.Reason, func(t *testing.T) {
			if err := s.Kind.Check(g.Form); err != nil {
				t.Fatalf("%s: %v", g.Form, err)
			}
			for _, name := range s.algorithms() {
				g.Options.Algorithm = name
				a := s.solve(t, g.Form, g.Options)
				if a.Status != g.Status || a.Cost != g.Cost {
					t.Errorf("%s: %q says %s %s, want %s %s", g.Form, name, a.Status, a.Cost, g.Status, g.Cost)
				}
			}
		})
	}
}

func (s Suite) invalid(t *testing.T) {
	for _, row := range s.Invalid {
		t.Run(row.Reason, func(t *testing.T) {
			refused := func(who string, err error) {
				form, ok := errors.AsType[*solver.FormError](err)
				if !ok {
					t.Errorf("%q: %s gives %v, not a FormError", row.Form, who, err)
				} else if form.Column != row.Column || !strings.Contains(form.Reason, row.Says) {
					t.Errorf("%q: %s says %q at %d, want %q at %d",
						row.Form, who, form.Reason, form.Column, row.Says, row.Column)
				}
			}
			refused("Check", s.Kind.Check(row.Form))
			for _, name := range s.algorithms() {
				_, err := s.Kind.Solve(context.Background(), row.Form, solver.Options{Algorithm: name}, solver.Budget{})
				refused(fmt.Sprintf("Solve by %q", name), err)
			}
			_, _, err := s.Kind.Canonical(nil, row.Form)
			refused("Canonical", err)
			if cost, err := s.Kind.Replay(row.Form, ""); err == nil {
				t.Errorf("%q: the empty plan replays to %q", row.Form, cost)
			}
			if w := s.Kind.Work(row.Form); w < 0 {
				t.Errorf("%q: work is estimated as %v", row.Form, w)
			}
		})
	}
}

func (s Suite) random(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range s.Rounds {
		form := s.Random(r)
		if err := s.Kind.Check(form); err != nil {
			t.Fatalf("%s: random form refused: %v", form, err)
		}
		best, solvable := s.Brute(form)
		for _, name := range s.methods() {
			a := s.solve(t, form, solver.Options{Algorithm: name})
			if (a.Status == solver.Solved) != solvable || a.Cost != best {
				t.Fatalf("%s: %s says %s %s, brute force says %t %s", form, name, a.Status, a.Cost, solvable, best)
			}
			if solvable {
				s.plans(t, r, form, a)
				s.scene(t, form, a)
			}
			s.states(t, form, solver.Options{Algorithm: name}, a, 1+r.Int64N(a.States))
		}
		if t.Failed() {
			return
		}
	}
}

// same solves forms again, by several goroutines at once, and wants the very
// answers that a first solve gave.
func (s Suite) same(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	type question struct{ form, algorithm string }
	answers := map[question]solver.Answer{}
	for range max(8, s.Rounds/10) {
		form := s.Random(r)
		for _, name := range s.methods() {
			answers[question{form, name}] = s.solve(t, form, solver.Options{Algorithm: name})
		}
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for q, want := range answers { // each goroutine in an order of its own
				a, err := s.Kind.Solve(context.Background(), q.form, solver.Options{Algorithm: q.algorithm}, solver.Budget{})
				if err != nil || a != want {
					t.Errorf("%s: %s gave %+v at first and then %+v, %v", q.form, q.algorithm, want, a, err)
				}
			}
		})
	}
	all.Wait()
}
