package jobs

import (
	"context"
	"iter"
	"time"
)

// eventWait bounds one wait for events, so that a waiter also notices what
// sends none: a batch that was removed, a stream that was trimmed.
const eventWait = time.Second

// Watch yields what is known about a batch now and each time it changed, until
// it is done. The error is ErrNoBatch when the batch is not there.
func (s *Store) Watch(ctx context.Context, id string) iter.Seq2[Batch, error] {
	return func(yield func(Batch, error) bool) {
		event := ""
		var last Batch
		for {
			b, err := s.Batch(ctx, id)
			if err != nil {
				yield(b, err)
				return
			}
			if last.ID == "" || b.Rows != last.Rows || b.State != last.State {
				if !yield(b, nil) {
					return
				}
			}
			if last = b; b.State == StateDone {
				return
			}
			if event, err = s.nextEvents(ctx, id, event); err != nil {
				yield(b, err)
				return
			}
		}
	}
}
