package sokoban

import (
	"runtime"
	"slices"

	"github.com/gridmill/gridmill/solver"
)

// crowd numbers the positions of several boxes and the player as the named
// algorithms come to them. These are there to be read and to be compared with:
// every position is kept cell by cell.
type crowd struct {
	board *board
	meter *solver.Meter
	cells [][]int32 // pages of positions: the player's cell, then those of the boxes in order
	page  int       // positions in each
	slots []int32   // a hash table of positions by number plus 1, or 0; at most half full
	count int       // of positions
	boxAt []bool    // by cell, of the position laid out last
	laid  []int32   // its boxes
	next  []int32
}

func newCrowd(b *board, m *solver.Meter) *crowd {
	return &crowd{
		board: b, meter: m, page: min(pageItems, max(1, crowdPage/(len(b.boxes)+1))),
		slots: make([]int32, firstSlots), boxAt: make([]bool, len(b.cells)),
	}
}

// release has the memory of a large search collected at once: left lying about,
// it would add to that of the next search.
func (c *crowd) release() {
	const large = 1 << 16 // positions
	if c.count > large {
		c.cells, c.slots = nil, nil
		runtime.GC()
	}
}

const (
	firstSlots = 1 << 10
	// crowdBytes is what a position takes beside its cells: its slots, and those
	// of the table before, which the collector may not have come by.
	crowdBytes = 8 * 4
	// crowdPage is how many cells a page takes at most: positions are accounted
	// for one by one, and a page of thousands of boxes would be far ahead of that.
	crowdPage = 1 << 18
)

// number returns the number of a position, which is the next one if it is new.
// ok is false when the meter ends the search.
func (c *crowd) number(player int32, boxes []int32) (number int32, ok bool) {
	if !c.meter.Spend(len(boxes) / 4) {
		return 0, false
	}
	at := c.slot(player, boxes)
	for ; c.slots[at] != 0; at = (at + 1) % len(c.slots) {
		number := c.slots[at] - 1
		if cells := c.position(number); cells[0] == player && slices.Equal(cells[1:], boxes) {
			return number, true
		}
	}
	if !c.meter.Reserve(crowdBytes + 4*int64(len(boxes)+1)) {
		return 0, false
	}
	if c.count == c.page*len(c.cells) {
		c.cells = append(c.cells, make([]int32, c.page*(len(boxes)+1)))
	}
	c.count++
	cells := c.position(int32(c.count - 1))
	cells[0] = player
	copy(cells[1:], boxes)
	c.slots[at] = int32(c.count)
	if 2*c.count == len(c.slots) && !c.widen() {
		return 0, false
	}
	return int32(c.count - 1), true
}

// position is the cells of a position: the player's, then those of the boxes.
func (c *crowd) position(number int32) []int32 {
	size := len(c.board.boxes) + 1
	at := int(number) % c.page * size
	return c.cells[int(number)/c.page][at : at+size : at+size] // cut off, since the next position begins right behind
}

// slot is where the search for a position begins.
func (c *crowd) slot(player int32, boxes []int32) int {
	hash := uint64(player)
	for _, box := range boxes {
		hash = (hash ^ hash>>29 ^ uint64(box)) * 0x9e3779b97f4a7c15
	}
	return int(hash>>32) % len(c.slots)
}

// widen doubles the slots. It returns false when the meter ends the search.
func (c *crowd) widen() bool {
	c.slots = make([]int32, 2*len(c.slots))
	for number := range int32(c.count) {
		cells := c.position(number)
		at := c.slot(cells[0], cells[1:])
		for c.slots[at] != 0 {
			at = (at + 1) % len(c.slots)
		}
		c.slots[at] = number + 1
		if !c.meter.Spend(1) {
			return false
		}
	}
	return true
}

// lay lays a position out: the player's cell and the boxes, which are also
// marked in boxAt.
func (c *crowd) lay(number int32) (player int32, boxes []int32) {
	for _, box := range c.laid {
		c.boxAt[box] = false
	}
	cells := c.position(number)
	for _, box := range cells[1:] {
		c.boxAt[box] = true
	}
	c.laid = cells[1:]
	return cells[0], cells[1:]
}

// pushed returns boxes after one was pushed, good until the next call.
func (c *crowd) pushed(boxes []int32, from, to int32) []int32 {
	c.next = append(c.next[:0], boxes...)
	c.next[slices.Index(c.next, from)] = to
	slices.Sort(c.next)
	return c.next
}

// solved reports whether all boxes are on targets.
func (c *crowd) solved(boxes []int32) bool {
	for _, box := range boxes {
		if !isTarget(c.board.cells[box]) {
			return false
		}
	}
	return true
}

// first is the number of the position that the board shows.
func (c *crowd) first() (number int32, ok bool) {
	boxes := slices.Clone(c.board.boxes)
	slices.Sort(boxes)
	return c.number(c.board.player, boxes)
}
