package sokoban

import "math/bits"

// agenda is a priority queue for keys that never fall below the last one taken:
// a radix heap (Ahuja, Mehlhorn, Orlin and Tarjan, 1990). List i holds the plans
// whose keys differ from the last key taken in bit i-1 and in no higher one;
// list 0 holds those of that very key, last come first served. A plan only ever
// moves down the lists.
type agenda struct {
	plans  []plan
	spare  int32 // list of plans that are not in use
	paid   int   // plans whose memory was reserved in this search
	last   uint64
	filled uint64 // bit i is set when list i is not empty
	heads  [64]int32
}

// plan is a state that the search may come to.
type plan struct {
	key    uint64 // the least cost of a way to the target through here: see cost bits
	walks  int64  // steps without pushes to here, the guess included
	state  uint32 // cell·4 + direction of the push
	detour int32  // pushes back towards the first cell of the box
	next   int32  // in its list, or endOfList
	guess  uint16 // steps of the last walk if it may be longer than that, or 0
	from   uint8  // direction of the push before, or fromStart
}

// A key is the level of a plan, which says how many pushes it takes in all,
// above levelBit; and below it the steps without pushes that it takes at least.
const (
	levelBit  = 42
	walksMask = 1<<levelBit - 1
)

const (
	planBytes = 32
	endOfList = -1
)

// reset empties q for a new search.
func (q *agenda) reset() {
	q.plans = q.plans[:0]
	q.spare, q.paid = endOfList, 0
	q.last, q.filled = 0, 0
}

// take returns a new plan's place, or false when the gauge grants no memory.
func (q *agenda) take(g *gauge) (int32, bool) {
	if i := q.spare; i != endOfList {
		q.spare = q.plans[i].next
		return i, true
	}
	if len(q.plans) == q.paid {
		q.paid = max(2*q.paid, 64)
		if !g.reserve(q.paid * planBytes) {
			return 0, false
		}
		q.plans = widen(q.plans, q.paid)
	}
	q.plans = append(q.plans, plan{})
	return int32(len(q.plans) - 1), true
}

// widen returns list with room for n elements. What it was copied from is in use
// until the collector comes by, and so it stays paid for.
func widen[T any](list []T, n int) []T {
	if cap(list) >= n {
		return list
	}
	return append(make([]T, 0, n), list...)
}

// drop gives the place of a plan back that is in no list.
func (q *agenda) drop(i int32) {
	q.plans[i].next = q.spare
	q.spare = i
}

// add puts plan i into the list of its key.
func (q *agenda) add(i int32) {
	p := &q.plans[i]
	list := bits.Len64(p.key^q.last) & 63
	bit := uint64(1) << list
	p.next = endOfList
	if q.filled&bit != 0 {
		p.next = q.heads[list]
	}
	q.heads[list] = i
	q.filled |= bit
}

// pop takes a plan of the least key out. It returns false when no key is below
// limit.
func (q *agenda) pop(limit uint64) (int32, bool) {
	if q.filled&1 == 0 {
		if q.filled == 0 {
			return 0, false
		}
		list := bits.TrailingZeros64(q.filled)
		head := q.heads[list]
		least := q.plans[head].key
		for i := q.plans[head].next; i != endOfList; i = q.plans[i].next {
			least = min(least, q.plans[i].key)
		}
		if least >= limit {
			return 0, false
		}
		q.filled &^= 1 << list
		q.last = least
		for i := head; i != endOfList; {
			next := q.plans[i].next
			q.add(i)
			i = next
		}
	}
	i := q.heads[0]
	q.heads[0] = q.plans[i].next
	if q.heads[0] == endOfList {
		q.filled &^= 1
	}
	return i, true
}

// wake adds the plans of a list that waited for the level of their cell.
func (q *agenda) wake(list, level int32) {
	for i := list; i != endOfList; {
		p := &q.plans[i]
		next := p.next
		p.key = uint64(p.detour+level)<<levelBit | p.key&walksMask
		q.add(i)
		i = next
	}
}
