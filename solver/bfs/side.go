package bfs

import (
	"math/bits"
	"slices"

	"github.com/gridmill/gridmill/solver"
)

const (
	// layerBytes is what a layer costs besides its states: its place in
	// side.ends and its state on the path, both in slices that double.
	layerBytes = 32
	// statesPerLook is how many states are copied between two looks at the clock:
	// each may touch a page of new memory.
	statesPerLook = 1024
)

// side is a breadth-first search from one end.
type side struct {
	reached []uint64 // every state reached, in order
	ends    []int    // layer d is reached[ends[d]:ends[d+1]]
	room    int      // states there is memory for, a power of two
	bytes   int64    // reserved for reached and seen, and for what they were copied from
	bits    int
	seen    set // the states of reached
}

// begin makes root the only layer. It returns false when the meter refuses
// the memory.
func (w *side) begin(m *solver.Meter, root uint64, stateBits int) bool {
	w.reached, w.ends = w.reached[:0], append(w.ends[:0], 0)
	w.room, w.bytes, w.bits = 0, 0, stateBits
	if !w.makeRoom(m, minStates) {
		return false
	}
	w.reached = w.seen.add([]uint64{root}, w.reached)
	return w.closeLayer(m)
}

// makeRoom prepares for n more states. It returns false when the meter ends the
// search. Memory that is let go of is not given back to the meter, since it is in
// use until the collector comes by.
func (w *side) makeRoom(m *solver.Meter, n int) bool {
	if len(w.reached)+n <= w.room {
		return true
	}
	room := 1 << bits.Len(uint(len(w.reached)+n-1))
	words, dense := setWords(room, w.bits)
	remake := !w.seen.dense || !dense || len(w.seen.mem) != words || len(w.reached) == 0
	bytes := 8 * int64(room)
	if remake {
		bytes += 8 * int64(words)
	}
	if !m.Reserve(bytes) {
		return false
	}
	w.room = room
	w.bytes += bytes
	if cap(w.reached) < room {
		old := w.reached
		w.reached = make([]uint64, 0, room)
		for some := range slices.Chunk(old, statesPerLook) {
			if !m.Spend(len(some)) {
				return false
			}
			w.reached = append(w.reached, some...)
		}
	}
	return !remake || w.fill(m, room, w.reached)
}

// fill makes seen the set of states, with room for n of them. It returns false
// when the meter ends the search.
func (w *side) fill(m *solver.Meter, n int, states []uint64) bool {
	w.seen.remake(n, w.bits)
	for some := range slices.Chunk(states, statesPerLook) {
		if !m.Spend(len(some)) {
			return false
		}
		w.seen.add(some, some[:0]) // all are new: each is written over itself
	}
	return true
}

// closeLayer ends the layer that was growing: it becomes the frontier.
func (w *side) closeLayer(m *solver.Meter) bool {
	w.ends = append(w.ends, len(w.reached))
	return m.Reserve(layerBytes)
}

// depth is the number of the last complete layer.
func (w *side) depth() int { return len(w.ends) - 2 }

// layer returns the states of complete layer d.
func (w *side) layer(d int) []uint64 { return w.reached[w.ends[d]:w.ends[d+1]] }

// frontier returns the last complete layer.
func (w *side) frontier() []uint64 { return w.layer(w.depth()) }

// descend returns a path from state, which lies in the last complete layer,
// to the root. It spoils seen. It returns false when the meter ends the
// search.
func (w *side) descend(m *solver.Meter, g Graph, state uint64) ([]uint64, bool) {
	path := append(make([]uint64, 0, w.depth()+1), state)
	step := func(block []uint64) bool {
		i := slices.IndexFunc(block, w.seen.has)
		if i >= 0 {
			state = block[i]
		}
		return i < 0
	}
	for d := w.depth() - 1; d >= 0; d-- {
		if layer := w.layer(d); !w.fill(m, len(layer), layer) {
			return nil, false
		}
		g.Neighbours(state, step)
		path = append(path, state)
	}
	return path, true
}

// kept is how many bytes w holds on to for the next search.
func (w *side) kept() int {
	return 8 * (cap(w.reached) + cap(w.ends) + cap(w.seen.mem))
}
