package jobs

import (
	"context"
	"errors"
	"fmt"
)

// sweepMost bounds how many lapsed chunks of a batch one sweep queues again.
const sweepMost = 100

// Sweep queues every chunk again whose claim lapsed without a commit, in all
// open batches, and returns how many it found. Two sweeping at once do no
// harm: each lapsed claim is taken by one of them, and a chunk queued twice
// is committed once.
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
	return n, errors.Join(errs...)
}

func (s *Store) sweepBatch(ctx context.Context, id string) (int, error) {
	state, err := s.rdb.HMGet(ctx, s.keys.meta(id), "state").Result()
	if err != nil {
		return 0, fmt.Errorf("sweep batch %s: %w", id, err)
	}
	if state[0] == nil || state[0] == string(StateDone) {
		return 0, s.closeIfDone(ctx, id, true)
	}
	got, err := lapsedScript.Run(ctx, s.rdb, s.keys.all(id), Lease.Milliseconds(), sweepMost).Slice()
	if err != nil {
		return 0, fmt.Errorf("sweep batch %s: %w", id, err)
	}
	for i := 0; i < len(got); i += 2 {
		chunk, _ := got[i].(string)
		try, _ := got[i+1].(int64)
		if err := s.enqueue(ctx, Ref{Batch: id, Chunk: chunk, Try: int(try)}); err != nil {
			return i / 2, err
		}
	}
	return len(got) / 2, nil
}
