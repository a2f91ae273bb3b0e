package boxes

import (
	"unsafe"

	"github.com/gridmill/gridmill/solver"
)

// stack is a slice that grows at its end and pays for its memory by doubling,
// whatever memory it holds from earlier searches.
type stack[T any] struct {
	items []T
	paid  int
}

// reset empties s for a new search, which has not paid for any memory yet.
func (s *stack[T]) reset() { s.items, s.paid = s.items[:0], 0 }

// push appends an item. It returns false when the meter refuses.
func (s *stack[T]) push(item T, m *solver.Meter) bool {
	if len(s.items) == s.paid {
		more := max(s.paid, 64)
		if !m.Reserve(int64(more) * int64(unsafe.Sizeof(item))) {
			return false
		}
		s.paid += more
		var ok bool
		if s.items, ok = regrow(s.items, s.paid, m); !ok {
			return false
		}
	}
	s.items = append(s.items, item)
	return true
}
