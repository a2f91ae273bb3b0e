package worker

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// run answers the puzzles of one chunk: it asks the memo, solves what nobody
// has solved, tells the memo, and then waits for what others are solving.
type run struct {
	chunk     *jobs.Chunk
	asker     *jobs.Asker   // nil: without the memo
	share     solver.Budget // of each puzzle; nothing in it where a puzzle has its whole budget
	memory    *memory       // where searches with a whole budget reserve it
	log       *slog.Logger
	job       *job // what is told of the run while it lasts; nil: nothing
	questions []*question

	rows     []solver.Row
	held     []solver.Puzzle
	waits    int
	answered []jobs.Answered  // not told yet
	states   map[string]int64 // searched since then, by kind
	told     time.Time        // when answers were last told
	telling  time.Duration    // how long that took

	began time.Time
	due   atomic.Int64 // nanoseconds after began when the search in hand is to have ended; 0 = none is
}

const (
	// tellEvery bounds how long an answer others may be waiting for is kept
	// back to be told together with the next ones.
	tellEvery = 100 * time.Millisecond
	// tellShare is how much longer than telling takes a run goes on before it
	// tells again: with a slow way to Redis it tells more at once.
	tellShare = 4
	// A wait for others asks again after pauses that grow between these.
	firstPause = time.Millisecond
	lastPause  = 50 * time.Millisecond
)

// newRun prepares to answer c. asker is nil when nothing is to be remembered.
func (w *Worker) newRun(c *jobs.Chunk, asker *jobs.Asker, log *slog.Logger) *run {
	r := &run{
		chunk: c, asker: asker, memory: &w.memory, log: log, told: time.Now(), states: map[string]int64{},
		began: time.Now(),
	}
	if !c.Split() {
		r.share = w.cfg.Share
	}
	r.rows = make([]solver.Row, 0, len(c.Puzzles))
	r.identify(w.cfg.Kinds, asker == nil)
	return r
}

// answer turns every puzzle into a row. A puzzle that outgrows its share of
// the chunk is held back instead, unless the chunk is what was held back from
// another. The error is the context's: the chunk was called off.
func (r *run) answer(ctx context.Context) error {
	mine, others := r.ask(ctx, r.questions)
	if err := r.solveAll(ctx, mine); err != nil {
		return err
	}
	return r.await(ctx, others)
}

// result is what came of the chunk; asker is the one the run began with.
func (r *run) result(asker *jobs.Asker) jobs.Result {
	dropped := 0
	if asker != nil {
		dropped = asker.Dropped()
	}
	return jobs.Result{Rows: r.rows, Held: r.held, Waits: r.waits, Dropped: dropped}
}

// leave tells what was found before the chunk was called off and gives up what
// is still reserved.
func (r *run) leave(ctx context.Context, asker *jobs.Asker) error {
	r.tell(ctx)
	if asker == nil {
		return nil
	}
	return asker.ReleaseAll(ctx)
}

// ask puts questions to the memo and settles those it answers. It returns what
// is to be solved here, and what others are solving.
func (r *run) ask(ctx context.Context, questions []*question) (mine, others []*question) {
	if r.asker == nil || len(questions) == 0 {
		return questions, nil
	}
	asked := make([]*jobs.Question, len(questions))
	for i, q := range questions {
		asked[i] = &q.Question
	}
	known, err := r.asker.Ask(ctx, asked)
	if err != nil {
		r.without(ctx, err)
		return questions, nil
	}
	for i, q := range questions {
		k := known[i].Knowledge
		if k == jobs.Remembered {
			k = r.recall(ctx, q, &known[i].Answer)
		}
		switch k {
		case jobs.Taken:
			others = append(others, q)
		case jobs.Mine, jobs.Unknown:
			mine = append(mine, q)
		case jobs.Remembered: // settled
		}
	}
	return mine, others
}

// recall settles a question with a remembered answer. One that does not stand
// up to the replay is dropped; the knowledge returned is then Mine or Taken.
func (r *run) recall(ctx context.Context, q *question, answer *solver.Answer) jobs.Knowledge {
	bad := r.settle(q, answer, 0, solver.FromMemo)
	if bad == nil {
		return jobs.Remembered
	}
	k, err := r.asker.Reject(ctx, &q.Question, bad)
	if err != nil {
		r.without(ctx, err)
		return jobs.Mine
	}
	return k
}

// without goes on without the memo after it failed.
func (r *run) without(ctx context.Context, err error) {
	if ctx.Err() == nil {
		r.log.Warn("going on without the memo", "error", err)
	}
	r.asker = nil
}

// solveAll searches for the answers of questions and tells them.
func (r *run) solveAll(ctx context.Context, questions []*question) error {
	for _, q := range questions {
		if err := r.solve(ctx, q); err != nil {
			return err
		}
		if time.Since(r.told) > max(tellEvery, tellShare*r.telling) {
			r.tell(ctx)
		}
	}
	r.tell(ctx)
	return nil
}

// solve searches for the answer of one question within its budget, and within
// the share of the chunk if that is less. Where there is no share it waits until
// the worker has the memory for the whole budget.
func (r *run) solve(ctx context.Context, q *question) error {
	budget, cut := within(q.Budget, r.share)
	if r.chunk.Split() {
		r.job.awaits(forMemory)
		release, err := r.memory.room(ctx, budget.Bytes)
		if err != nil {
			return err
		}
		defer release()
	}
	opts := r.chunk.Options.Search(q.Algorithm)
	began := time.Now()
	r.job.searches(q, began)
	r.searching(budget.Time)
	answer, err := search(ctx, q.kind, q.form, opts, budget)
	r.states[q.guises[0].puzzle.Kind] += answer.States
	r.searched()
	elapsed := time.Since(began)
	var broken *brokenError
	var form *solver.FormError
	switch {
	case errors.As(err, &broken):
		r.fail(q, broken)
		answer = solver.Answer{}
	case errors.As(err, &form):
		for _, g := range q.guises {
			r.refuse(g.puzzle, form)
		}
		answer = solver.Answer{}
	case err != nil:
		return err
	case slices.Contains(cut, answer.Limit):
		r.hold(q)
		answer = solver.Answer{} // what it found counts for its share alone
	default:
		if bad := r.settle(q, &answer, elapsed, solver.FromSearch); bad != nil {
			r.fail(q, bad)
			answer = solver.Answer{}
		}
	}
	r.answered = append(r.answered, jobs.Answered{Question: &q.Question, Answer: answer})
	return nil
}

// within returns the smaller of a budget and a share of it, part by part, and
// which parts the share made smaller. Parts that are 0 have no bound.
func within(budget, share solver.Budget) (solver.Budget, []solver.Limit) {
	var cut []solver.Limit
	if share.States > 0 && (budget.States == 0 || share.States < budget.States) {
		budget.States, cut = share.States, append(cut, solver.LimitStates)
	}
	if share.Time > 0 && (budget.Time == 0 || share.Time < budget.Time) {
		budget.Time, cut = share.Time, append(cut, solver.LimitTime)
	}
	if share.Bytes > 0 && (budget.Bytes == 0 || share.Bytes < budget.Bytes) {
		budget.Bytes, cut = share.Bytes, append(cut, solver.LimitBytes)
	}
	return budget, cut
}

// tell hands what was found to the memo.
func (r *run) tell(ctx context.Context) {
	began := time.Now()
	defer func() {
		r.told = time.Now()
		r.telling = r.told.Sub(began)
	}()
	r.job.searched(r.states)
	clear(r.states)
	if r.asker != nil && len(r.answered) > 0 {
		if err := r.asker.Tell(ctx, r.answered); err != nil {
			r.without(ctx, err)
		}
	}
	r.answered = r.answered[:0]
}

// await waits for the answers of questions that others are solving, and takes
// over those whose solver is gone. What is not there within the share of the
// chunk is held back; a puzzle that has its whole budget is solved here once
// its own time has passed.
func (r *run) await(ctx context.Context, others []*question) error {
	patience := r.share.Time
	if patience == 0 {
		patience = r.chunk.Options.Budget.Time
	}
	began := time.Now()
	for pause := firstPause; len(others) > 0; pause = min(2*pause, lastPause) {
		if patience > 0 && time.Since(began) > patience {
			if r.share.Time == 0 {
				return r.solveAll(ctx, others)
			}
			for _, q := range others {
				r.hold(q)
			}
			return nil
		}
		r.job.awaits(forOthers)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		settled := len(r.rows)
		mine, rest := r.ask(ctx, others)
		r.waits += len(r.rows) - settled
		if len(rest) < len(others) {
			pause = firstPause
		}
		if err := r.solveAll(ctx, mine); err != nil {
			return err
		}
		others = rest
	}
	return nil
}

// hold leaves the puzzles that ask q to chunks of their own.
func (r *run) hold(q *question) {
	for _, g := range q.guises {
		r.held = append(r.held, *g.puzzle)
	}
}

// settle makes the rows of all puzzles that ask q, after their plans have been
// replayed. The *brokenError returned says which did not stand up to it; then
// there are no rows.
func (r *run) settle(q *question, answer *solver.Answer, elapsed time.Duration, source solver.Source) *brokenError {
	first := len(r.rows)
	for _, g := range q.guises {
		began := time.Now()
		row := q.row(g.puzzle, answer.Status)
		row.States, row.Limit, row.Bound, row.Source = answer.States, answer.Limit, answer.Bound, source
		if answer.Status == solver.Solved {
			plan, cost, err := fit(q.kind, g.puzzle.Form, g.back, answer, r.chunk.Options.Search(q.Algorithm))
			if broken, ok := errors.AsType[*brokenError](err); ok {
				r.rows = r.rows[:first]
				return broken
			}
			row.Cost, row.Plan = cost, &plan
		}
		elapsed += time.Since(began)
		row.ElapsedUS = int64((elapsed + time.Microsecond - 1) / time.Microsecond)
		r.rows = append(r.rows, row)
		source, elapsed = solver.FromMemo, 0 // the others are guises of the first
	}
	return nil
}

// fail makes the rows of all puzzles that ask q when its solver is at fault.
func (r *run) fail(q *question, broken *brokenError) {
	for _, g := range q.guises {
		r.failOne(q.row(g.puzzle, solver.Failed), g.puzzle, broken)
	}
}

// failOne ends row, of the puzzle p, as failed.
func (r *run) failOne(row solver.Row, p *solver.Puzzle, broken *brokenError) {
	r.log.Error("solver broke", "key", row.Key, "puzzle", p.Form, "algorithm", row.Algorithm, "error", broken)
	row.Status = solver.Failed
	row.Error = &solver.ParseError{Line: p.Line, Column: 1, Reason: broken.reason}
	r.rows = append(r.rows, row)
}

// row begins the row of a puzzle that asks q.
func (q *question) row(p *solver.Puzzle, status solver.Status) solver.Row {
	row := p.Blank()
	row.Key, row.Status, row.Algorithm = q.Key, status, q.Algorithm
	return row
}
