package sokoban

import (
	"slices"

	"github.com/gridmill/gridmill/solver"
)

// crowd numbers the positions of several boxes and the player as the named
// algorithms come to them. These are there to be read and to be compared with:
// a position is text in a map.
type crowd struct {
	board   *board
	meter   *solver.Meter
	numbers map[string]int32 // position → its number
	cells   []int32          // number·(boxes+1): the player's cell, then those of the boxes in order
	boxAt   []bool           // by cell, of the position laid out last
	text    []byte
	next    []int32
}

func newCrowd(b *board, m *solver.Meter) *crowd {
	return &crowd{board: b, meter: m, numbers: map[string]int32{}, boxAt: make([]bool, len(b.cells))}
}

// crowdBytes is about what a crowd takes for a position beside its cells.
const crowdBytes = 128

// number returns the number of a position, which is the next one if it is new.
// ok is false when the meter grants no memory.
func (c *crowd) number(player int32, boxes []int32) (number int32, ok bool) {
	c.text = c.text[:0]
	for _, cell := range append(boxes, player) {
		c.text = append(c.text, byte(cell), byte(cell>>8), byte(cell>>16))
	}
	if number, ok = c.numbers[string(c.text)]; ok {
		return number, true
	}
	if !c.meter.Reserve(crowdBytes + 12*int64(len(boxes)+1)) {
		return 0, false
	}
	number = int32(len(c.numbers))
	c.numbers[string(c.text)] = number
	c.cells = append(append(c.cells, player), boxes...)
	return number, true
}

// lay lays a position out: the player's cell and the boxes, which are also
// marked in boxAt.
func (c *crowd) lay(number int32) (player int32, boxes []int32) {
	size := len(c.board.boxes) + 1
	clear(c.boxAt)
	cells := c.cells[int(number)*size:][:size]
	for _, box := range cells[1:] {
		c.boxAt[box] = true
	}
	return cells[0], cells[1:size:size] // cut off, since the next position begins right behind
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
