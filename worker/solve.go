package worker

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/gridmill/gridmill/solver"
)

// brokenError is a fault of a solver: a panic, or a plan that is no answer.
type brokenError struct{ reason, detail string }

func (e *brokenError) Error() string { return e.reason + ": " + e.detail }

// caught turns a panic of what, if there was one, into a *brokenError.
func caught(what string, err *error) {
	if p := recover(); p != nil {
		*err = &brokenError{fmt.Sprintf("the %s panicked: %v; please report this puzzle", what, p), string(debug.Stack())}
	}
}

// canonise is keyer.Digest, whose panic gives a *brokenError.
func canonise(keyer *solver.Keyer, form string) (canonical []byte, back solver.Transform, digest solver.Digest, err error) {
	defer caught("solver", &err)
	return keyer.Digest(form)
}

// search answers a canonical form. A solver that panics gives a *brokenError.
func search(ctx context.Context, kind solver.Kind, form string, opts solver.Options, budget solver.Budget) (answer solver.Answer, err error) {
	defer caught("solver", &err)
	return kind.Solve(ctx, form, opts, budget)
}

// fit returns the plan of answer in the frame of the puzzle form, which back
// leads to, and what it costs there, once it has been replayed. A plan that is
// none, or is not as good under opts as the answer says, gives a *brokenError.
func fit(kind solver.Kind, form string, back solver.Transform, answer *solver.Answer, opts solver.Options) (plan string, cost solver.Cost, err error) {
	defer caught("replay", &err)
	plan, err = solver.Restore(kind, form, back, answer.Plan)
	if err != nil {
		return "", cost, &brokenError{"the plan found cannot be mapped; please report this puzzle", err.Error()}
	}
	cost, err = kind.Replay(form, plan)
	if err != nil {
		return "", cost, &brokenError{"the plan found is not valid; please report this puzzle", err.Error()}
	}
	if !opts.Alike(cost, answer.Cost) {
		return "", cost, &brokenError{"the plan found does not have the cost found; please report this puzzle",
			fmt.Sprintf("%v, not %v", cost, answer.Cost)}
	}
	return plan, cost, nil
}
