package solver_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
)

func TestNewKeyHashesKindVersionOptionsAndForm(t *testing.T) {
	opts := map[string]string{"objective": "pushes", "max-moves": "8"}
	key := solver.NewKey("sokoban", 1, opts, "#####|#@$.#|#####")
	// printf 'sokoban|1|max-moves=8,objective=pushes|#####|#@$.#|#####' | sha256sum | cut -c1-32
	if want := solver.Key("sokoban:1:24784d03f0de01927bc76ca7f9174f5b"); key != want {
		t.Errorf("key = %s, want %s", key, want)
	}
}

func TestCostsReadAsPeopleSayThem(t *testing.T) {
	for want, cost := range map[string]solver.Cost{
		"5 pushes, 12 moves": {{Name: "pushes", Value: 5}, {Name: "moves", Value: 12}},
		"1 push, 1 move":     {{Name: "pushes", Value: 1}, {Name: "moves", Value: 1}},
		"0 pushes, 0 moves":  {{Name: "pushes"}, {Name: "moves"}},
		"1 step":             {{Name: "steps", Value: 1}},
		"":                   {},
	} {
		if got := cost.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestCostKeepsOrderThroughJSON(t *testing.T) {
	for _, row := range []struct {
		cost solver.Cost
		json string
	}{
		{solver.Cost{{Name: "pushes", Value: 5}, {Name: "moves", Value: 12}}, `{"pushes":5,"moves":12}`},
		{solver.Cost{{Name: "steps", Value: 0}}, `{"steps":0}`},
	} {
		b, err := json.Marshal(row.cost)
		if err != nil || string(b) != row.json {
			t.Fatalf("marshal %v = %s, %v; want %s", row.cost, b, err, row.json)
		}
		var back solver.Cost
		if err := json.Unmarshal(b, &back); err != nil || back != row.cost {
			t.Errorf("unmarshal %s = %v, %v", b, back, err)
		}
	}
	var c solver.Cost
	for _, bad := range []string{`[]`, `{"a":1,"b":2,"c":3}`, `{"a":"x"}`, `7`} {
		if err := json.Unmarshal([]byte(bad), &c); err == nil {
			t.Errorf("unmarshal %s: no error", bad)
		}
	}
}

func TestMeterStopsExactlyAtTheStateLimit(t *testing.T) {
	m := solver.NewMeter(context.Background(), solver.Budget{States: 10_000})
	n := 0
	for m.Visit() {
		n++
	}
	if n != 10_000 || m.States() != 10_000 {
		t.Errorf("visited %d, counted %d, want 10000", n, m.States())
	}
	if m.Spend(1) || m.Reserve(1) {
		t.Error("a stopped meter went on")
	}
	a, err := m.Stopped(7)
	if want := (solver.Answer{Status: solver.Limited, States: 10_000, Limit: solver.LimitStates, Bound: 7}); err != nil || a != want {
		t.Errorf("Stopped = %+v, %v; want %+v", a, err, want)
	}
}

func TestMeterRefusesBytesBeforeTheyAreTaken(t *testing.T) {
	m := solver.NewMeter(context.Background(), solver.Budget{Bytes: 100})
	if !m.Reserve(100) || !m.Reserve(-50) || !m.Reserve(50) {
		t.Fatal("refused bytes within the budget")
	}
	if m.Reserve(1) {
		t.Error("granted byte 101 of 100")
	}
	if a, _ := m.Stopped(1); a.Limit != solver.LimitBytes {
		t.Errorf("limit = %q", a.Limit)
	}
}

func TestMeterLooksAtClockAndContext(t *testing.T) {
	m := solver.NewMeter(context.Background(), solver.Budget{Time: time.Nanosecond})
	for m.Visit() {
	}
	if a, err := m.Stopped(1); err != nil || a.Limit != solver.LimitTime {
		t.Errorf("Stopped = %+v, %v; want a time limit", a, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	m = solver.NewMeter(ctx, solver.Budget{})
	cancel()
	for m.Spend(100) {
	}
	if _, err := m.Stopped(1); !errors.Is(err, context.Canceled) {
		t.Errorf("Stopped after cancel: %v", err)
	}
}

func TestInfoResolvesAuto(t *testing.T) {
	info := solver.Info{Name: "k", Algorithms: []string{"fast", "slow"}}
	for name, want := range map[string]string{"": "auto", "auto": "auto", "slow": "slow"} {
		if got, err := info.Algorithm(name); got != want || err != nil {
			t.Errorf("Algorithm(%q) = %q, %v", name, got, err)
		}
	}
	var unknown *solver.AlgorithmError
	if _, err := info.Algorithm("x"); !errors.As(err, &unknown) {
		t.Errorf("Algorithm(x): %v", err)
	}
}

func TestAlikeGoesByTheObjective(t *testing.T) {
	cost := func(pushes, moves int) solver.Cost {
		return solver.Cost{{Name: "pushes", Value: pushes}, {Name: "moves", Value: moves}}
	}
	for _, row := range []struct {
		a, b          solver.Cost
		usual, pushes bool
	}{
		{cost(3, 7), cost(3, 7), true, true},
		{cost(3, 7), cost(3, 9), false, true},
		{cost(3, 7), cost(4, 7), false, false},
	} {
		if got := (solver.Options{}).Alike(row.a, row.b); got != row.usual {
			t.Errorf("%s and %s: alike %t", row.a, row.b, got)
		}
		if got := (solver.Options{Objective: solver.ObjectivePushes}).Alike(row.a, row.b); got != row.pushes {
			t.Errorf("%s and %s by pushes: alike %t", row.a, row.b, got)
		}
	}
}
