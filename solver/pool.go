package solver

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// What a Pool keeps.
const (
	freelyKept = 4 << 20  // bytes of one search, always kept
	mostKept   = 64 << 20 // bytes of one search, never more
	turnsKept  = 256      // of searches with memory between the two, one in so many gives it up
)

// Pool keeps the memory of searches for later ones. What it holds follows what
// searches need today: memory that once grew large is given up after a while,
// and grows again where it is still needed. The zero value is ready, and safe
// for use by many goroutines at once.
type Pool[T any] struct {
	pool  sync.Pool
	turns atomic.Uint32
}

// Get returns the memory of an earlier search, or the zero value.
func (p *Pool[T]) Get() *T {
	if s, ok := p.pool.Get().(*T); ok {
		return s
	}
	return new(T)
}

// Put keeps s, which holds about so many bytes, unless they are too many. Those
// of a very large search are collected at once: left lying about, they would
// add to those of the next.
func (p *Pool[T]) Put(s *T, bytes int) {
	switch {
	case bytes <= freelyKept:
		p.pool.Put(s)
	case bytes > mostKept:
		var none T
		*s = none
		runtime.GC()
	case p.turns.Add(1)%turnsKept != 0:
		p.pool.Put(s)
	}
}
