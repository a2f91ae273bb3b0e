package boxes

import (
	"math/bits"
	"slices"

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
	slots []uint64 // number of the state there plus 1, and above it half its hash; or 0
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
const stateBytes = 16 + 2*8

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
	var ok bool
	if t.boxes, ok = regrow(t.boxes, room*t.words, m); !ok {
		return false
	}
	if t.infos, ok = regrow(t.infos, room, m); !ok {
		return false
	}
	if cap(t.slots) < 2*room {
		t.slots = make([]uint64, 2*room)
	} else {
		t.slots = t.slots[:2*room]
		for some := range slices.Chunk(t.slots, chunk) {
			clear(some)
			if !m.Spend(len(some) / 8) {
				return false
			}
		}
	}
	for i := range old {
		if !m.Spend(1) {
			return false
		}
		if t.infos[i].depth == stale {
			continue
		}
		hash := t.hash(t.set(int32(i)), t.infos[i].player)
		at := t.slot(hash)
		for t.slots[at] != 0 {
			at = t.after(at)
		}
		t.slots[at] = hash&^lowHalf | uint64(i+1)
	}
	before := t.room
	t.room = room
	return m.Reserve(-each * int64(before))
}

// regrow returns old with room for n elements. ok is false when the meter ends
// the search, which is asked now and then, since the copy may be a long one.
func regrow[T any](old []T, n int, m *solver.Meter) (grown []T, ok bool) {
	if cap(old) >= n {
		return old, true
	}
	grown = make([]T, 0, n)
	for len(grown) < len(old) {
		more := min(len(old)-len(grown), chunk)
		grown = append(grown, old[len(grown):len(grown)+more]...)
		if !m.Spend(more / 8) {
			return old, false
		}
	}
	return grown, true
}

// chunk is how many elements are copied or filled at a time.
const chunk = 1 << 16

// set is the set of boxes of a state.
func (t *table) set(state int32) []uint64 {
	at := int(state) * t.words
	return t.boxes[at : at+t.words : at+t.words]
}

// lowHalf is the bits of a slot that hold the number of a state.
const lowHalf = 1<<32 - 1

// hash mixes a state.
func (t *table) hash(boxes []uint64, player int32) uint64 {
	h := uint64(player) * 0x9e3779b97f4a7c15
	for _, word := range boxes {
		high, low := bits.Mul64(h^word, 0xd6e8feb86659fd93)
		h = high ^ low
	}
	return h * 0x9e3779b97f4a7c15
}

// slot returns where the search for a state begins.
func (t *table) slot(hash uint64) int {
	return int(hash) & (len(t.slots) - 1)
}

func (t *table) after(slot int) int { return (slot + 1) & (len(t.slots) - 1) }

// find returns the number of a state, or none and the place that it would have.
func (t *table) find(boxes []uint64, player int32) (state int32, p place) {
	return t.seek(boxes, player, t.hash(boxes, player))
}

// seek is find for a state whose hash is known.
func (t *table) seek(boxes []uint64, player int32, hash uint64) (state int32, p place) {
	p = place{t.slot(hash), hash}
	for {
		found := t.slots[p.slot]
		if found == 0 {
			return none, p
		}
		if (found^p.hash)>>32 == 0 {
			state = int32(found&lowHalf) - 1
			if t.infos[state].player == player && equal(t.set(state), boxes) {
				return state, p
			}
		}
		p.slot = t.after(p.slot)
	}
}

// place is a slot for a state that find has looked for.
type place struct {
	slot int
	hash uint64
}

func equal(a, b []uint64) bool {
	for i, word := range a {
		if word != b[i] {
			return false
		}
	}
	return true
}

// add appends a state whose place find has told. The caller sees to it that
// there is room.
func (t *table) add(boxes []uint64, p place, i info) int32 {
	t.boxes = append(t.boxes, boxes...)
	t.infos = append(t.infos, i)
	t.slots[p.slot] = p.hash&^lowHalf | uint64(len(t.infos))
	return int32(len(t.infos) - 1)
}

// full reports whether the next state needs more room.
func (t *table) full() bool { return len(t.infos) == t.room }
