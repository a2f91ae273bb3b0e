package solitaire

import (
	"context"

	"github.com/gridmill/gridmill/solver"
)

const (
	// statesPerCheck is how many states are added before the meter counts them,
	// and workPerCheck how much work is done between two looks at the clock: all
	// moves of a placement of up to four pieces are one unit.
	statesPerCheck = 1024
	workPerCheck   = 4096
)

// account is what a search has spent and not yet told the meter. There is no
// meter before it has something to count: most searches end sooner.
type account struct {
	ctx    context.Context
	budget solver.Budget
	meter  *solver.Meter
	states int64 // all, those included that the meter has not counted
	check  int64 // how many states may be added before the meter is asked
	fuel   int   // work left until the clock is looked at
	room   int   // nodes there is memory for
}

// open begins an account with the smallest room.
func (w *account) open(ctx context.Context, budget solver.Budget) {
	*w = account{ctx: ctx, budget: budget, fuel: workPerCheck, room: minNodes}
	w.nextCheck()
}

// visit counts one more state and reports whether it may be searched.
func (w *account) visit() bool {
	if w.states == w.check {
		if !w.settle() || w.states == w.budget.States && !w.meter.Visit() { // one too many: the meter says so
			return false
		}
		w.nextCheck()
	}
	w.states++
	return true
}

func (w *account) nextCheck() {
	w.check = w.states + statesPerCheck
	if w.budget.States > 0 {
		w.check = min(w.check, w.budget.States)
	}
}

// toil accounts for work that adds no state, and reports whether to go on.
func (w *account) toil(n int) bool {
	if w.fuel -= n; w.fuel > 0 {
		return true
	}
	w.fuel = workPerCheck
	return w.settle() && w.meter.Spend(workPerCheck)
}

// settle tells the meter what it has not counted yet, and reports whether the
// search may go on.
func (w *account) settle() bool {
	fresh := w.meter == nil
	if fresh {
		w.meter = solver.NewMeter(w.ctx, w.budget)
	}
	for w.meter.States() < w.states {
		if !w.meter.Visit() {
			return false
		}
	}
	return !fresh || w.meter.Reserve(roomBytes(2*w.room-minNodes)) // all rooms so far
}

// reserve asks for room for twice as many nodes. What they are copied from is in
// use until the collector comes by.
func (w *account) reserve() bool {
	if w.meter != nil && !w.meter.Reserve(roomBytes(2*w.room)) {
		return false
	}
	w.room *= 2
	return true
}
