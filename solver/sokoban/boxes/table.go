package boxes

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver"
)

// table holds the states that one direction of a search has come to: the set of
// the cells that hold boxes, by their live numbers, and the least cell of the
// player's region. It is a list in the order of arrival and an open hash table of
// numbers into it, both in pages, so that nothing is copied as they grow.
type table struct {
	words int         // of a set of boxes
	count int         // of states
	pages []statePage // of pageStates each; those beyond count are left from earlier searches
	slots []*slotPage // the number of the state there plus 1, and above it half its hash; or 0
	mask  int         // slots in use - 1; a power of two, at least twice the states
	paid  int         // pages of states that have been paid for
}

// statePage is some states.
type statePage struct {
	infos *[pageStates]info
	boxes []uint64 // state·words
}

type slotPage [pageSlots]uint64

// info is what is known of a state.
type info struct {
	player int32  // the least cell of his region
	depth  int32  // pushes from where the search began; stale if the state was met again nearer
	left   int32  // the bound on the pushes to the other end, or ^mark once the state has one
	next   uint32 // in its list: number plus 1, or 0
}

// stale as the depth of an info says that another one has taken its place.
const stale = -1

const (
	pageStates = 1 << 10
	pageSlots  = 1 << 12
	// firstSlots is how many slots a table has at first.
	firstSlots = 1 << 9
)

// reset empties t for a puzzle with sets of so many words.
func (t *table) reset(words int, m *solver.Meter) bool {
	if words != t.words {
		t.pages = nil
	}
	t.words, t.count, t.paid, t.mask = words, 0, 0, -1
	return t.widen(firstSlots, m)
}

// widen makes it so many slots. It returns false when the meter ends the search.
func (t *table) widen(slots int, m *solver.Meter) bool {
	if !m.Reserve(8 * int64(slots-1-t.mask)) {
		return false
	}
	t.mask = slots - 1
	for i := 0; i*pageSlots < slots; i++ {
		if i == len(t.slots) {
			t.slots = append(t.slots, new(slotPage))
		} else {
			clear(t.slots[i][:min(slots, pageSlots)])
		}
		if !m.Spend(1 + min(slots, pageSlots)/8) {
			return false
		}
	}
	for state := range int32(t.count) {
		if !m.Spend(1) {
			return false
		}
		in := t.at(state)
		if in.depth == stale {
			continue
		}
		hash := t.hash(t.set(state), in.player)
		at := t.slot(hash)
		for *t.slotAt(at) != 0 {
			at = t.after(at)
		}
		*t.slotAt(at) = hash&^lowHalf | uint64(state+1)
	}
	return true
}

// at is what is known of a state.
func (t *table) at(state int32) *info {
	return &t.pages[state/pageStates].infos[state%pageStates]
}

// set is the set of boxes of a state.
func (t *table) set(state int32) []uint64 {
	at := int(state) % pageStates * t.words
	return t.pages[state/pageStates].boxes[at : at+t.words : at+t.words]
}

// slotAt is a slot by its number.
func (t *table) slotAt(slot int) *uint64 { return &t.slots[slot/pageSlots][slot%pageSlots] }

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
func (t *table) slot(hash uint64) int { return int(hash) & t.mask }

func (t *table) after(slot int) int { return (slot + 1) & t.mask }

// find returns the number of a state, or none and the place that it would have.
func (t *table) find(boxes []uint64, player int32) (state int32, p place) {
	return t.seek(boxes, player, t.hash(boxes, player))
}

// seek is find for a state whose hash is known.
func (t *table) seek(boxes []uint64, player int32, hash uint64) (state int32, p place) {
	p = place{t.slot(hash), hash}
	for {
		found := *t.slotAt(p.slot)
		if found == 0 {
			return none, p
		}
		if (found^p.hash)>>32 == 0 {
			state = int32(found&lowHalf) - 1
			if t.at(state).player == player && equal(t.set(state), boxes) {
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

// add appends a state whose place find has told, unless there is no room.
func (t *table) add(boxes []uint64, p place, i info) int32 {
	state := int32(t.count)
	t.count++
	*t.at(state) = i
	copy(t.set(state), boxes)
	*t.slotAt(p.slot) = p.hash&^lowHalf | uint64(t.count)
	return state
}

// room sees to it that there is room for one more state, whose place may be
// another one then. It returns false when the meter ends the search.
func (t *table) room(p *place, m *solver.Meter) bool {
	if t.count == t.paid*pageStates && !t.turn(m) {
		return false
	}
	if 2*t.count <= t.mask {
		return true
	}
	if !t.widen(2*(t.mask+1), m) {
		return false
	}
	p.slot = t.slot(p.hash)
	for *t.slotAt(p.slot) != 0 {
		p.slot = t.after(p.slot)
	}
	return true
}

// turn begins a page of states.
func (t *table) turn(m *solver.Meter) bool {
	if !m.Reserve(pageStates * (16 + 8*int64(t.words))) {
		return false
	}
	if t.paid == len(t.pages) {
		t.pages = append(t.pages, statePage{new([pageStates]info), make([]uint64, pageStates*t.words)})
	}
	t.paid++
	return true
}

// bytes is what t holds.
func (t *table) bytes() int {
	return len(t.pages)*pageStates*(16+8*t.words) + len(t.slots)*8*pageSlots
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
