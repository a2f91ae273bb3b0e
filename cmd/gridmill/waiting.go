package main

import (
	"context"
	"fmt"

	"github.com/gridmill/gridmill/jobs"
)

// stillOpen says what an open batch waits for. Nobody can tell from Redis
// whether its producer is at work or has died.
const stillOpen = "is still open, not submitted whole; if the command that submits it has ended, run the same command again to complete it"

// warnWaiting tells the user what a batch that is not done waits for and may
// never get: the rest of its puzzles, or a worker.
func (a *app) warnWaiting(ctx context.Context, store *jobs.Store, b *jobs.Batch) error {
	if b.State == jobs.StateDone {
		return nil
	}
	if b.State == jobs.StateOpen {
		a.warn("batch %s %s", b.ID, stillOpen)
	}
	return a.warnIdle(ctx, store)
}

// notDone says how many rows a batch has so far, and what to do: advice, unless
// nothing helps before it is submitted whole.
func notDone(b *jobs.Batch, rows int64, advice string) error {
	if b.State == jobs.StateOpen {
		return fmt.Errorf("%w: %s so far, and it %s", errNotDone, count(rows, "row"), stillOpen)
	}
	return fmt.Errorf("%w: %d of %s so far; %s", errNotDone, rows, count(b.Total, "row"), advice)
}
