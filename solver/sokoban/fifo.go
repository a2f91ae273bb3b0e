package sokoban

import "github.com/gridmill/gridmill/solver"

// fifo is a queue of visits. What is pushed with rising moves is popped with
// rising moves, which makes it a priority queue where every step costs one.
// Visits lie in blocks, so that nothing is ever copied and what was popped makes
// room for what comes.
type fifo struct {
	store  *blocks
	blocks []*block // those in use, from the one with the first visit on
	first  int      // of blocks that are in use
	out    *block   // the first, if there is one
	in     *block   // the last
	head   int      // where in the first block the first visit is
	tail   int      // where in the last block the next one goes
}

// block is some visits.
type block [blockVisits]visit

const (
	blockVisits = 1 << 10
	// visitBytes is what a visit takes.
	visitBytes = 16
	// blockBytes is what a block takes, its places in the lists that double included.
	blockBytes = blockVisits*visitBytes + 64
)

// blocks are the blocks of a search, which its queues share.
type blocks struct {
	all  []*block
	used int      // of all in this search
	free []*block // of those used, the ones that no queue has now
}

// reset takes all blocks back for a new search, which has not paid for any yet.
func (s *blocks) reset() { s.used, s.free = 0, s.free[:0] }

// take returns a block. A search pays for each block once, whatever earlier
// searches have left, so that a budget ends the same search at the same place
// every time. It returns nil when the meter refuses.
func (s *blocks) take(m *solver.Meter) *block {
	if last := len(s.free) - 1; last >= 0 {
		p := s.free[last]
		s.free = s.free[:last]
		return p
	}
	if !m.Reserve(blockBytes) {
		return nil
	}
	if s.used == len(s.all) {
		s.all = append(s.all, new(block))
	}
	s.used++
	return s.all[s.used-1]
}

// reset makes q an empty queue of blocks that are in store.
func (q *fifo) reset(store *blocks) {
	q.store, q.blocks, q.first, q.head, q.tail = store, q.blocks[:0], 0, 0, blockVisits
}

func (q *fifo) empty() bool {
	return q.first == len(q.blocks) || q.in == q.out && q.head == q.tail
}

func (q *fifo) front() *visit { return &q.out[q.head&(blockVisits-1)] }

// pop takes the first visit out.
func (q *fifo) pop() visit {
	v := q.out[q.head&(blockVisits-1)]
	if q.head++; q.head == blockVisits {
		q.leave()
	}
	return v
}

// leave gives back the first block, all of whose visits were popped.
func (q *fifo) leave() {
	q.store.free = append(q.store.free, q.out)
	q.first, q.head = q.first+1, 0
	if q.first == len(q.blocks) {
		q.blocks, q.first, q.tail = q.blocks[:0], 0, blockVisits
		return
	}
	q.out = q.blocks[q.first]
}

// push appends v. It returns false when the meter refuses the memory.
func (q *fifo) push(m *solver.Meter, v visit) bool {
	if q.tail == blockVisits && !q.extend(m) {
		return false
	}
	q.in[q.tail&(blockVisits-1)] = v
	q.tail++
	return true
}

// extend takes a block for the visits to come. It returns false when the meter
// refuses.
func (q *fifo) extend(m *solver.Meter) bool {
	if q.in = q.store.take(m); q.in == nil {
		return false
	}
	if q.first > len(q.blocks)/2 {
		q.blocks = q.blocks[:copy(q.blocks, q.blocks[q.first:])]
		q.first = 0
	}
	q.blocks = append(q.blocks, q.in)
	q.out, q.tail = q.blocks[q.first], 0
	return true
}
