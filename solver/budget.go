package solver

import (
	"context"
	"time"
)

// Budget bounds the search of one puzzle. States and bytes are exact: the same
// puzzle under the same budget always ends the same way. Time is a fuse.
type Budget struct {
	States int64         `json:"states,omitempty"`  // most states visited; 0 = no limit
	Bytes  int64         `json:"bytes,omitempty"`   // most bytes of search memory; 0 = no limit
	Time   time.Duration `json:"time_ns,omitempty"` // most wall time; 0 = no limit
}

// fuelPerCheck is how many units of work a search does between two looks at
// the clock and the context: some microseconds of plain work, and some
// milliseconds where each touches a page of memory for the first time.
const fuelPerCheck = 1024

// Meter counts what one search spends against its Budget and its context.
// A search calls Visit for each state it adds, Spend for inner work between
// states, and Reserve before it grows; the first false is final.
type Meter struct {
	ctx      context.Context
	budget   Budget
	deadline time.Time
	states   int64
	bytes    int64
	fuel     int64
	limit    Limit
	err      error
}

// NewMeter starts the clock of one search. It is small enough that the meter of
// a search which keeps it to itself needs no allocation.
func NewMeter(ctx context.Context, b Budget) *Meter {
	m := new(Meter)
	m.start(ctx, b)
	return m
}

func (m *Meter) start(ctx context.Context, b Budget) {
	*m = Meter{ctx: ctx, budget: b, fuel: fuelPerCheck, err: ctx.Err()}
	if b.Time > 0 {
		m.deadline = time.Now().Add(b.Time)
	}
}

// Visit counts one more state. It returns false when the search must stop:
// the state is then not counted and not to be searched.
func (m *Meter) Visit() bool {
	if m.stopped() {
		return false
	}
	if m.budget.States > 0 && m.states >= m.budget.States {
		m.limit = LimitStates
		return false
	}
	m.states++
	return m.Spend(1)
}

// Spend accounts for n units of work (cells of a walk, edges of a state) that
// visit no state, so that clock and context are looked at often enough.
func (m *Meter) Spend(n int) bool {
	if m.fuel -= int64(n); m.fuel > 0 {
		return !m.stopped()
	}
	m.fuel = fuelPerCheck
	if m.stopped() {
		return false
	}
	if m.err = m.ctx.Err(); m.err != nil {
		return false
	}
	if m.budget.Time > 0 && time.Now().After(m.deadline) {
		m.limit = LimitTime
		return false
	}
	return true
}

// Reserve accounts for n more bytes of search memory (fewer when n is
// negative). When it returns false the memory must not be taken.
func (m *Meter) Reserve(n int64) bool {
	if m.stopped() {
		return false
	}
	if m.budget.Bytes > 0 && m.bytes+n > m.budget.Bytes {
		m.limit = LimitBytes
		return false
	}
	m.bytes += n
	return true
}

func (m *Meter) stopped() bool { return m.limit != "" || m.err != nil }

// States returns how many states were visited.
func (m *Meter) States() int64 { return m.states }

// Err returns why the context called the search off, or nil.
func (m *Meter) Err() error { return m.err }

// Stopped turns a search that Visit, Spend or Reserve ended into its result:
// the context's error, or a Limited answer with the proved bound on the first
// measure.
func (m *Meter) Stopped(bound int) (Answer, error) {
	if m.err != nil {
		return Answer{}, m.err
	}
	return Answer{Status: Limited, States: m.states, Limit: m.limit, Bound: bound}, nil
}
