package bfs

import (
	"math/bits"
	"slices"

	"github.com/gridmill/gridmill/solver"
)

// layerBytes is what a layer costs besides its states: its place in
// side.ends and its state on the path, both in slices that double.
const layerBytes = 32

// side is a breadth-first search from one end.
type side struct {
	reached []uint64 // every state reached, in order
	ends    []int    // layer d is reached[ends[d]:ends[d+1]]
	room    int      // states there is memory for, a power of two
	bytes   int64    // reserved for reached and seen
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

// makeRoom prepares for n more states. It returns false, with nothing
// changed, when the meter refuses the memory.
func (w *side) makeRoom(m *solver.Meter, n int) bool {
	if len(w.reached)+n <= w.room {
		return true
	}
	room := 1 << bits.Len(uint(len(w.reached)+n-1))
	words, _ := setWords(room, w.bits)
	bytes := 8 * int64(room+words)
	// While reached is copied its old memory is still in use.
	if !m.Reserve(bytes-w.bytes+8*int64(w.room)) || !m.Reserve(-8*int64(w.room)) {
		return false
	}
	w.room, w.bytes = room, bytes
	if cap(w.reached) < room {
		w.reached = append(make([]uint64, 0, room), w.reached...)
	}
	if !w.seen.dense || len(w.seen.mem) != words || len(w.reached) == 0 {
		w.seen.remake(room, w.bits, w.reached)
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
		layer := w.layer(d)
		if !m.Spend(len(layer)) {
			return nil, false
		}
		w.seen.remake(len(layer), w.bits, layer)
		g.Neighbours(state, step)
		path = append(path, state)
	}
	return path, true
}

// kept is how many bytes w holds on to for the next search.
func (w *side) kept() int {
	return 8 * (cap(w.reached) + cap(w.ends) + cap(w.seen.mem))
}
