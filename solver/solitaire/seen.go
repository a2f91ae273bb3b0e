package solitaire

import "math/bits"

// node is a placement that a search has reached.
type node struct {
	pieces uint64
	parent uint32
	side   uint32
}

const (
	nodeBytes = 16
	slotBytes = 16
	// minNodes is the room a search begins with. Most puzzles need no more.
	minNodes = 256
)

// roomBytes is the memory for n nodes and their table.
func roomBytes(n int) int64 { return int64(n) * (nodeBytes + 2*slotBytes) }

// slot is a place in the table of nodes. It is empty unless its stamp is the
// table's, so that nothing is cleared between searches.
type slot struct {
	pieces uint64
	stamp  uint32
	node   uint32
}

// seen holds the nodes of a search, and finds them by their pieces in a table
// with linear probing that is at most half full.
type seen struct {
	nodes []node
	slots []slot // a power of two
	shift uint
	stamp uint32
}

// goldenRatio is 2^64 divided by the golden ratio, made odd.
const goldenRatio = 0x9e3779b97f4a7c15

// reset empties s and gives it room for n nodes, a power of two.
func (s *seen) reset(n int) {
	if cap(s.slots) < 2*n {
		s.slots, s.stamp = make([]slot, 2*n), 0
	}
	if cap(s.nodes) < n {
		s.nodes = make([]node, 0, n)
	}
	s.slots, s.nodes = s.slots[:2*n], s.nodes[:0]
	s.shift = uint(64 - bits.Len(uint(2*n-1)))
	if s.stamp++; s.stamp == 0 { // all stamps were used: now the table must be cleared
		clear(s.slots[:cap(s.slots)])
		s.stamp = 1
	}
}

// find returns the slot of pieces, or the empty one where they belong.
func (s *seen) find(pieces uint64) int {
	slots := s.slots
	mask := uint64(len(slots) - 1)
	for i := pieces * goldenRatio >> s.shift; ; i++ {
		if at := &slots[i&mask]; at.stamp != s.stamp || at.pieces == pieces {
			return int(i & mask)
		}
	}
}

// add puts a node into the slot that find returned.
func (s *seen) add(at int, n node) {
	s.slots[at] = slot{n.pieces, s.stamp, uint32(len(s.nodes))}
	s.nodes = append(s.nodes, n)
}

// kept is how many bytes s holds on to for the next search.
func (s *seen) kept() int64 { return slotBytes*int64(cap(s.slots)) + nodeBytes*int64(cap(s.nodes)) }
