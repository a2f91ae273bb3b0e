// Package worker takes chunks from the queue, answers their puzzles and
// commits the rows. A worker process runs one asynq server a lane; any number
// of processes may serve the same Redis, and any of them may die at any time:
// what it held is taken up by the others.
package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/hibiken/asynq"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// Config says what a worker serves. Store, Kinds and Slots must be set.
type Config struct {
	Store *jobs.Store
	Kinds solver.Kinds
	// Slots is how many chunks of each lane run at once; lanes left out, or
	// with 0 slots, are not served.
	Slots map[jobs.Lane]int
	// Memo remembers answers; nil: every puzzle is solved.
	Memo *jobs.Memo
	// Share is the wall time a puzzle may take as a member of a chunk; one
	// that needs more is held back into a chunk of its own. 0 means
	// DefaultShare.
	Share time.Duration
	// Poll is how long an idle lane waits before it looks for chunks again.
	// 0 means DefaultPoll.
	Poll time.Duration
	// Log receives what happens; nil discards it.
	Log *slog.Logger
}

// Defaults of Config.
const (
	DefaultShare = 2 * time.Second
	DefaultPoll  = 20 * time.Millisecond
)

const (
	// sweepEvery is the pause between two sweeps for lapsed claims: with the
	// lease it bounds how long the chunk of a dead worker waits.
	sweepEvery = 3 * time.Second
	// handBackTime bounds the farewell to Redis of each chunk a stopping
	// worker gives up.
	handBackTime = 5 * time.Second
)

// Worker serves lanes from Start until Stop.
type Worker struct {
	cfg     Config
	servers []*asynq.Server
	abort   context.CancelFunc // ends every running search
	aborted context.Context
	sweeper sync.WaitGroup
}

// New returns a worker that has not started yet.
func New(cfg Config) *Worker {
	if cfg.Share == 0 {
		cfg.Share = DefaultShare
	}
	if cfg.Poll == 0 {
		cfg.Poll = DefaultPoll
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	w := &Worker{cfg: cfg}
	w.aborted, w.abort = context.WithCancel(context.Background())
	return w
}

// Start begins to take chunks and returns at once. It is called once.
func (w *Worker) Start() error {
	for _, lane := range jobs.Lanes() {
		slots := w.cfg.Slots[lane]
		if slots == 0 {
			continue
		}
		server := asynq.NewServer(w.cfg.Store.Conn(), asynq.Config{
			Concurrency:              slots,
			Queues:                   map[string]int{w.cfg.Store.Queue(lane): 1},
			TaskCheckInterval:        w.cfg.Poll,
			DelayedTaskCheckInterval: time.Second,
			RetryDelayFunc:           func(int, error, *asynq.Task) time.Duration { return time.Second },
			ShutdownTimeout:          24 * time.Hour, // Stop bounds the wait
			Logger:                   asynqLog{w.cfg.Log},
			LogLevel:                 asynq.WarnLevel,
		})
		if err := server.Start(asynq.HandlerFunc(w.handle)); err != nil {
			w.Stop(w.aborted)
			return fmt.Errorf("serve lane %s: %w", lane, err)
		}
		w.servers = append(w.servers, server)
		w.cfg.Log.Info("serving lane", "lane", lane, "slots", slots, "redis", w.cfg.Store.Addr())
	}
	w.sweeper.Add(1)
	go w.sweep()
	return nil
}

// Stop takes no more chunks and waits for the running ones. When ctx ends
// first, their searches are called off and the chunks handed back to the
// queue. It returns when nothing of the worker runs any more.
func (w *Worker) Stop(ctx context.Context) {
	for _, server := range w.servers {
		server.Stop()
	}
	stop := context.AfterFunc(ctx, w.abort)
	var down sync.WaitGroup
	for _, server := range w.servers {
		down.Go(server.Shutdown)
	}
	down.Wait()
	stop()
	w.abort()
	w.sweeper.Wait()
}

func (w *Worker) sweep() {
	defer w.sweeper.Done()
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		select {
		case <-w.aborted.Done():
			return
		case <-ticker.C:
		}
		n, err := w.cfg.Store.Sweep(w.aborted)
		if err != nil && w.aborted.Err() == nil {
			w.cfg.Log.Warn("sweep failed", "error", err)
		}
		if n > 0 {
			w.cfg.Log.Warn("queued again chunks that nobody had worked on for a lease", "chunks", n)
		}
		w.trim()
	}
}

// trim keeps the memo within its bound.
func (w *Worker) trim() {
	if w.cfg.Memo == nil {
		return
	}
	removed, err := w.cfg.Memo.Trim(w.aborted)
	if err != nil && w.aborted.Err() == nil {
		w.cfg.Log.Warn("memo not trimmed", "error", err)
	}
	if removed > 0 {
		w.cfg.Log.Info("removed the oldest answers of a full memo", "answers", removed)
	}
}

// handle runs one task: claim the chunk, answer it, commit it. An error makes
// asynq run the task again; puzzles that cannot be answered are rows, not
// errors. asynq's context is not used: once it ends asynq no longer waits for
// the handler, which then could not hand its chunk back.
func (w *Worker) handle(_ context.Context, task *asynq.Task) error {
	ctx := w.aborted
	ref, err := jobs.ParseRef(task.Payload())
	if err != nil {
		return errors.Join(err, asynq.SkipRetry)
	}
	chunk, err := w.cfg.Store.Claim(ctx, ref)
	if err != nil || chunk == nil {
		return err
	}
	log := w.cfg.Log.With("batch", ref.Batch, "chunk", ref.Chunk, "try", ref.Try)
	log.Debug("claimed", "puzzles", len(chunk.Puzzles))
	var asker *jobs.Asker
	switch {
	case w.cfg.Memo == nil || chunk.Options.Memo == jobs.MemoOff:
	case chunk.Options.Memo == jobs.MemoRefresh:
		asker = w.cfg.Memo.Refresher(ref.Batch)
	default:
		asker = w.cfg.Memo.Asker()
	}
	renewing := w.renew(ctx, ref, asker, log)
	defer renewing()

	r := w.newRun(chunk, asker, log)
	if err := r.answer(ctx); err != nil { // only the stop signal ends a chunk early
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), handBackTime)
		defer cancel()
		log.Info("handing back")
		return errors.Join(r.leave(ctx, asker), w.cfg.Store.HandBack(ctx, ref))
	}
	first, err := w.cfg.Store.Commit(context.WithoutCancel(ctx), chunk, r.result(asker))
	if err != nil {
		return err
	}
	log.Debug("committed", "rows", len(r.rows), "held", len(r.held), "first", first)
	return nil
}

// renew keeps the claim and what asker has reserved alive until the returned function is called.
func (w *Worker) renew(ctx context.Context, ref jobs.Ref, asker *jobs.Asker, log *slog.Logger) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() {
		ticker := time.NewTicker(jobs.Lease / 3)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				err := w.cfg.Store.Renew(ctx, ref)
				if asker != nil {
					err = errors.Join(err, asker.Renew(ctx))
				}
				if err != nil && ctx.Err() == nil {
					log.Warn("claim not renewed", "error", err)
				}
			}
		}
	})
	return func() {
		cancel()
		running.Wait()
	}
}
