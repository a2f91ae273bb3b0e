package worker

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/gridmill/gridmill/jobs"
)

// errLost is the cause that ends a run whose chunk is no longer its own.
var errLost = errors.New("the claim is lost")

// renew keeps the claim of a chunk and what asker has reserved alive until the
// returned function is called. The context it returns ends when the worker is
// to stop at once, or, with the cause errLost, when the claim is lost.
func (w *Worker) renew(c *jobs.Chunk, asker *jobs.Asker, log *slog.Logger) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(w.aborted)
	over := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		ticker := time.NewTicker(renewEvery)
		defer ticker.Stop()
		asked := time.Now() // when the memo last heard of the asker
		for {
			select {
			case <-over:
				return
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
			held, err := w.cfg.Store.Renew(ctx, c)
			if asker != nil && time.Since(asked) > jobs.ReservationLife/3 {
				asked = time.Now()
				err = errors.Join(err, asker.Renew(ctx))
			}
			switch {
			case ctx.Err() != nil:
				return
			case err != nil:
				log.Warn("claim not renewed", "error", err)
			case !held:
				cancel(errLost)
				return
			}
		}
	})
	return ctx, func() {
		close(over)
		cancel(nil)
		running.Wait()
	}
}
