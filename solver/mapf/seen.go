package mapf

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// node is a joint state that an informed search has reached.
type node struct {
	state  uint64
	parent int32 // among the nodes, -1 for the start
	depth  int32 // steps from the start
}

const (
	// firstNodes is the room for nodes that every search begins with.
	firstNodes = 1 << 10
	// nodeBytes is what a node takes: itself, its two slots in the table and
	// its place on the way down.
	nodeBytes = 16 + 2*4 + 16
	// mostNodes is how many nodes a slot can tell apart.
	mostNodes = 1 << 30
	// nodesPerLook is how many nodes are copied between two looks at the clock:
	// each may touch a page of new memory.
	nodesPerLook = 1 << 10
	// goldenRatio is 2^64 divided by the golden ratio, made odd: multiplying
	// by it spreads neighbouring states over the whole table.
	goldenRatio = 0x9e3779b97f4a7c15
)

// reached is the list of the nodes of a search and a hash table with linear
// probing that finds them, at most half full. A slot holds the number of a node
// plus base. All that earlier searches have left there is less than base, and
// so the table is never cleared, except when the numbers run out.
type reached struct {
	nodes []node
	table []uint32
	base  uint32
	shift uint // of a hash: 64 - log2(len(table))
}

// begin forgets all nodes.
func (r *reached) begin() {
	r.retire()
	r.nodes = r.nodes[:0]
	r.resize(firstNodes)
}

// retire makes all slots in use stale.
func (r *reached) retire() {
	r.base += uint32(len(r.nodes))
	if r.base == 0 || r.base > 1<<31 {
		clear(r.table[:cap(r.table)])
		r.base = 1
	}
}

// room is how many nodes there is memory for.
func (r *reached) room() int { return len(r.table) / 2 }

// resize makes room for so many nodes, a power of two, and none are left.
func (r *reached) resize(room int) {
	if cap(r.nodes) < room {
		r.nodes = make([]node, 0, room)
	}
	r.table = resize(r.table, 2*room)
	r.shift = uint(64 - bits.Len(uint(2*room-1)))
}

// grow doubles the room. It returns false when t does not allow that or ends the
// search.
func (r *reached) grow(t *tally) bool {
	if r.room() >= mostNodes {
		t.limit = solver.LimitBytes
		return false
	}
	// What nodes are copied from is in use until the collector comes by.
	if !t.reserve(2 * int64(r.room()) * nodeBytes) {
		return false
	}
	nodes := r.nodes
	r.retire()
	r.resize(2 * r.room())
	r.nodes = r.nodes[:0]
	for i, n := range nodes {
		if i%nodesPerLook == 0 && !t.look() {
			return false
		}
		r.add(n)
	}
	return true
}

// add appends a node unless there is one of its state already. There must be
// room.
func (r *reached) add(n node) bool {
	mask := uint64(len(r.table) - 1)
	for i := n.state * goldenRatio >> r.shift; ; i++ {
		slot := &r.table[i&mask]
		if *slot < r.base {
			*slot = r.base + uint32(len(r.nodes))
			r.nodes = append(r.nodes, n)
			return true
		}
		if r.nodes[*slot-r.base].state == n.state {
			return false
		}
	}
}

// bytes is what r holds on to.
func (r *reached) bytes() int { return 16*cap(r.nodes) + 4*cap(r.table) }
