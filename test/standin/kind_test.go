package main

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
)

func TestAFormSaysHowItsSearchBehaves(t *testing.T) {
	for _, row := range []struct {
		reason, form string
		budget       solver.Budget
		status       solver.Status
		limit        solver.Limit
	}{
		{"waiting", "sleep 2ms a1", solver.Budget{}, solver.Solved, ""},
		{"computing", "cpu 2ms a2", solver.Budget{}, solver.Solved, ""},
		{"taking memory", "grow 3MiB a3", solver.Budget{Bytes: 3 << 20}, solver.Solved, ""},
		{"waiting for longer than allowed", "sleep 1h a4", solver.Budget{Time: time.Millisecond}, solver.Limited, solver.LimitTime},
		{"computing for longer than allowed", "cpu 1h a5", solver.Budget{Time: time.Millisecond}, solver.Limited, solver.LimitTime},
		{"taking more memory than allowed", "grow 4MiB a6", solver.Budget{Bytes: 3 << 20}, solver.Limited, solver.LimitBytes},
	} {
		answer, err := standin{}.Solve(t.Context(), row.form, solver.Options{}, row.budget)
		if err != nil || answer.Status != row.status || answer.Limit != row.limit {
			t.Errorf("%s: %+v, %v", row.reason, answer, err)
		}
		if row.status != solver.Solved {
			continue
		}
		if cost, err := (standin{}).Replay(row.form, answer.Plan); err != nil || cost != answer.Cost {
			t.Errorf("%s: replays to %v, %v", row.reason, cost, err)
		}
	}
}

func TestAStandInEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, form := range []string{"sleep 1h a", "cpu 1h a", "grow 1MiB a"} {
		if _, err := (standin{}).Solve(ctx, form, solver.Options{}, solver.Budget{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", form, err)
		}
	}
}

func TestTheEstimateIsWhatTheFormSays(t *testing.T) {
	if got := (standin{}).Work("sleep 1h a work=2s"); got != 2*time.Second {
		t.Errorf("said: %v", got)
	}
	if got := (standin{}).Work("sleep 1h a"); got != unknown {
		t.Errorf("not said: %v", got)
	}
}

func TestOtherFormsAreRefused(t *testing.T) {
	for _, form := range []string{"", "sleep 5ms", "sleep five a", "grow 5 a", "die well a", "run 5ms a", "sleep 5ms a play=1s", "sleep 5ms a work=much"} {
		if err := (standin{}).Check(form); err == nil {
			t.Errorf("%q was taken", form)
		}
	}
}
