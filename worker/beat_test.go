package worker

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/test/redistest"
)

func TestTheRateIsThatOfTheLastTenSeconds(t *testing.T) {
	var r rate
	began := time.Now()
	for _, row := range []struct {
		reason string
		after  time.Duration
		count  int64
		want   float64
	}{
		{"nothing to compare with yet", 0, 100, 0},
		{"over the time since the first sample", 2 * time.Second, 120, 10},
		{"still since the first", 10 * time.Second, 300, 20},
		{"since the sample of ten seconds ago", 20 * time.Second, 400, 10},
		{"a pause", 32 * time.Second, 400, 0},
	} {
		if got := r.at(began.Add(row.after), row.count); got != row.want {
			t.Errorf("%s: %v a second, want %v", row.reason, got, row.want)
		}
	}
}

// announced starts a worker that says what it does, which is nothing at first,
// and submits a batch of forms. It stops the worker at the end of the test.
func announced(t *testing.T, server *redistest.Server, registry prometheus.Registerer, forms ...string) (*jobs.Store, *Worker) {
	t.Helper()
	store, err := jobs.Open(t.Context(), server.URL(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	w := New(Config{
		Store: store, Kinds: solver.Kinds{scripted{}},
		Slots:    map[jobs.Lane]int{jobs.Interactive: 1, jobs.Hard: 2},
		Announce: true, Version: "v1", Metrics: registry,
	})
	if err := w.Ready(); err == nil {
		t.Error("ready before it was started")
	}
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		now, cancel := context.WithCancel(context.Background())
		cancel()
		w.Stop(now)
	})
	heard(t, w)
	spec := jobs.Spec{ID: "b", Keep: time.Hour, Total: int64(len(forms))}
	p := &jobs.Producer{Store: store}
	if _, err := p.Begin(t.Context(), spec); err != nil {
		t.Fatal(err)
	}
	puzzles := func(yield func(solver.Puzzle, error) bool) {
		for _, form := range forms {
			if !yield(solver.Puzzle{Kind: "scripted", Form: form}, nil) {
				return
			}
		}
	}
	if err := p.Fill(t.Context(), spec, puzzles); err != nil {
		t.Fatal(err)
	}
	return store, w
}

// until calls look until it returns true.
func until(t *testing.T, what string, look func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !look(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within 20 s: %s", what)
		}
	}
}

// heard waits until Redis has answered a heartbeat of w just now. If the whole
// process stood still for some seconds that takes until the next one.
func heard(t *testing.T, w *Worker) {
	t.Helper()
	until(t, "the worker is ready", func() bool { return w.Ready() == nil })
}

func TestAWorkerSaysWhatItIsDoing(t *testing.T) {
	store, w := announced(t, redistest.Start(t), nil, "solve", "solve", "for ever")
	var status jobs.WorkerStatus
	until(t, "the hard puzzle is said to be searched", func() bool {
		workers, err := store.Workers(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(workers) != 1 {
			return false
		}
		status = workers[0] // the chunk it was held back from is counted a moment after it is there
		return len(status.Lanes) == 2 && len(status.Lanes[1].Busy) == 1 && status.Lanes[1].Busy[0].Seq == 2 && status.Lanes[0].Chunks == 3
	})
	hard, quick := status.Lanes[1], status.Lanes[0]
	if status.State != jobs.Serving || status.Idle != "" || status.Version != "v1" || time.Since(status.Seen) > time.Minute {
		t.Errorf("worker %+v", status)
	}
	if hard.Lane != jobs.Hard || hard.Slots != 2 || hard.Busy[0].Chunk != "2.0" || hard.Busy[0].Key == "" || hard.Busy[0].Batch != "b" {
		t.Errorf("hard: %+v", hard)
	}
	if quick.Rows != 2 || quick.Chunks != 3 || quick.Misses != 2 || quick.Rate <= 0 {
		t.Errorf("interactive: %+v", quick)
	}
	lanes, _, err := store.Fleet(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if l := lanes[2]; l.Lane != jobs.Hard || l.Workers != 1 || l.Slots != 2 || l.Running != 1 || l.Waiting != 0 {
		t.Errorf("lane hard: %+v", l)
	}
	heard(t, w)
	now, cancel := context.WithCancel(t.Context())
	cancel()
	w.Stop(now)
	if workers, err := store.Workers(t.Context()); err != nil || len(workers) != 0 {
		t.Errorf("after it stopped: %+v, %v", workers, err)
	}
	if err := w.Ready(); err == nil {
		t.Error("ready after it stopped")
	}
}

func TestAnIdleWorkerSaysWhy(t *testing.T) {
	w := New(Config{Slots: map[jobs.Lane]int{jobs.Bulk: 1}, Announce: true})
	now := time.Now()
	for _, row := range []struct {
		reason string
		change func()
		want   string
	}{
		{"nothing to do", func() {}, "no chunk waits in its lanes"},
		{"a heartbeat failed just now", func() { w.pulse.failed = now }, "Redis did not answer until a moment ago"},
		{"memory is short", func() { w.lent = func() jobs.MemoryUse { return jobs.MemoryUse{Limit: 1, Reserved: 1, Waiting: 2} } }, "waiting for memory"},
		{"it stops", func() { w.stopping.Store(true) }, "stopping"},
	} {
		row.change()
		if got := w.status(now).Idle; got != row.want {
			t.Errorf("%s: %q, want %q", row.reason, got, row.want)
		}
	}
}

func TestReadinessNamesASilentRedis(t *testing.T) {
	server := redistest.Start(t)
	_, w := announced(t, server, nil, "solve")
	server.Kill()
	until(t, "not ready any more", func() bool { return w.Ready() != nil })
	if err := w.Ready(); !strings.Contains(err.Error(), "no answer from Redis") {
		t.Error(err)
	}
	server.Restart()
	heard(t, w)
}

func TestMetricsCountWhatTheWorkerDid(t *testing.T) {
	registry := prometheus.NewRegistry()
	_, w := announced(t, redistest.Start(t), registry, "solve", "unsolvable", "panic", "for ever")
	chunks := func(lane, outcome string) float64 {
		return testutil.ToFloat64(w.metrics.chunks.WithLabelValues(lane, outcome))
	}
	until(t, "four chunks committed and the hard puzzle running", func() bool {
		return chunks("interactive", outcomeCommitted) == 4 && w.activity.running(jobs.Interactive) == 0 && w.activity.running(jobs.Hard) == 1
	})
	for _, row := range []struct {
		name string
		got  float64
		want float64
	}{
		{"solved rows", testutil.ToFloat64(w.metrics.rows.WithLabelValues("scripted", "solved")), 1},
		{"unsolvable rows", testutil.ToFloat64(w.metrics.rows.WithLabelValues("scripted", "unsolvable")), 1},
		{"failed rows", testutil.ToFloat64(w.metrics.rows.WithLabelValues("scripted", "failed")), 1},
		{"misses", testutil.ToFloat64(w.metrics.misses), 2},
	} {
		if row.got != row.want {
			t.Errorf("%s: %v, want %v", row.name, row.got, row.want)
		}
	}
	if states := testutil.ToFloat64(w.metrics.states.WithLabelValues("scripted")); states < 7 {
		t.Errorf("%v states searched", states)
	}
	want := `
# HELP gridmill_chunks_running Chunks this worker is running.
# TYPE gridmill_chunks_running gauge
gridmill_chunks_running{lane="hard"} 1
gridmill_chunks_running{lane="interactive"} 0
# HELP gridmill_lane_waiting_chunks Chunks queued in the lane, for all workers.
# TYPE gridmill_lane_waiting_chunks gauge
gridmill_lane_waiting_chunks{lane="bulk"} 0
gridmill_lane_waiting_chunks{lane="hard"} 0
gridmill_lane_waiting_chunks{lane="interactive"} 0
# HELP gridmill_redis_up 1 while Redis answers this worker, else 0.
# TYPE gridmill_redis_up gauge
gridmill_redis_up 1
# HELP gridmill_slots Chunks this worker can run at once; 0 while it stops.
# TYPE gridmill_slots gauge
gridmill_slots{lane="hard"} 2
gridmill_slots{lane="interactive"} 1
`
	heard(t, w)
	if err := testutil.GatherAndCompare(registry, strings.NewReader(want), "gridmill_chunks_running", "gridmill_slots",
		"gridmill_redis_up", "gridmill_lane_waiting_chunks"); err != nil {
		t.Error(err)
	}
	problems, err := testutil.GatherAndLint(registry)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
	now, cancel := context.WithCancel(t.Context())
	cancel()
	w.Stop(now)
	if n := chunks("hard", outcomeHandedBack); n != 1 {
		t.Errorf("%v chunks handed back", n)
	}
}

func TestASecondWorkerOnOneRegistryIsRefused(t *testing.T) {
	server := redistest.Start(t)
	registry := prometheus.NewRegistry()
	store, _ := announced(t, server, registry, "solve")
	second := New(Config{Store: store, Kinds: solver.Kinds{scripted{}}, Slots: map[jobs.Lane]int{jobs.Bulk: 1}, Metrics: registry})
	var already prometheus.AlreadyRegisteredError
	if err := second.Start(); !errors.As(err, &already) {
		t.Errorf("started: %v", err)
	}
}

// Kinds come from the input: whatever is not known here is one label.
func TestUnknownKindsShareALabel(t *testing.T) {
	m := newMetrics(solver.Kinds{scripted{}}, nil)
	m.committed(&jobs.Result{Rows: []solver.Row{{Kind: "x", Status: solver.Invalid}, {Kind: "y", Status: solver.Invalid}}})
	if n := testutil.ToFloat64(m.rows.WithLabelValues(otherKind, "invalid")); n != 2 {
		t.Errorf("%v rows of other kinds", n)
	}
	if m.kind("scripted") != "scripted" || m.kind("x") != otherKind {
		t.Error("the wrong kinds are labels")
	}
}
