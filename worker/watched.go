package worker

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// errStranded says that a run was left to itself, since a search of it neither
// ends nor looks at its context, or since it panicked where nothing does. Its
// claim is to lapse, as that of a dead worker does: the next executions are
// counted, and end in a careful one.
var errStranded = errors.New("the run is left to itself")

// deafGrace is how much longer than its time a search may take before it is
// called off, and how long it may then take to notice.
const deafGrace = 10 * time.Second

// watched is answer, but does not wait for a search that hangs.
func (r *run) watched(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- fmt.Errorf("%w: panic: %v\n%s", errStranded, p, debug.Stack())
			}
		}()
		done <- r.answer(ctx)
	}()
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case err := <-done:
			return err
		case <-ticker.C:
			if due := r.due.Load(); due > 0 && int64(time.Since(r.began)) > due {
				cancel()
			}
			continue
		case <-ctx.Done():
		}
		select {
		case err := <-done:
			return err
		case <-time.After(deafGrace):
			return fmt.Errorf("%w: a search does not end, and keeps its core and its memory until this worker is restarted", errStranded)
		}
	}
}

// searching notes that a search of at most so much time begins; 0 is for ever.
func (r *run) searching(most time.Duration) {
	if most > 0 {
		r.due.Store(int64(time.Since(r.began) + most + deafGrace))
	}
}

// searched notes that the search has ended.
func (r *run) searched() { r.due.Store(0) }
