package solvertest

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// plans spoils the optimal plan of answer a in many ways and checks how Replay
// takes it. A spoiled plan may still be a plan, but never a better one; a part
// of an optimal plan, nothing at all and noise are no plans.
func (s Suite) plans(t *testing.T, r *rand.Rand, form string, a solver.Answer) {
	t.Helper()
	rejected := func(plan string) {
		t.Helper()
		if cost, err := s.Kind.Replay(form, plan); err == nil {
			t.Errorf("%s: plan %q, no plan at all, replays to %q", form, plan, cost)
		} else if wrong, ok := errors.AsType[*solver.StepError](err); !ok || wrong.Step < 1 || wrong.Reason == "" {
			t.Errorf("%s: plan %q is refused with %v, which names no step", form, plan, err)
		}
	}
	noBetter := func(plan string) {
		t.Helper()
		if cost, err := s.Kind.Replay(form, plan); err == nil && cost.Less(a.Cost) {
			t.Errorf("%s: plan %q replays to %q, less than the optimum %q", form, plan, cost, a.Cost)
		}
	}
	rejected(a.Plan + "?")
	rejected("?" + a.Plan)
	rejected(a.Plan + "\x00")
	if a.Plan == "" {
		return
	}
	rejected("")
	rejected("\xff\xfe")
	for range 4 {
		rejected(a.Plan[:r.IntN(len(a.Plan))])
	}

	steps, joint := cut(a.Plan)
	i := r.IntN(len(steps))
	join := func(parts ...[]string) string {
		var all []string
		for _, p := range parts {
			all = append(all, p...)
		}
		return strings.Join(all, joint)
	}
	rejected(join(steps[:len(steps)-1]))
	noBetter(join(steps[:i], steps[i+1:]))
	noBetter(join(steps[:i+1], steps[i:]))
	noBetter(join(steps, steps[i:i+1]))
	noBetter(join(steps, steps))
	for range 4 {
		letters := []byte(a.Plan)
		letters[r.IntN(len(letters))] = a.Plan[r.IntN(len(a.Plan))]
		noBetter(string(letters))
		i, j := r.IntN(len(letters)), r.IntN(len(letters))
		letters[i], letters[j] = letters[j], letters[i]
		noBetter(string(letters))
	}
	for _, other := range []string{strings.ToUpper(a.Plan), strings.ToLower(a.Plan), strings.TrimSpace(a.Plan) + " "} {
		noBetter(other)
	}
}

// cut parts a plan into its steps, whatever the kind: words where it has
// blanks or cells, letters where it has not. Steps joined by joint are the plan.
func cut(plan string) (steps []string, joint string) {
	if strings.ContainsAny(plan, " >") {
		return strings.Split(plan, " "), " "
	}
	return strings.Split(plan, ""), ""
}
