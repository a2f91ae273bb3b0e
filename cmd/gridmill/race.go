package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// race times algorithms of one kind on the same puzzles.
type race struct {
	kind   solver.Kind
	forms  []string
	opts   solver.Options
	budget solver.Budget
	spend  time.Duration
	want   []solver.Answer // by the algorithm that ended first
}

// mostRotations bounds the memory of a race over tiny puzzles.
const mostRotations = 10_000

// run times each algorithm, the first one being what the others are compared
// with.
func (r *race) run(ctx context.Context, algorithms []string) ([]timing, error) {
	if len(r.forms) == 0 {
		return nil, nil
	}
	r.want = make([]solver.Answer, len(r.forms))
	timings := make([]timing, 0, len(algorithms))
	for _, name := range algorithms {
		t, err := r.time(ctx, name)
		if err != nil {
			return nil, err
		}
		t.Ratio = 1
		if len(timings) > 0 {
			t.Ratio = float64(t.Mean) / float64(timings[0].Mean)
		}
		timings = append(timings, t)
	}
	return timings, nil
}

// time solves every puzzle in rotation, once to warm up and to compare the
// answers, and then for as long as r.spend says.
func (r *race) time(ctx context.Context, name string) (timing, error) {
	opts := r.opts
	opts.Algorithm = name
	t := timing{Kind: r.kind.Info().Name, Algorithm: name, Puzzles: len(r.forms)}
	times := make([][]time.Duration, len(r.forms))
	began := time.Now()
	for i, form := range r.forms {
		start := time.Now()
		answer, err := r.kind.Solve(ctx, form, opts, r.budget)
		times[i] = append(times[i], time.Since(start))
		if err == nil {
			err = r.agree(i, name, answer)
		}
		if err != nil {
			return t, err
		}
		t.States += answer.States
		if answer.Status == solver.Limited {
			t.Limited++
		}
	}
	t.States /= int64(len(r.forms))
	if warm := time.Since(began); warm < r.spend {
		for i := range times {
			times[i] = times[i][:0]
		}
	}
	allocs, total, solves := mallocs(), time.Duration(0), 0
	for n := 0; n < mostRotations && (n == 0 && len(times[0]) == 0 || time.Since(began) < r.spend); n++ {
		rotation := time.Now()
		last := rotation
		for i, form := range r.forms {
			if _, err := r.kind.Solve(ctx, form, opts, r.budget); err != nil {
				return t, err
			}
			now := time.Now()
			times[i] = append(times[i], now.Sub(last))
			last = now
		}
		total += time.Since(rotation)
		solves += len(r.forms)
	}
	t.Allocs = float64(mallocs()-allocs) / float64(max(1, solves))
	if solves == 0 {
		for _, one := range times {
			total += one[0]
		}
		solves = len(r.forms)
	}
	t.Mean = total.Nanoseconds() / int64(solves)
	sorted := medians(times)
	t.P50, t.P99, t.Max = quantile(sorted, 0.5), quantile(sorted, 0.99), sorted[len(sorted)-1].Nanoseconds()
	return t, nil
}

// agree checks an answer against that of the other algorithms, and its plan by
// replay.
func (r *race) agree(i int, name string, answer solver.Answer) error {
	if !answer.Status.Verdict() {
		return nil
	}
	if answer.Status == solver.Solved {
		if cost, err := r.kind.Replay(r.forms[i], answer.Plan); err != nil || cost != answer.Cost {
			return fmt.Errorf("%s gives %s the plan %q, which replays to %s: %w", name, r.forms[i], answer.Plan, cost, err)
		}
	}
	if want := r.want[i]; want.Status != "" && (want.Status != answer.Status || !r.opts.Alike(want.Cost, answer.Cost)) {
		return fmt.Errorf("%s says %s %s of %s, another algorithm says %s %s", name, answer.Status, answer.Cost, r.forms[i], want.Status, want.Cost)
	}
	r.want[i] = answer
	return nil
}

// mallocs counts the allocations of the process so far.
func mallocs() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}
