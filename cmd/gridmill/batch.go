package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// spec turns an input and the settings into the batch to submit.
func (a *app) spec(cmd *cobra.Command, in *input) (jobs.Spec, error) {
	algorithms, err := a.chooseAlgorithms(cmd, in)
	if err != nil {
		return jobs.Spec{}, err
	}
	search := a.search()
	opts := jobs.Options{
		Algorithms: algorithms,
		MaxMoves:   search.MaxMoves,
		Objective:  search.Objective,
		Budget:     a.budget(),
		Memo:       a.memoMode(),
	}
	digest := slices.Clone(in.digest)
	if a.cfg.Fresh {
		digest = append(digest, rand.Text()...)
	}
	id, err := jobs.BatchID(digest, opts)
	if err != nil {
		return jobs.Spec{}, err
	}
	return jobs.Spec{ID: id, Label: in.label, Kinds: in.kindNames(), Options: opts, Priority: jobs.Priority(a.cfg.Priority), Keep: a.cfg.Keep, Total: in.total}, nil
}

// memoOn is the setting of the default.
const memoOn = "on"

// memoMode is the setting of the memo, in the words of a batch.
func (a *app) memoMode() jobs.MemoMode {
	if a.cfg.Memo == memoOn {
		return jobs.MemoOn
	}
	return jobs.MemoMode(a.cfg.Memo)
}

// budget is what a puzzle may spend.
func (a *app) budget() solver.Budget {
	return solver.Budget{States: a.cfg.MaxStates, Bytes: a.cfg.MaxMemory, Time: a.cfg.Timeout}
}

// search is the settings that change answers, in the words of solver.Options.
func (a *app) search() solver.Options {
	opts := solver.Options{MaxMoves: a.cfg.MaxMoves}
	if a.cfg.MaxMoves == 0 {
		opts.MaxMoves = solver.NoMaxMoves
	}
	if a.cfg.Objective == solver.ObjectivePushes {
		opts.Objective = solver.ObjectivePushes
	}
	return opts
}

// discardChanged removes a batch whose input changed while it was submitted:
// what was written of it is not what its id says.
func discardChanged(store *jobs.Store, id string, err error) error {
	if !errors.Is(err, errChanged) {
		return err
	}
	_, discarding := store.Discard(context.Background(), id)
	return errors.Join(err, discarding)
}

// openStore connects to the Redis that the settings name.
func (a *app) openStore(ctx context.Context, cmd *cobra.Command) (*jobs.Store, error) {
	if err := a.needsRedis(cmd); err != nil {
		return nil, err
	}
	return a.reach(ctx, a.cfg.Patience, func(text string) { a.warn("%s", text) })
}

// warnIdle tells the user when a lane has no worker, since nothing will move
// before one comes.
func (a *app) warnIdle(ctx context.Context, store *jobs.Store) error {
	lanes, _, err := store.Fleet(ctx)
	if err != nil {
		return err
	}
	a.warnUnserved(store, lanes)
	return nil
}

// warnUnserved is warnIdle for lanes that are known.
func (a *app) warnUnserved(store *jobs.Store, lanes []jobs.LaneStatus) {
	var served, idle []string
	for _, lane := range lanes {
		if lane.Workers > 0 {
			served = append(served, string(lane.Lane))
		} else {
			idle = append(idle, string(lane.Lane))
		}
	}
	switch {
	case len(served) == 0:
		a.warn("no worker is connected to %s; start one with: %s", store.Addr(), a.command("worker"))
	case len(idle) > 0:
		a.warn("no worker serves the lane %s; start one with: %s", strings.Join(idle, " nor "), a.command("worker", "--lanes", strings.Join(idle, ",")))
	}
}

// attached tells that a batch was there already, and what came of it.
func (a *app) attached(ctx context.Context, store *jobs.Store, id string) error {
	b, err := store.Batch(ctx, id)
	if err != nil {
		return err
	}
	if b.Cancelled.IsZero() {
		a.warn("the same batch was submitted before; --fresh makes a new one")
		return nil
	}
	a.warn("the same batch was submitted before, and cancelled; --fresh makes a new one, and for what had no answer: %s", a.command("retry", id, "--only", "cancelled"))
	return nil
}

// again says how to go on with a batch that was not submitted whole.
func (a *app) again(id string) string {
	if a.cfg.Fresh {
		return "the same command starts over"
	}
	return "the same command completes batch " + id
}

// listed adds to the error of a batch that is not there where to find those
// that are.
func (a *app) listed(err error) error {
	if errors.Is(err, jobs.ErrNoBatch) {
		return fmt.Errorf("%w; %s lists them", err, a.command("batches"))
	}
	return err
}

// outcome returns the error that stands for the exit code of a done batch.
func outcome(b jobs.Batch) error {
	if b.Unsettled() > 0 {
		return errUnsettled
	}
	return nil
}
