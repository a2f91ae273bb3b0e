// Package worker takes chunks from the queue, answers their puzzles and
// commits the rows. A worker process runs asynq servers of its own for each lane; any number
// of processes may serve the same Redis, and any of them may die at any time:
// what it held is taken up by the others.
package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hibiken/asynq"
	"github.com/prometheus/client_golang/prometheus"

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
	// Share is the wall time and the search memory a puzzle may take in the
	// chunk it was submitted in; one that needs more is held back into a chunk
	// of its own. What is 0 is as in DefaultShare.
	Share solver.Budget
	// Most bounds the budget of every puzzle, whatever its batch says. What is
	// 0 has no bound.
	Most solver.Budget
	// Memory is what the process may take, in bytes: the worker runs fewer
	// slots than Slots says where they would not fit, and a search with a
	// budget of its own waits until there is room for it. 0 means that memory
	// is not looked after.
	Memory int64
	// MemoMemory is how much of Memory the memo takes, in bytes.
	MemoMemory int64
	// Alone is the command line of a process that runs AnswerAlone with the
	// same Kinds. It answers the puzzles of chunks whose executions keep dying.
	// Without it a puzzle that kills its worker does so for ever.
	Alone []string
	// Poll is how long the idle interactive lane waits before it looks for
	// chunks again; the others, for which nobody waits so closely, wait twice as
	// long. 0 means DefaultPoll.
	Poll time.Duration
	// Announce tells Redis every jobs.BeatEvery what the worker is doing.
	Announce bool
	// Version names the build, for readers of what is announced.
	Version string
	// Metrics is where the worker's metrics are registered; nil: nowhere.
	Metrics prometheus.Registerer
	// Log receives what happens; nil discards it.
	Log *slog.Logger
}

// DefaultPoll is the default of Config.Poll.
const DefaultPoll = 20 * time.Millisecond

// DefaultShare is the default of Config.Share: enough for nearly every puzzle,
// and little enough that a chunk with some that need more is soon done.
func DefaultShare() solver.Budget {
	return solver.Budget{Time: 250 * time.Millisecond, Bytes: 64 << 20}
}

const (
	// serverSlots is how many slots one asynq server has at most: it takes one
	// task after the other, a round trip each, and would starve more.
	serverSlots = 4
	// renewEvery is the pause between two renewals of a claim, and so the time
	// in which a run notices that its chunk was cancelled or taken over.
	renewEvery = 500 * time.Millisecond
	// sweepEvery is the pause between two sweeps for lapsed claims: with the
	// lease it bounds how long the chunk of a dead worker waits.
	sweepEvery = 3 * time.Second
	// handBackTime bounds the farewell to Redis of each chunk a stopping
	// worker gives up.
	handBackTime = 5 * time.Second
	// stopTime bounds the farewell of a stopping worker whose searches were
	// called off, and idleTime that of one which does nothing.
	stopTime = handBackTime + time.Second
	idleTime = 3 * time.Second
)

// Worker serves lanes from Start until Stop.
type Worker struct {
	cfg     Config
	servers []*asynq.Server
	asynq   *asynqLog          // of the servers
	abort   context.CancelFunc // ends every running search
	aborted context.Context
	sweeper sync.WaitGroup

	metrics  *metrics
	gauges   *gauges
	activity *activity
	pulse    *pulse
	memory   memory
	unfit    error                 // why the memory is too little
	lent     func() jobs.MemoryUse // what of it is lent to searches
	serving  atomic.Bool
	stopping atomic.Bool
}

// New returns a worker that has not started yet.
func New(cfg Config) *Worker {
	cfg.Share.Time = cmp.Or(cfg.Share.Time, DefaultShare().Time)
	cfg.Share.Bytes = cmp.Or(cfg.Share.Bytes, DefaultShare().Bytes)
	if cfg.Poll == 0 {
		cfg.Poll = DefaultPoll
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	w := &Worker{cfg: cfg, asynq: newAsynqLog(cfg.Log)}
	w.aborted, w.abort = context.WithCancel(context.Background())
	w.unfit, w.lent = w.fit(), w.memory.use
	w.metrics, w.gauges, w.pulse = newMetrics(cfg.Kinds, w.cfg.Slots), newGauges(w), newPulse()
	w.activity = newActivity(w.cfg.Slots, w.metrics)
	return w
}

// Start begins to take chunks and returns at once. It is called once.
func (w *Worker) Start() error {
	if w.unfit != nil {
		return w.unfit
	}
	for _, lane := range jobs.Lanes() {
		slots := w.cfg.Slots[lane]
		for left := slots; left > 0; left -= serverSlots {
			if err := w.serve(lane, min(left, serverSlots)); err != nil {
				w.Stop(w.aborted)
				return fmt.Errorf("serve lane %s: %w", lane, err)
			}
		}
		if slots > 0 {
			w.cfg.Log.Info("serving lane", "lane", lane, "slots", slots, "redis", w.cfg.Store.Addr())
		}
	}
	w.sweeper.Add(1)
	go w.sweep()
	if err := w.show(); err != nil {
		w.Stop(w.aborted)
		return err
	}
	return nil
}

// serve starts one asynq server for some slots of a lane.
func (w *Worker) serve(lane jobs.Lane, slots int) error {
	queues := map[string]int{} // to their rank: a higher one is emptied first
	names := w.cfg.Store.Queues(lane)
	for i, name := range names {
		queues[name] = len(names) - i
	}
	poll := w.cfg.Poll
	if lane != jobs.Interactive {
		poll *= 2
	}
	server := asynq.NewServer(w.cfg.Store.Conn(), asynq.Config{
		Concurrency:              slots,
		Queues:                   queues,
		StrictPriority:           true,
		TaskCheckInterval:        poll,
		DelayedTaskCheckInterval: time.Second,
		RetryDelayFunc:           func(int, error, *asynq.Task) time.Duration { return time.Second },
		ShutdownTimeout:          24 * time.Hour, // Stop bounds the wait
		Logger:                   w.asynq,
		LogLevel:                 asynq.WarnLevel,
	})
	handle := func(_ context.Context, task *asynq.Task) error { return w.handle(lane, task) }
	if err := server.Start(asynq.HandlerFunc(handle)); err != nil {
		return err
	}
	w.servers = append(w.servers, server)
	return nil
}

// Stop takes no more chunks and waits for the running ones. When ctx ends
// first, their searches are called off and the chunks handed back to the
// queue. It returns when nothing of the worker runs any more, or when what
// still does, with a Redis that is away or a search that hangs, was given its
// time: the process is to end then.
func (w *Worker) Stop(ctx context.Context) {
	w.stopping.Store(true)
	w.cfg.Store.Hurry() // a server takes no more only once it has its last reply
	stop := context.AfterFunc(ctx, w.abort)
	var leaving sync.WaitGroup
	for _, server := range w.servers {
		leaving.Go(func() {
			server.Stop()
			server.Shutdown()
		})
	}
	w.awaitServers(&leaving)
	stop()
	w.abort()
	w.sweeper.Wait()
}

// awaitServers waits until the asynq servers have taken their leave, for which
// they get idleTime once there is nothing to do any more, or stopTime once what
// there was is called off: with a Redis that does not answer each of their
// farewells would take seconds, and what they leave behind is found by others.
func (w *Worker) awaitServers(leaving *sync.WaitGroup) {
	down := make(chan struct{})
	go func() {
		leaving.Wait()
		close(down)
	}()
	ticker := time.NewTicker(stopTime / 100)
	defer ticker.Stop()
	var since time.Time // when there was nothing to wait for
	for {
		select {
		case <-down:
			return
		case <-ticker.C:
		}
		patience := stopTime
		if w.activity.idle() {
			patience = idleTime
		}
		switch {
		case w.aborted.Err() == nil && !w.activity.idle():
			since = time.Time{}
		case since.IsZero():
			since = time.Now()
		case time.Since(since) > patience:
			w.cfg.Log.Warn("stopped without a farewell: Redis does not answer, or a search does not end")
			return
		}
	}
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
		w.metrics.lapsed.Add(float64(n))
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

// farewell returns a context for what is to reach Redis however long that takes,
// such as rows that were found: only a worker that is to stop at once gives up,
// and that not before handBackTime.
func (w *Worker) farewell() (ctx context.Context, done func()) {
	ctx, cancel := context.WithCancel(context.Background())
	stop := context.AfterFunc(w.aborted, func() { time.AfterFunc(handBackTime, cancel) })
	return ctx, func() {
		stop()
		cancel()
	}
}

// handle runs one task of a lane: claim the chunk, answer it, commit it. An
// error makes asynq run the task again; puzzles that cannot be answered are
// rows, not errors. asynq's context is not used: once it ends asynq no longer
// waits for the handler, which then could not hand its chunk back.
func (w *Worker) handle(lane jobs.Lane, task *asynq.Task) error {
	ref, err := jobs.ParseRef(task.Payload())
	if err != nil {
		return errors.Join(err, asynq.SkipRetry)
	}
	log := w.cfg.Log.With("batch", ref.Batch, "chunk", ref.Chunk, "try", ref.Try, "lane", lane)
	chunk, err := w.cfg.Store.Claim(w.aborted, ref)
	switch {
	case err != nil && w.aborted.Err() != nil:
		return err
	case err != nil:
		log.Warn("not claimed, to be tried again", "error", err)
		return err
	case chunk == nil:
		log.Debug("nothing to do: it was committed, or another works on it")
		return nil
	}
	job := w.activity.begin(chunk, lane, jobs.QueuedAt(task.Payload()))
	defer job.end()
	log.Debug("claimed", "puzzles", len(chunk.Puzzles))
	var asker *jobs.Asker
	switch {
	case w.cfg.Memo == nil || chunk.Options.Memo == jobs.MemoOff:
	case chunk.Options.Memo == jobs.MemoRefresh:
		asker = w.cfg.Memo.Refresher(ref.Batch, chunk.Created)
	default:
		asker = w.cfg.Memo.Asker()
	}
	if asker != nil {
		asker.LogTo(log)
	}
	w.limit(chunk)
	ctx, renewing := w.renew(chunk, asker, log)
	defer renewing()
	if w.isCareful(chunk) {
		return w.carefully(ctx, chunk, job, log)
	}

	r := w.newRun(chunk, asker, log)
	r.job = job
	err = r.watched(ctx)
	if errors.Is(err, errStranded) {
		log.Error("not answered here", "error", err)
		return nil // its claim lapses
	}
	if err != nil { // only a stop or the loss of the claim ends a chunk early
		return w.giveUp(ctx, r, asker)
	}
	result := r.result(asker)
	ctx, done := w.farewell()
	defer done()
	first, err := w.cfg.Store.Commit(ctx, chunk, result)
	if err != nil {
		log.Warn("not committed, to be run again", "error", err)
		return err
	}
	job.committed(&result, first)
	log.Debug("committed", "rows", len(r.rows), "held", len(r.held), "first", first)
	return nil
}

// giveUp ends a run that was called off: what it found so far is told, what it
// reserved is free again, and the chunk, unless it is another's by now, goes
// back to the queue.
func (w *Worker) giveUp(ctx context.Context, r *run, asker *jobs.Asker) error {
	err := w.handBack(ctx, r.chunk, r.job, r.log)
	farewell, cancel := context.WithTimeout(context.WithoutCancel(ctx), handBackTime)
	defer cancel()
	return errors.Join(err, r.leave(farewell, asker))
}

// handBack puts a chunk whose run, in ctx, was called off back into the queue,
// unless it is another's by now.
func (w *Worker) handBack(ctx context.Context, c *jobs.Chunk, job *job, log *slog.Logger) error {
	if errors.Is(context.Cause(ctx), errLost) {
		job.outcome = outcomeCalledOff
		log.Info("stopped: the chunk was cancelled, or another works on it")
		return nil
	}
	job.outcome = outcomeHandedBack
	log.Info("handing back")
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), handBackTime)
	defer cancel()
	return w.cfg.Store.HandBack(ctx, c)
}
