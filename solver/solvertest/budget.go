package solvertest

import (
	"context"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/solver"
)

// states solves form again with a budget of states, of which the search that
// gave answer whole took whole.States, and checks how it ends.
func (s Suite) states(t *testing.T, form string, opts solver.Options, whole solver.Answer, budget int64) {
	t.Helper()
	a, err := s.Kind.Solve(context.Background(), form, opts, solver.Budget{States: budget})
	if err != nil {
		t.Fatalf("%s: %s with %d states: %v", form, opts.Algorithm, budget, err)
	}
	if budget >= whole.States {
		if a != whole {
			t.Errorf("%s: %s with %d states, all it needs, gives %+v instead of %+v", form, opts.Algorithm, budget, a, whole)
		}
		return
	}
	s.shape(t, form, a)
	if a.Status != solver.Limited || a.Limit != solver.LimitStates || a.States != budget {
		t.Errorf("%s: %s with %d of %d states gives %+v", form, opts.Algorithm, budget, whole.States, a)
	}
	if whole.Status == solver.Solved && a.Bound > whole.Cost[0].Value {
		t.Errorf("%s: %s claims to have proved %d, the optimum is %q", form, opts.Algorithm, a.Bound, whole.Cost)
	}
}

// hard returns the options of the hard puzzle for an algorithm.
func (s Suite) hard(name string) solver.Options {
	opts := s.HardOptions
	opts.Algorithm = name
	return opts
}

func (s Suite) budget(t *testing.T) {
	for _, name := range s.methods() {
		t.Run(name, func(t *testing.T) {
			whole := s.solve(t, s.Hard, s.hard(name))
			if whole.States <= 2000 {
				t.Fatalf("the hard puzzle takes %d states only", whole.States)
			}
			for _, n := range []int64{1, 2, 1000, whole.States / 2, whole.States - 1, whole.States} {
				s.states(t, s.Hard, s.hard(name), whole, n)
			}
			for limit, budget := range map[solver.Limit]solver.Budget{
				solver.LimitBytes: {Bytes: 4096},
				solver.LimitTime:  {Time: time.Nanosecond},
			} {
				a, err := s.Kind.Solve(context.Background(), s.Hard, s.hard(name), budget)
				if err != nil || a.Status != solver.Limited || a.Limit != limit {
					t.Fatalf("with %+v: %+v, %v", budget, a, err)
				}
				s.limited(t, a, whole)
			}
		})
	}
}

// anyStates tries a random puzzle with two budgets of states: each gives the
// answer that no budget gives, or is spent exactly; and what the larger one has
// proved is no less.
func (s Suite) anyStates(t *rapid.T) {
	form, opts := s.pick(t)
	whole := s.ask(t, form, opts, solver.Budget{})
	less := rapid.Int64Range(1, whole.States+1).Draw(t, "states")
	more := rapid.Int64Range(less, whole.States+1).Draw(t, "more states")
	bound := 0
	for _, n := range []int64{less, more} {
		a := s.ask(t, form, opts, solver.Budget{States: n})
		switch {
		case n >= whole.States:
			if a != whole {
				t.Fatalf("%s: %s with %d states gives %+v instead of %+v", form, opts.Algorithm, n, a, whole)
			}
		case a.Limit != solver.LimitStates || a.States != n || a.Bound < bound:
			t.Fatalf("%s: %s with %d of %d states gives %+v, after a bound of %d", form, opts.Algorithm, n, whole.States, a, bound)
		}
		proved(t, form, opts, a, whole)
		bound = a.Bound
	}
}

// anyBytes tries a random puzzle with two budgets of bytes, each of them twice.
func (s Suite) anyBytes(t *rapid.T) {
	form, opts := s.pick(t)
	whole := s.ask(t, form, opts, solver.Budget{})
	less := rapid.Int64Range(1, 1<<18).Draw(t, "bytes")
	more := rapid.Int64Range(less, 1<<19).Draw(t, "more bytes")
	last := solver.Answer{Status: solver.Limited}
	for _, n := range []int64{less, more} {
		a, again := s.ask(t, form, opts, solver.Budget{Bytes: n}), s.ask(t, form, opts, solver.Budget{Bytes: n})
		switch {
		case a != again:
			t.Fatalf("%s: %s with %d bytes gives %+v and then %+v", form, opts.Algorithm, n, a, again)
		case a == whole:
		case last == whole || a.Limit != solver.LimitBytes || a.States < last.States || a.Bound < last.Bound:
			t.Fatalf("%s: %s with %d bytes gives %+v, after %+v", form, opts.Algorithm, n, a, last)
		}
		proved(t, form, opts, a, whole)
		last = a
	}
}

// pick returns a random puzzle and an algorithm.
func (s Suite) pick(t *rapid.T) (form string, opts solver.Options) {
	return s.Random(draw(t)), solver.Options{Algorithm: rapid.SampledFrom(s.methods()).Draw(t, "algorithm")}
}

// ask answers form.
func (s Suite) ask(t *rapid.T, form string, opts solver.Options, budget solver.Budget) solver.Answer {
	a, err := s.Kind.Solve(context.Background(), form, opts, budget)
	if err != nil {
		t.Fatalf("%s: %s: %v", form, opts.Algorithm, err)
	}
	return a
}

// proved checks that the bound of an answer is one.
func proved(t *rapid.T, form string, opts solver.Options, a, whole solver.Answer) {
	if a.Status == solver.Limited && (a.Bound < 1 || whole.Status == solver.Solved && a.Bound > whole.Cost[0].Value) {
		t.Fatalf("%s: %s claims to have proved %d, the answer is %s %s", form, opts.Algorithm, a.Bound, whole.Status, whole.Cost)
	}
}

// limited checks an answer to the hard puzzle that was cut off before any
// state may have been searched.
func (s Suite) limited(t *testing.T, a, whole solver.Answer) {
	t.Helper()
	if a.Cost != (solver.Cost{}) || a.Plan != "" || a.States > whole.States {
		t.Errorf("cut off with %+v", a)
	}
	if a.Bound < 1 || whole.Status == solver.Solved && a.Bound > whole.Cost[0].Value {
		t.Errorf("cut off with the bound %d, the optimum is %q", a.Bound, whole.Cost)
	}
}

// fuse is a context that is called off when it is looked at once too often, so
// that a test can stop a search at the same place every time.
type fuse struct {
	context.Context
	cancel context.CancelFunc
	looks  *int // left
}

func (f fuse) Err() error {
	if *f.looks--; *f.looks < 0 {
		f.cancel()
	}
	return f.Context.Err()
}

func (s Suite) context(t *testing.T) {
	for _, name := range s.methods() {
		for _, looks := range []int{0, 1, 2} {
			ctx, cancel := context.WithCancel(context.Background())
			a, err := s.Kind.Solve(fuse{ctx, cancel, &looks}, s.Hard, s.hard(name), solver.Budget{})
			if !errors.Is(err, context.Canceled) || a != (solver.Answer{}) {
				t.Errorf("%s called off: %+v, %v", name, a, err)
			}
			cancel()
		}
		ctx, cancel := context.WithDeadline(context.Background(), time.Now())
		if _, err := s.Kind.Solve(ctx, s.Hard, s.hard(name), solver.Budget{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s past its deadline: %v", name, err)
		}
		cancel()
	}
}
