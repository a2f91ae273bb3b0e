package jobs

import (
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
