package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

const (
	// carefulAfter is how many executions of a chunk have died when the next
	// one is careful.
	carefulAfter = jobs.SuspectDeaths
	// ownDeaths is how often a puzzle that is alone kills its process before
	// it is given up.
	ownDeaths = 3
	// childHeadroom is what a child takes besides its search, in bytes.
	childHeadroom = 48 << 20
	// startPause is the pause after a child could not be started.
	startPause = time.Second
)

// deathPause is the time between two tries at a puzzle that has killed its
// process so many times: what kills innocents, such as a machine without
// memory, may pass.
func deathPause(deaths int) time.Duration { return time.Duration(deaths) * time.Second }

// careful answers a chunk whose executions kept dying: a child process
// answers one puzzle at a time, and only a death of that child counts against
// a puzzle. The memo is neither asked nor told, since even the canonical form
// of a puzzle may be what kills.
type careful struct {
	chunk   *jobs.Chunk
	command []string
	order   order
	log     *slog.Logger
	child   *child // nil: none runs
	result  jobs.Result
	deaths  prometheus.Counter      // of children
	grace   time.Duration           // how much longer than its time a puzzle may take
	rest    func(int) time.Duration // deathPause
}

// newCareful prepares to answer c by a child.
func (w *Worker) newCareful(c *jobs.Chunk, log *slog.Logger) *careful {
	return &careful{
		chunk: c, command: w.cfg.Alone, log: log, deaths: w.metrics.deaths, grace: childGrace, rest: deathPause,
		order: order{Options: c.Options, Share: w.cfg.Share, Split: c.Split()},
	}
}

// isCareful reports whether c is to be answered by a child.
func (w *Worker) isCareful(c *jobs.Chunk) bool {
	return len(w.cfg.Alone) > 0 && c.Deaths >= carefulAfter
}

// carefully answers and commits c by a child.
func (w *Worker) carefully(ctx context.Context, c *jobs.Chunk, job *job, log *slog.Logger) error {
	log.Warn("answering in a process apart: executions before this one have died", "deaths", c.Deaths)
	w.metrics.careful.Inc()
	k := w.newCareful(c, log)
	job.awaits(forMemory)
	release, err := w.memory.roomForChild(ctx, &k.order)
	if err == nil {
		job.awaits(forChild)
		err = k.answerAll(ctx)
		release()
	}
	if err != nil {
		if ctx.Err() == nil {
			log.Error("there is no process apart to answer in", "error", err)
		}
		return w.handBack(ctx, c, job, log)
	}
	ctx, done := w.farewell()
	defer done()
	first, err := w.cfg.Store.Commit(ctx, c, k.result)
	if err != nil {
		log.Warn("not committed, to be run again", "error", err)
		return err
	}
	job.committed(&k.result, first)
	log.Debug("committed", "rows", len(k.result.Rows), "held", len(k.result.Held), "first", first)
	return nil
}

// answerAll makes the rows of the chunk. An error says that the chunk was
// called off, or that there can be no child.
func (k *careful) answerAll(ctx context.Context) error {
	defer k.stop()
	for i := range k.chunk.Puzzles {
		if err := k.answer(ctx, &k.chunk.Puzzles[i]); err != nil {
			return err
		}
	}
	return nil
}

// stop ends the child, if one runs.
func (k *careful) stop() {
	if k.child != nil {
		k.child.stop()
		k.child = nil
	}
}

// answer makes the row of p. When p is one of a chunk that outgrows its share
// or kills the child, it is held back.
func (k *careful) answer(ctx context.Context, p *solver.Puzzle) error {
	if p.Error != nil {
		k.result.Rows = append(k.result.Rows, p.Refused(p.Error))
		return nil //nolint:nilerr // its error is a row
	}
	for deaths := 1; ; deaths++ {
		row, held, err := k.ask(ctx, p)
		death, died := errors.AsType[*deathError](err)
		if !died {
			k.take(p, row, held, err)
			return err
		}
		k.stop()
		k.deaths.Inc()
		k.log.Warn("a puzzle killed its process", "seq", p.Seq, "deaths", deaths, "how", death)
		if !k.chunk.Split() {
			k.result.Held = append(k.result.Held, *p)
			k.result.Suspects = append(k.result.Suspects, p.Seq)
			return nil
		}
		if deaths == ownDeaths {
			k.fail(p, death)
			return nil
		}
		if err := pause(ctx, k.rest(deaths)); err != nil {
			return err
		}
	}
}

// take keeps what the child said of p, unless there was an error.
func (k *careful) take(p *solver.Puzzle, row solver.Row, held bool, err error) {
	switch {
	case err != nil:
	case held:
		k.result.Held = append(k.result.Held, *p)
	default:
		if row.Status == solver.Failed {
			k.log.Error("solver broke", "key", row.Key, "puzzle", p.Form, "algorithm", row.Algorithm, "error", row.Error)
		}
		k.result.Rows = append(k.result.Rows, row)
	}
}

// ask puts p to the child, which it starts if there is none.
func (k *careful) ask(ctx context.Context, p *solver.Puzzle) (row solver.Row, held bool, err error) {
	if k.child == nil {
		k.child, err = startChild(ctx, k.command, &k.order)
		if err != nil {
			return row, false, childless(ctx, err)
		}
	}
	return k.child.askRow(ctx, p, k.patience())
}

// patience is how long one puzzle may take in the child; 0 means for ever.
func (k *careful) patience() time.Duration {
	budget := k.order.Options.Budget
	if !k.order.Split {
		budget, _ = within(budget, k.order.Share)
	}
	if budget.Time == 0 {
		return 0
	}
	return budget.Time + k.grace
}

// childless waits a little after a child could not be started, so that the
// chunk, which is handed back, does not come round at once. What it returns is
// no *deathError.
func childless(ctx context.Context, why error) error {
	if err := pause(ctx, startPause); err != nil {
		return err
	}
	return fmt.Errorf("%v; look whether the program is still there and may start processes", why) //nolint:errorlint // a death here is no puzzle's
}

// pause waits for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// fail makes the row of a puzzle that killed its process too often.
func (k *careful) fail(p *solver.Puzzle, last *deathError) {
	row := p.Blank()
	row.Status = solver.Failed
	row.Algorithm = cmp.Or(k.chunk.Options.Algorithms[p.Kind], solver.Auto)
	bound := ""
	if k.order.Ceiling > 0 {
		bound = fmt.Sprintf(", which may take %d MiB,", k.order.Ceiling>>20)
	}
	row.Error = &solver.ParseError{Line: p.Line, Column: 1, Reason: fmt.Sprintf(
		"its solver process%s died three times: %s; please report this puzzle", bound, last.how)}
	k.log.Error("a puzzle is given up", "seq", p.Seq, "puzzle", p.Form, "algorithm", row.Algorithm, "how", last.how)
	k.result.Rows = append(k.result.Rows, row)
}
