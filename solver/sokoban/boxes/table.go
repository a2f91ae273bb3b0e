package boxes

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// table holds the states that one direction of a search has come to: the set of
// the cells that hold boxes, by their live numbers, and the least cell of the
// player's region. It is an array in the order of arrival and an open hash table
// of numbers into it.
type table struct {
	words int      // of a set of boxes
	boxes []uint64 // state·words
	infos []info
	slots []uint32 // number of the state there plus 1, or 0
	room  int      // states that have been paid for
}

// info is what is known of a state.
type info struct {
	player int32  // the least cell of his region
	depth  int32  // pushes from where the search began; stale if the state was met again nearer
	left   int32  // the bound on the pushes to the other end, or ^mark once the state has one
	next   uint32 // in its list: number plus 1, or 0
}

// stale as the depth of an info says that another one has taken its place.
const stale = -1

// firstRoom is how many states a table has room for at first.
const firstRoom = 256

// stateBytes is what a state takes beside its words, its share of the slots
// included. A table is at most half full.
const stateBytes = 16 + 2*4

// reset empties t for a puzzle with sets of so many words.
func (t *table) reset(words int, m *solver.Meter) bool {
	t.words, t.room = words, 0
	t.boxes, t.infos = t.boxes[:0], t.infos[:0]
	return t.grow(firstRoom, m)
}

// grow makes room for more states.
func (t *table) grow(room int, m *solver.Meter) bool {
	each := int64(stateBytes + 8*t.words)
	if !m.Reserve(each * int64(room)) {
		return false
	}
	old := len(t.infos)
	t.boxes = regrow(t.boxes, room*t.words)
	t.infos = regrow(t.infos, room)
	t.slots = resize(t.slots, 2*room)
	clear(t.slots)
	for i := range old {
		at := t.hash(t.set(int32(i)), t.infos[i].player)
		for t.slots[at] != 0 {
			at = (at + 1) & uint32(len(t.slots)-1)
		}
		if t.infos[i].depth != stale {
			t.slots[at] = uint32(i) + 1
		}
	}
	before := t.room
	t.room = room
	return m.Reserve(-each*int64(before)) && m.Spend(old)
}

// regrow returns old with room for n elements.
func regrow[T any](old []T, n int) []T {
	if cap(old) >= n {
		return old
	}
	return append(make([]T, 0, n), old...)
}

// set is the set of boxes of a state.
func (t *table) set(state int32) []uint64 {
	at := int(state) * t.words
	return t.boxes[at : at+t.words : at+t.words]
}

// hash returns the slot where the search for a state begins.
func (t *table) hash(boxes []uint64, player int32) uint32 {
	h := uint64(player) * 0x9e3779b97f4a7c15
	for _, word := range boxes {
		high, low := bits.Mul64(h^word, 0xd6e8feb86659fd93)
		h = high ^ low
	}
	h *= 0x9e3779b97f4a7c15
	return uint32(h>>32) & uint32(len(t.slots)-1)
}

// find returns the number of a state, or none and the slot that it would have.
func (t *table) find(boxes []uint64, player int32) (state int32, slot uint32) {
	slot = t.hash(boxes, player)
	for {
		i := t.slots[slot]
		if i == 0 {
			return none, slot
		}
		state = int32(i - 1)
		if t.infos[state].player == player && equal(t.set(state), boxes) {
			return state, slot
		}
		slot = (slot + 1) & uint32(len(t.slots)-1)
	}
}

func equal(a, b []uint64) bool {
	for i, word := range a {
		if word != b[i] {
			return false
		}
	}
	return true
}

// add appends a state whose slot find has told. The caller sees to it that there
// is room.
func (t *table) add(boxes []uint64, slot uint32, i info) int32 {
	t.boxes = append(t.boxes, boxes...)
	t.infos = append(t.infos, i)
	t.slots[slot] = uint32(len(t.infos))
	return int32(len(t.infos) - 1)
}

// full reports whether the next state needs more room.
func (t *table) full() bool { return len(t.infos) == t.room }
