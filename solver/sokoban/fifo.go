package sokoban

import "github.com/gridmill/gridmill/solver"

// fifo is a queue of visits. What is pushed with rising moves is popped with
// rising moves, which makes it a priority queue where every step costs one.
type fifo struct {
	visits []visit
	head   int
	paid   int // visits whose memory was reserved in this search
}

// visitBytes is what a visit takes.
const visitBytes = 16

// reset empties q for a new search, which has not paid for any memory yet.
func (q *fifo) reset() {
	q.clear()
	q.paid = 0
}

// clear empties q and keeps its memory.
func (q *fifo) clear() { q.visits, q.head = q.visits[:0], 0 }

func (q *fifo) empty() bool { return q.head == len(q.visits) }

func (q *fifo) front() *visit { return &q.visits[q.head] }

func (q *fifo) pop() visit {
	q.head++
	return q.visits[q.head-1]
}

// push appends v. It pays for memory by doubling, whatever memory q holds from
// earlier searches, so that a budget ends the same search at the same place
// every time. It returns false when the meter refuses.
func (q *fifo) push(m *solver.Meter, v visit) bool {
	if len(q.visits) == q.paid {
		more := max(q.paid, 64)
		if !m.Reserve(int64(more) * visitBytes) {
			return false
		}
		q.paid += more
	}
	q.visits = append(q.visits, v)
	return true
}
