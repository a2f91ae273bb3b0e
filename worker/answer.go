package worker

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// answer turns the puzzles of a chunk into rows. A puzzle that outgrows its
// share of the chunk is held back instead, unless the chunk holds nothing
// else. The error is the context's: the chunk was called off.
func (w *Worker) answer(ctx context.Context, c *jobs.Chunk) (rows []solver.Row, held []solver.Puzzle, err error) {
	rows = make([]solver.Row, 0, len(c.Puzzles))
	share := w.cfg.Share
	if len(c.Puzzles) == 1 {
		share = 0
	}
	for i := range c.Puzzles {
		p := &c.Puzzles[i]
		row, outgrown, err := w.row(ctx, p, c.Options, share)
		switch {
		case err != nil:
			return nil, nil, err
		case outgrown:
			held = append(held, *p)
		default:
			rows = append(rows, row)
		}
	}
	return rows, held, nil
}

// row answers one puzzle within its budget, and within share if that is not 0
// and less; outgrown reports that only the share ended the search.
func (w *Worker) row(ctx context.Context, p *solver.Puzzle, opts jobs.Options, share time.Duration) (row solver.Row, outgrown bool, err error) {
	if broken := p.Error; broken != nil {
		return p.Refused(broken), false, nil
	}
	kind := w.cfg.Kinds.Lookup(p.Kind)
	if kind == nil {
		reason := fmt.Sprintf("no kind %q here; update the workers", p.Kind)
		return p.Refused(&solver.ParseError{Line: p.Line, Column: 1, Reason: reason}), false, nil
	}
	budget := opts.Budget
	cut := share > 0 && (budget.Time == 0 || share < budget.Time)
	if cut {
		budget.Time = share
	}
	algorithm := opts.Algorithms[p.Kind]
	if algorithm == "" {
		algorithm = solver.Auto
	}
	began := time.Now()
	answer, err := solve(ctx, kind, p.Form, solver.Options{Algorithm: algorithm, MaxMoves: opts.MaxMoves}, budget)
	elapsed := time.Since(began)

	var form *solver.FormError
	var unknown *solver.AlgorithmError
	var broken *brokenError
	switch {
	case errors.As(err, &form), errors.As(err, &unknown):
		return p.Refused(&solver.ParseError{Line: p.Line, Column: 1, Reason: err.Error()}), false, nil
	case errors.As(err, &broken):
		w.cfg.Log.Error("solver broke", "kind", p.Kind, "puzzle", p.Form, "algorithm", algorithm, "error", err)
		row = p.Blank()
		row.Status, row.Algorithm = solver.Failed, algorithm
		row.Error = &solver.ParseError{Line: p.Line, Column: 1, Reason: broken.reason}
		return row, false, nil
	case err != nil:
		return row, false, err
	}
	if cut && answer.Limit == solver.LimitTime {
		return row, true, nil
	}
	row = p.Blank()
	row.Status = answer.Status
	row.States = answer.States
	row.ElapsedUS = int64((elapsed + time.Microsecond - 1) / time.Microsecond)
	row.Source = solver.FromSearch
	row.Algorithm = algorithm
	row.Limit, row.Bound = answer.Limit, answer.Bound
	if answer.Status == solver.Solved {
		row.Cost, row.Plan = answer.Cost, &answer.Plan
	}
	return row, false, nil
}

// brokenError is a fault of a solver: a panic, or a plan that is no answer.
type brokenError struct{ reason, detail string }

func (e *brokenError) Error() string { return e.reason + ": " + e.detail }

// solve searches and has every plan replayed on the puzzle as it was
// submitted. A solver that panics or whose plan fails gives a *brokenError.
func solve(ctx context.Context, kind solver.Kind, form string, opts solver.Options, budget solver.Budget) (answer solver.Answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &brokenError{fmt.Sprintf("the solver panicked: %v; please report this puzzle", p), string(debug.Stack())}
		}
	}()
	answer, err = kind.Solve(ctx, form, opts, budget)
	if err != nil || answer.Status != solver.Solved {
		return answer, err
	}
	cost, err := kind.Replay(form, answer.Plan)
	if err != nil {
		return answer, &brokenError{"the plan found is not valid; please report this puzzle", err.Error()}
	}
	if cost != answer.Cost {
		return answer, &brokenError{"the plan found does not have the cost found; please report this puzzle",
			fmt.Sprintf("%v, not %v", cost, answer.Cost)}
	}
	return answer, nil
}
