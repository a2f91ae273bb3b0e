package mapf_test

import (
	"context"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/mapf"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// trials are puzzles that take auto through all it has.
func trials() map[string]string {
	return map[string]string{
		"one agent":                             "---|-#-|-#-|-#- a=r3c1>r3c3",
		"a straight way":                        "--------|-#-##-#-|-------- a=r1c1>r3c8 b=r3c4>r1c5 c=r1c8>r3c1",
		"two agents in a corridor with a niche": "--------------|######-####### a=r1c1>r1c14 b=r1c14>r1c1",
		"two agents who cannot swap":            "-------------- a=r1c1>r1c14 b=r1c14>r1c1",
		"pairs tell the bound": "#--#-##-#-----|-####-###-##-#|--##-#------##|-#--##-#--#-#-|-#-#---##---#-|" +
			"---#-#-#--#---|#-#---#---##-#|--##-#--#----- a=r3c1>r3c9 b=r3c10>r3c2 c=r6c9>r5c5",
		"few cells":        "#-##########-#|-------------- a=r2c9>r2c4 b=r2c8>r2c5 c=r2c7>r2c6",
		"all joint states": hard(),
		"all joint states, and no plan": "-----------|##########-|-----------|-##########|----------- " +
			"a=r1c1>r5c11 b=r5c11>r1c1 c=r3c3>r3c4",
		"four agents":              "-----|--#--|----- a=r1c1>r3c5 b=r3c5>r1c1 c=r1c5>r3c1 d=r3c1>r1c5",
		"four agents, and no plan": "-----|##### a=r1c1>r1c2 b=r1c2>r1c1 c=r1c3>r1c4 d=r1c4>r1c3",
		"three agents on a long map": "----------------------------------------|-###-###-###-###-###-###-###-###-###-### " +
			"a=r1c1>r1c40 b=r1c40>r1c1 c=r1c20>r1c21",
	}
}

// hard is a puzzle that takes every algorithm thousands of states: three agents
// must change their order in a corridor with a niche at either end.
func hard() string {
	return "#-####################-#|------------------------ a=r2c14>r2c9 b=r2c13>r2c10 c=r2c12>r2c11"
}

func TestAutoObeysEveryBudgetOfStates(t *testing.T) {
	kind := mapf.New()
	for reason, form := range trials() {
		t.Run(reason, func(t *testing.T) {
			whole := agree(t, kind, form, "two-way")
			stride := max(1, whole.States/500)
			bound := 0
			for n := int64(1); n < whole.States; n += stride {
				a, err := kind.Solve(t.Context(), form, solver.Options{}, solver.Budget{States: n})
				if err != nil || a.Status != solver.Limited || a.Limit != solver.LimitStates || a.States != n {
					t.Fatalf("with %d of %d states: %+v, %v", n, whole.States, a, err)
				}
				if a.Bound < max(1, bound) || whole.Status == solver.Solved && a.Bound > whole.Cost[0].Value {
					t.Fatalf("with %d of %d states: bound %d after %d; the optimum is %s", n, whole.States, a.Bound, bound, whole.Cost)
				}
				bound = a.Bound
			}
			for _, n := range []int64{whole.States, whole.States + 1} {
				if a, err := kind.Solve(t.Context(), form, solver.Options{}, solver.Budget{States: n}); err != nil || a != whole {
					t.Fatalf("with %d states, all it needs: %+v, %v; want %+v", n, a, err, whole)
				}
			}
		})
	}
}

func TestAutoObeysEveryBudgetOfBytes(t *testing.T) {
	kind := mapf.New()
	for reason, form := range trials() {
		whole, err := kind.Solve(t.Context(), form, solver.Options{}, solver.Budget{})
		if err != nil {
			t.Fatalf("%s: %v", reason, err)
		}
		limited, enough := 0, false
		for bytes := int64(1); bytes <= 1<<28; bytes += bytes/3 + 1 {
			a, err := kind.Solve(t.Context(), form, solver.Options{}, solver.Budget{Bytes: bytes})
			switch {
			case err == nil && a == whole:
				enough = true
			case err == nil && !enough && a.Status == solver.Limited && a.Limit == solver.LimitBytes && a.Bound >= 1 &&
				(whole.Status != solver.Solved || a.Bound <= whole.Cost[0].Value):
				limited++
			default:
				t.Fatalf("%s: with %d bytes: %+v, %v; want %+v", reason, bytes, a, err, whole)
			}
		}
		if !enough || limited == 0 {
			t.Errorf("%s: limited %d times, then enough: %t", reason, limited, enough)
		}
	}
}

func TestAutoLooksAtTheClockAndTheContext(t *testing.T) {
	kind := mapf.New()
	a, err := kind.Solve(t.Context(), hard(), solver.Options{}, solver.Budget{Time: 1})
	if err != nil || a.Status != solver.Limited || a.Limit != solver.LimitTime || a.Bound < 1 {
		t.Errorf("with a nanosecond: %+v, %v", a, err)
	}
	for looks := range 4 {
		ctx, cancel := context.WithCancel(t.Context())
		a, err := kind.Solve(fuse{ctx, cancel, &looks}, hard(), solver.Options{}, solver.Budget{})
		if err == nil || a != (solver.Answer{}) {
			t.Errorf("called off: %+v, %v", a, err)
		}
		cancel()
	}
}

// fuse is a context that is called off when it is looked at once too often.
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

func TestAutoAllocatesNothingButThePlan(t *testing.T) {
	if solvertest.Race {
		t.Skip("the race detector drops pooled memory")
	}
	kind := mapf.New()
	for reason, form := range trials() {
		want := 0.0
		solve := func() {
			a, err := kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{})
			if err != nil {
				t.Fatalf("%s: %v", form, err)
			}
			if a.Plan != "" {
				want = 1
			}
		}
		for range 3 {
			solve()
		}
		if n := testing.AllocsPerRun(20, solve); n > want {
			t.Errorf("%s: %v allocations, want %v", reason, n, want)
		}
	}
}
