package jobs

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
)

// tellAfter is how long an operation must have been waiting before the user is
// told: restarts of a second are nobody's concern.
const tellAfter = time.Second

// outage tells the user once that Redis does not answer, and once that it does
// again, however many operations wait for it. While it answers it costs the
// look at one flag.
type outage struct {
	addr   string
	notice func(text string)
	told   atomic.Bool // and the end is not told yet

	mu      sync.Mutex
	waiting int
	since   time.Time // when the first of those waiting began to
}

func newOutage(addr string, notice func(text string)) *outage {
	if notice == nil {
		notice = func(string) {}
	}
	return &outage{addr: addr, notice: notice}
}

// enter says that an operation begins to wait.
func (o *outage) enter() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.waiting++; o.waiting == 1 && !o.told.Load() {
		o.since = time.Now()
	}
}

// leave says that an operation no longer waits, after err.
func (o *outage) leave(err error) {
	o.mu.Lock()
	o.waiting--
	o.mu.Unlock()
	o.answered(err)
}

// lasts says that an operation which is tried for up to most has been waiting
// for elapsed, because of err.
func (o *outage) lasts(elapsed, most time.Duration, err error) {
	if elapsed < tellAfter || !o.told.CompareAndSwap(false, true) {
		return
	}
	bound := ""
	if most != Forever {
		bound = fmt.Sprintf(" for %v", most)
	}
	switch {
	case redis.IsOOMError(err):
		o.notice(fmt.Sprintf("the Redis at %s has no memory left (maxmemory) and takes nothing more; remove batches or raise maxmemory; trying on%s", o.addr, bound))
	default:
		o.notice(fmt.Sprintf("the Redis at %s does not answer as it should: %v; trying on%s", o.addr, err, bound))
	}
}

// answered takes the outcome of an operation that is not tried again. If that
// is a reply of Redis, and nobody waits for another, the outage is over.
func (o *outage) answered(err error) {
	if !o.told.Load() {
		return
	}
	if _, reply := errors.AsType[redis.Error](err); err != nil && !reply {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.waiting == 0 && o.told.CompareAndSwap(true, false) {
		o.notice(fmt.Sprintf("the Redis at %s answers again, after %v", o.addr, time.Since(o.since).Round(time.Second)))
	}
}
