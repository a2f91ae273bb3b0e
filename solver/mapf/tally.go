package mapf

import (
	"context"
	"math"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// fuelPerLook is how many units of work go by between two looks at the clock
// and the context: some tens of microseconds, as a unit is a few nanoseconds.
const fuelPerLook = 4096

// tally is what a solver.Meter is, for searches of microseconds: it lives in
// the scratch memory instead of the heap, its methods are inlined, and it can
// count many states at once. The first false is final: nobody asks again.
type tally struct {
	ctx      context.Context
	budget   solver.Budget
	deadline time.Time
	most     int64 // states
	states   int64 // visited
	bytes    int64 // reserved
	fuel     int   // left until the next look
	limit    solver.Limit
	err      error
}

// begin starts the clock. It returns false when the context is called off
// already.
func (t *tally) begin(ctx context.Context, budget solver.Budget) bool {
	*t = tally{ctx: ctx, budget: budget, most: math.MaxInt64, fuel: fuelPerLook, err: ctx.Err()}
	if budget.States > 0 {
		t.most = budget.States
	}
	if budget.Time > 0 {
		t.deadline = time.Now().Add(budget.Time)
	}
	return t.err == nil
}

// visit counts one more state. When it returns false the state is not counted
// and not to be searched.
func (t *tally) visit() bool { return t.visitAll(1) }

// visitAll counts n more states, or as many of them as the budget allows.
func (t *tally) visitAll(n int) bool {
	if t.states += int64(n); t.states > t.most {
		t.states, t.limit = t.most, solver.LimitStates
		return false
	}
	return t.spend(n)
}

// spend accounts for n units of work that visit no state.
func (t *tally) spend(n int) bool {
	if t.fuel -= n; t.fuel > 0 {
		return true
	}
	return t.look()
}

// look looks at the context and the clock.
func (t *tally) look() bool {
	t.fuel = fuelPerLook
	if t.err = t.ctx.Err(); t.err != nil {
		return false
	}
	if t.budget.Time > 0 && time.Now().After(t.deadline) {
		t.limit = solver.LimitTime
		return false
	}
	return true
}

// reserve accounts for n more bytes of search memory, fewer when n is
// negative. When it returns false the memory must not be taken.
func (t *tally) reserve(n int64) bool {
	if t.budget.Bytes > 0 && t.bytes+n > t.budget.Bytes {
		t.limit = solver.LimitBytes
		return false
	}
	t.bytes += n
	return true
}

// stopped is the result of a search that a false ended, with the proved bound
// on the steps.
func (t *tally) stopped(bound int) (solver.Answer, error) {
	if t.err != nil {
		return solver.Answer{}, t.err
	}
	return solver.Answer{Status: solver.Limited, States: t.states, Limit: t.limit, Bound: bound}, nil
}

// drop lets go of the context, so that pooled memory does not keep it.
func (t *tally) drop() { t.ctx, t.err = nil, nil }
