package boxes

import "math/bits"

// position is a state laid out on the board.
type position struct {
	boxes    []uint64 // the state's set, by live numbers
	cells    []int32  // of the boxes, in the order of the live numbers
	occupied []uint64 // the same as a set of cells
	reach    []uint64 // where the player can walk
	beyond   []uint64 // where he could after a push or a pull: the region of a next state
}

// size makes p fit a board.
func (p *position) size(b *board, words, boxes int) {
	p.boxes = resize(p.boxes, words)
	p.cells = resize(p.cells, boxes)
	p.occupied = resize(p.occupied, b.words)
	p.reach = resize(p.reach, b.words)
	p.beyond = resize(p.beyond, b.words)
}

// lay lays out a state of t.
func (p *position) lay(b *board, n *nodes, t *table, state int32) {
	p.place(n, t, state)
	b.flood(t.at(state).player, p.occupied, p.reach)
}

// place is lay without reach.
func (p *position) place(n *nodes, t *table, state int32) {
	copy(p.boxes, t.set(state))
	clear(p.occupied)
	i := 0
	for w, word := range p.boxes {
		for ; word != 0; word &= word - 1 {
			c := n.home[w<<6+bits.TrailingZeros64(word)]
			p.cells[i] = c
			flip(p.occupied, c)
			i++
		}
	}
}

// shift moves a box from a cell to another; shifting it back undoes that. Both
// cells have live numbers.
func (p *position) shift(n *nodes, from, to int32) {
	a, b := n.live[from], n.live[to]
	if len(p.occupied) == 1 && len(p.boxes) == 1 {
		p.occupied[0] ^= 1<<(from&63) | 1<<(to&63)
		p.boxes[0] ^= 1<<(a&63) | 1<<(b&63)
		return
	}
	flip(p.occupied, from)
	flip(p.occupied, to)
	flip(p.boxes, a)
	flip(p.boxes, b)
}
