package boxes

import "github.com/gridmill/gridmill/solver"

// pairs tells for every two boxes, alone on the board, for which cells of the
// player they can be brought to two goals; or, in a search backwards, may have
// come from two first cells. A state that holds two boxes which cannot has no
// plan.
type pairs struct {
	ready bool
	words int      // of a set of cells
	good  []uint64 // pair·words: the cells of the player
	queue stack[pair]
	set   []uint64
	reach []uint64
}

// pair is two boxes, by cell, and the cell of the player.
type pair struct {
	boxes  [2]int32
	player int32
}

const (
	// crowded is how many states a search has met when it looks at pairs.
	crowded = 4096
	// mostPairs is how many bytes the pairs of a puzzle may take.
	mostPairs = 16 << 20
)

// at returns the cells of the player that are good for two boxes.
func (p *pairs) at(n *nodes, box, other int32) []uint64 {
	a, b := int(n.live[box]), int(n.live[other])
	if a > b {
		a, b = b, a
	}
	i := (b*(b-1)/2 + a) * p.words
	return p.good[i : i+p.words]
}

// find fills p by pulls from the goals, or by pushes from the first cells. It
// leaves p alone when there are too many pairs, and returns false when the meter
// ends the search.
func (p *pairs) find(b *board, n *nodes, first []int32, player int32, back bool, m *solver.Meter) bool {
	p.words = b.words
	size := len(n.home) * (len(n.home) - 1) / 2 * p.words
	if size > mostPairs/8 {
		return true
	}
	if !m.Reserve(int64(size+2*p.words) * 8) {
		return false
	}
	p.good = resize(p.good, size)
	clear(p.good)
	p.set, p.reach = resize(p.set, p.words), resize(p.reach, p.words)
	p.queue.reset()
	for i := range first {
		for _, other := range first[:i] {
			if !p.begin(b, n, [2]int32{first[i], other}, player, back, m) {
				return false
			}
		}
	}
	for head := 0; head < len(p.queue.items); head++ {
		if !p.expand(b, n, p.queue.items[head], back, m) {
			return false
		}
	}
	p.ready = true
	return true
}

// begin visits two first boxes with the player where he is, or backwards on any
// side of them.
func (p *pairs) begin(b *board, n *nodes, boxes [2]int32, player int32, back bool, m *solver.Meter) bool {
	if !back {
		return p.visit(b, n, pair{boxes, player}, m)
	}
	for i, box := range boxes {
		for _, side := range b.next[4*box:][:4] {
			if side != none && side != boxes[1-i] && !p.visit(b, n, pair{boxes, side}, m) {
				return false
			}
		}
	}
	return true
}

// visit notes that a pair is good for all cells that the player can walk to.
func (p *pairs) visit(b *board, n *nodes, q pair, m *solver.Meter) bool {
	good := p.at(n, q.boxes[0], q.boxes[1])
	if has(good, q.player) {
		return true
	}
	setOf(p.set, q.boxes[:])
	b.flood(q.player, p.set, p.reach)
	for i, word := range p.reach {
		good[i] |= word
	}
	return p.queue.push(q, m)
}

// expand visits what a pair leads to.
func (p *pairs) expand(b *board, n *nodes, q pair, back bool, m *solver.Meter) bool {
	good := p.at(n, q.boxes[0], q.boxes[1])
	for i, c := range q.boxes {
		other := q.boxes[1-i]
		for d := range int32(4) {
			to := b.next[4*c+d]
			if to == none || to == other || n.live[to] == none {
				continue
			}
			// stand is where the player is before the push, or after the pull.
			stand, player := b.next[4*c+3-d], c
			if back {
				stand = b.next[4*to+d]
				player = stand
			}
			if stand == none || stand == other {
				continue
			}
			from := stand
			if back {
				from = to
			}
			// Other regions of the same pair are good too, and are expanded alike.
			if !has(good, from) {
				continue
			}
			next := pair{q.boxes, player}
			next.boxes[i] = to
			if !p.visit(b, n, next, m) {
				return false
			}
		}
	}
	return m.Spend(16)
}

// lost reports whether a box on a cell and one of the others, which are all of
// cells but number i, have no plan while the player is on his cell.
func (p *pairs) lost(n *nodes, cells []int32, i int, box, player int32) bool {
	for j, other := range cells {
		if j != i && !has(p.at(n, box, other), player) {
			return true
		}
	}
	return false
}
