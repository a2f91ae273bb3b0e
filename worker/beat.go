package worker

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/gridmill/gridmill/jobs"
)

const (
	// beatTime bounds one heartbeat, so that a Redis that hangs is noticed.
	beatTime = 2 * time.Second
	// silence is how long Redis may leave heartbeats unanswered before the
	// worker counts as cut off.
	silence = 5 * time.Second
	// forgetEvery is how many heartbeats pass between two that also remove
	// workers which have long been silent.
	forgetEvery = 15
)

// pulse tells Redis every jobs.BeatEvery what the worker is doing, and knows
// from that whether Redis answers.
type pulse struct {
	id      string
	host    string
	started time.Time

	mu       sync.Mutex
	answered time.Time // when Redis last answered
	failure  error     // why it has not since; nil: it has
	failed   time.Time // when a heartbeat last failed
}

func newPulse() *pulse {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return &pulse{id: fmt.Sprintf("%s:%d:%s", host, os.Getpid(), rand.Text()[:6]), host: host, started: time.Now()}
}

// show begins to tell others what the worker does: in Redis, and as metrics.
func (w *Worker) show() error {
	w.serving.Store(true)
	if w.cfg.Announce {
		w.sweeper.Go(w.beat)
	}
	if w.cfg.Metrics == nil {
		return nil
	}
	w.sweeper.Go(func() { w.gauges.watch(w.aborted) })
	for _, c := range append(w.metrics.collectors(), w.gauges) {
		if err := w.cfg.Metrics.Register(c); err != nil {
			return fmt.Errorf("register metrics: %w", err)
		}
	}
	return nil
}

// beat runs until the worker has stopped, and then takes its leave.
func (w *Worker) beat() {
	ticker := time.NewTicker(jobs.BeatEvery)
	defer ticker.Stop()
	for n := 0; ; n++ {
		w.beatOnce(n%forgetEvery == 0)
		select {
		case <-w.aborted.Done():
			ctx, cancel := context.WithTimeout(context.Background(), beatTime)
			defer cancel()
			if err := w.cfg.Store.Depart(ctx, w.pulse.id); err != nil {
				w.cfg.Log.Debug("left without a farewell", "error", err)
			}
			return
		case <-ticker.C:
		}
	}
}

func (w *Worker) beatOnce(forget bool) {
	ctx, cancel := context.WithTimeout(w.aborted, beatTime)
	defer cancel()
	now := time.Now()
	err := w.cfg.Store.Beat(ctx, w.status(now), forget)
	if w.aborted.Err() != nil {
		return
	}
	p := w.pulse
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case err == nil && p.failure != nil:
		w.cfg.Log.Info("Redis answers again", "silent", time.Since(p.lastAnswer()).Round(time.Millisecond))
	case err != nil && p.failure == nil:
		w.cfg.Log.Warn("Redis does not answer", "error", err, "redis", w.cfg.Store.Addr())
	}
	if p.failure = err; err != nil {
		p.failed = now
		return
	}
	p.answered = time.Now()
}

// lastAnswer is when Redis answered last, or when the worker started.
func (p *pulse) lastAnswer() time.Time {
	if p.answered.IsZero() {
		return p.started
	}
	return p.answered
}

// reachable returns an error when Redis has not answered for a while.
func (p *pulse) reachable(now time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case now.Sub(p.answered) < silence:
		return nil
	case p.failure != nil:
		return fmt.Errorf("no answer from Redis: %w", p.failure)
	}
	return errors.New("no answer from Redis")
}

// status is what the worker is doing now.
func (w *Worker) status(now time.Time) *jobs.WorkerStatus {
	s := &jobs.WorkerStatus{
		Worker: w.pulse.id, Host: w.pulse.host, PID: os.Getpid(), Version: w.cfg.Version,
		Started: w.pulse.started.UTC(), State: jobs.Serving,
		Lanes: w.activity.report(now), Memory: w.memoryUse(),
	}
	if w.stopping.Load() {
		s.State = jobs.Stopping
	}
	busy := 0
	for i := range s.Lanes {
		busy += len(s.Lanes[i].Busy)
	}
	if busy == 0 {
		s.Idle = w.idle(s, now)
	}
	return s
}

// idle says why the worker runs no chunk.
func (w *Worker) idle(s *jobs.WorkerStatus, now time.Time) string {
	w.pulse.mu.Lock()
	defer w.pulse.mu.Unlock()
	switch {
	case s.State == jobs.Stopping:
		return "stopping"
	case s.Memory.Waiting > 0:
		return "waiting for memory"
	case now.Sub(w.pulse.failed) < 2*jobs.BeatEvery:
		return "Redis did not answer until a moment ago"
	}
	return "no chunk waits in its lanes"
}

// memoryUse is what the worker has lent to searches.
func (w *Worker) memoryUse() jobs.MemoryUse {
	if w.lent == nil {
		return jobs.MemoryUse{}
	}
	return w.lent()
}

// Ready returns nil when the worker takes chunks, else an error that says why
// it does not.
func (w *Worker) Ready() error {
	switch {
	case w.stopping.Load():
		return errors.New("stopping")
	case !w.serving.Load():
		return errors.New("not serving any lane yet")
	case w.cfg.Announce:
		return w.pulse.reachable(time.Now())
	}
	return nil
}
