package jobs

import (
	"errors"
	"fmt"
	"slices"
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
//
// A Redis that is full goes on to answer whoever only reads or removes. So the
// end of such an outage is told when it has taken in something again.
type outage struct {
	addr   string
	notice func(text string)
	told   atomic.Bool // and the end is not told yet

	mu      sync.Mutex
	waiting int
	since   time.Time // when the first of those waiting began to
	full    bool      // it has refused to store anything, and has stored nothing since
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

// leave says that an operation no longer waits, after err. stored is answered's.
func (o *outage) leave(err error, stored bool) {
	o.mu.Lock()
	o.waiting--
	o.mu.Unlock()
	o.answered(err, stored)
}

// lasts says that an operation which is tried for up to most has been waiting
// for elapsed, because of err.
func (o *outage) lasts(elapsed, most time.Duration, err error) {
	if elapsed < tellAfter {
		return
	}
	if refusesToStore(err) {
		o.mu.Lock()
		o.full = true
		o.mu.Unlock()
	}
	if !o.told.CompareAndSwap(false, true) {
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

// served takes commands that are not tried again, after err.
func (o *outage) served(err error, cmds ...redis.Cmder) {
	if o.told.Load() {
		o.answered(err, slices.ContainsFunc(cmds, hasStored))
	}
}

// answered takes the outcome of an operation that is not tried again. If that
// is a reply of Redis other than "not now", and nobody waits for another, the
// outage is over; that of a full Redis only when something was stored since,
// such as by this operation.
func (o *outage) answered(err error, stored bool) {
	if !o.told.Load() {
		return
	}
	if _, reply := errors.AsType[redis.Error](err); err != nil && (!reply || repliesWith(err, passingReplies()...)) {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if stored {
		o.full = false
	}
	if o.waiting == 0 && !o.full && o.told.CompareAndSwap(true, false) {
		o.notice(fmt.Sprintf("the Redis at %s answers again, after %v", o.addr, time.Since(o.since).Round(time.Second)))
	}
}

// hasStored reports whether cmd got through and is of those that a full Redis
// refuses whatever it holds. Of a script nobody knows whether it wrote, and some
// of those that write get through since they remove something first.
func hasStored(cmd redis.Cmder) bool {
	switch cmd.Name() {
	case "set", "mset", "msetnx", "zadd":
		return cmd.Err() == nil
	}
	return false
}

// refusesToStore reports whether err is the reply of a Redis that still answers
// those who only read.
func refusesToStore(err error) bool {
	return repliesWith(err, "OOM", "MISCONF", "NOREPLICAS", "READONLY")
}
