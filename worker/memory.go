package worker

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"sync/atomic"

	"golang.org/x/sync/semaphore"

	"github.com/gridmill/gridmill/jobs"
)

const (
	// processBytes is what a worker takes besides its searches and its memo,
	// and slotBytes what a slot takes besides its search: the chunk, its rows,
	// the boards as read.
	processBytes = 48 << 20
	slotBytes    = 8 << 20
	// leastPool is the least memory that searches in the hard lane are left.
	leastPool = 128 << 20
	// largeSearch is the budget, in bytes, from which what earlier searches
	// left behind is collected before the search begins.
	largeSearch = 64 << 20
)

// memory is what the searches of a worker share that have a budget of their
// own, and so more than the share of a slot. Each reserves its whole budget
// before it begins. The zero value has no bound.
type memory struct {
	size    int64               // bytes; 0 = no bound
	left    *semaphore.Weighted // nil: no bound
	inUse   atomic.Int64
	waiting atomic.Int64
}

// bound gives m its size.
func (m *memory) bound(size int64) {
	m.size, m.left = size, semaphore.NewWeighted(size)
}

// use returns how m is used right now.
func (m *memory) use() jobs.MemoryUse {
	return jobs.MemoryUse{Limit: m.size, Reserved: m.inUse.Load(), Waiting: int(m.waiting.Load())}
}

// cut returns the smaller of a byte budget and all there is. No budget, which
// is 0, is cut to all there is.
func (m *memory) cut(budget int64) int64 {
	if m.size == 0 {
		return budget
	}
	return min(cmp.Or(budget, math.MaxInt64), m.size)
}

// room reserves n bytes, at most size, and waits until they are there. What
// it returns gives them back. The error is the context's.
func (m *memory) room(ctx context.Context, n int64) (release func(), err error) {
	if m.left == nil {
		return func() {}, nil
	}
	m.waiting.Add(1)
	err = m.left.Acquire(ctx, n)
	m.waiting.Add(-1)
	if err != nil {
		return nil, err
	}
	m.inUse.Add(n)
	if n >= largeSearch {
		// Pools keep what they hold for one more collection.
		debug.FreeOSMemory()
		debug.FreeOSMemory()
	}
	return func() {
		m.inUse.Add(-n)
		m.left.Release(n)
	}, nil
}

// roomForChild reserves what the child of an order takes besides the share of
// its slot, and sets the ceiling of the order. Where the worker has less than
// that, the budget is cut.
func (m *memory) roomForChild(ctx context.Context, o *order) (release func(), err error) {
	if !o.Split {
		o.Ceiling = o.Share.Bytes + childHeadroom
		return m.room(ctx, childHeadroom)
	}
	budget := &o.Options.Budget
	if m.size > 0 {
		budget.Bytes = min(cmp.Or(budget.Bytes, math.MaxInt64), m.size-childHeadroom)
	}
	if budget.Bytes == 0 {
		return m.room(ctx, 0)
	}
	o.Ceiling = budget.Bytes + childHeadroom
	return m.room(ctx, o.Ceiling)
}

// fit gives the searches of w their memory, and takes slots away where they
// would not fit.
func (w *Worker) fit() error {
	if w.cfg.Memory == 0 {
		return nil
	}
	slots, pool, err := divide(w.cfg.Memory, w.cfg.MemoMemory, w.cfg.Share.Bytes, w.cfg.Slots)
	if err != nil {
		return err
	}
	for lane, n := range slots {
		if asked := w.cfg.Slots[lane]; n < asked {
			w.cfg.Log.Warn("fewer slots than asked for, so that they fit into the memory", "lane", lane, "asked", asked, "slots", n, "memory", w.cfg.Memory)
		}
	}
	w.cfg.Slots = slots
	w.memory.bound(pool)
	return nil
}

// limit bounds the budget of a chunk's puzzles by what the worker allows, and
// where they have a budget of their own by the memory there is for it. The
// memo is thereby told what was really spent.
func (w *Worker) limit(c *jobs.Chunk) {
	budget := &c.Options.Budget
	*budget, _ = within(*budget, w.cfg.Most)
	if c.Split() {
		budget.Bytes = w.memory.cut(budget.Bytes)
	}
}

// divide returns how many of the slots fit into the memory of a worker when
// each may hold its share, and what that and the memo leave to the searches with
// a budget of their own, all in bytes. Every lane keeps a slot.
func divide(total, memo, share int64, slots map[jobs.Lane]int) (fitting map[jobs.Lane]int, pool int64, err error) {
	fitting = map[jobs.Lane]int{}
	pool = total - memo - processBytes
	for lane, n := range slots {
		if n == 0 {
			continue
		}
		fitting[lane] = n
		pool -= int64(n) * slotCost(lane, share)
	}
	for pool < leastPool {
		var most jobs.Lane // with slots to give up
		for _, lane := range jobs.Lanes() {
			if fitting[lane] > 1 && fitting[lane]*int(slotCost(lane, share)) > fitting[most]*int(slotCost(most, share)) {
				most = lane
			}
		}
		if most == "" {
			return nil, 0, &tooLittleError{total, total + leastPool - pool}
		}
		fitting[most]--
		pool += slotCost(most, share)
	}
	return fitting, pool, nil
}

// slotCost is what a slot of a lane takes, without what its searches reserve.
func slotCost(lane jobs.Lane, share int64) int64 {
	if lane == jobs.Hard || lane == "" {
		return slotBytes
	}
	return slotBytes + share
}

// tooLittleError says that a worker cannot run in the memory it has.
type tooLittleError struct{ has, needs int64 }

func (e *tooLittleError) Error() string {
	const mib = 1 << 20
	return fmt.Sprintf("%d MiB of memory are too little for the memo and a slot of each lane; set --memory to %d MiB or more, or serve fewer lanes",
		e.has/mib, (e.needs+mib-1)/mib)
}
