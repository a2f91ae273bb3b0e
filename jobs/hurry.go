package jobs

import (
	"context"
	"sync"
	"time"
)

// hurriedPatience is how long an operation outlasts an outage once there is a
// hurry: the blink of a fail-over at least.
const hurriedPatience = time.Second

// hurry is what a worker that stops is in. It begins once.
type hurry struct {
	c    chan struct{} // closed when it begins; nil: it never does
	once *sync.Once
}

func newHurry() hurry { return hurry{make(chan struct{}), &sync.Once{}} }

func (h hurry) begin() { h.once.Do(func() { close(h.c) }) }

func (h hurry) begun() bool {
	select {
	case <-h.c:
		return true
	default:
		return false
	}
}

// possible reports whether it may ever begin: it does for the clients of
// asynq's servers alone.
func (h hurry) possible() bool { return h.c != nil }

// pause lets some time pass, less of it in a hurry, none once ctx has ended.
func (h hurry) pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-h.c:
		time.Sleep(shortestPause)
	case <-time.After(d):
	}
}
