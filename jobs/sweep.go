package jobs

import (
	"context"
	"errors"
	"fmt"

	"github.com/hibiken/asynq"
)

// sweepMost bounds how many lapsed chunks of a batch one sweep queues again.
const sweepMost = 100

// Sweep queues every chunk again whose claim lapsed without a commit, or whose
// task is gone, in all open batches, and returns how many it queued. Two
// sweeping at once do no harm: each lapsed claim is taken by one of them, and
// a chunk queued twice is committed once.
func (s *Store) Sweep(ctx context.Context) (int, error) {
	ids, err := s.OpenBatches(ctx)
	if err != nil {
		return 0, err
	}
	n := 0
	var errs []error
	for _, id := range ids {
		found, err := s.sweepBatch(ctx, id)
		n += found
		errs = append(errs, err)
	}
	errs = append(errs, s.prune(ctx))
	return n, errors.Join(errs...)
}

func (s *Store) sweepBatch(ctx context.Context, id string) (int, error) {
	state, err := s.rdb.HMGet(ctx, s.keys.meta(id), "state", "cancelled_at").Result()
	if err != nil {
		return 0, fmt.Errorf("sweep batch %s: %w", id, err)
	}
	switch state[0] {
	case nil:
		return 0, s.forget(ctx, id)
	case string(StateDone):
		return 0, s.closeIfDone(ctx, id, true)
	}
	if state[1] != nil {
		return 0, s.closeCancelled(ctx, id, false)
	}
	if state[0] == string(StateOpen) {
		if discarded, err := s.discardAbandoned(ctx, id); discarded || err != nil {
			return 0, err
		}
	}
	got, err := lapsedScript.Run(ctx, s.rdb, s.keys.all(id), Lease.Milliseconds(), nextLook.Milliseconds(), sweepMost).Slice()
	if err != nil {
		return 0, fmt.Errorf("sweep batch %s: %w", id, err)
	}
	n := 0
	for i := 0; i < len(got); i += 2 {
		chunk, _ := got[i].(string)
		try, _ := got[i+1].(int64)
		queued, err := s.requeue(ctx, Ref{Batch: id, Chunk: chunk, Try: int(try)})
		if err != nil {
			return n, err
		}
		if queued {
			n++
		}
	}
	return n, nil
}

// overtakes bounds how many tasks of one chunk that are in nobody's hands may
// be passed by.
const overtakes = 8

// requeue queues an execution of a chunk that nobody holds, in the lane where
// it belongs, and reports whether it was not queued already. A worker that
// died between taking a task and claiming its chunk leaves a task that asynq
// takes for running for minutes: that one is passed by.
func (s *Store) requeue(ctx context.Context, r Ref) (bool, error) {
	queue, err := s.queueOf(ctx, r)
	if err != nil {
		return false, err
	}
	for range overtakes {
		queued, err := s.enqueue(ctx, r, queue)
		if queued || err != nil {
			return queued, err
		}
		task, err := s.inspector.GetTaskInfo(queue, r.String())
		switch {
		case errors.Is(err, asynq.ErrTaskNotFound), errors.Is(err, asynq.ErrQueueNotFound):
			continue // it ended just now
		case err != nil:
			return false, fmt.Errorf("look for the task of chunk %s: %w", r, err)
		case task.State != asynq.TaskStateActive && task.State != asynq.TaskStateArchived:
			return false, nil
		}
		r.Try++
	}
	return false, nil
}
