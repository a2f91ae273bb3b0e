package boxes

import "github.com/gridmill/gridmill/solver"

// A node is a cell where a box may stand, with the part of the floor that the
// player is in when that box stands there alone. A cell that the floor hangs
// together without has one node.
//
// far is the distance to a node that there is no way to. Real distances are
// smaller by far, and the sum of four is no overflow.
const far = 1 << 28

// mostSided is how many cells a board may have that tells apart the sides of a
// box; on a larger one every cell has one node.
const mostSided = 1 << 13

// nodes holds what a box can do when it is alone on the board.
type nodes struct {
	board *board
	rules rules
	base  []int32 // cell → its first node; one element more
	split []int32 // cell → where in parts its row begins, or none for one part
	parts []uint8 // for split cells: the part each cell of the board is in
	cells []int32 // node → its cell
	alive []bool  // node → whether a box can come there, and on to a goal
	push  []int32 // node·4 + direction → node after the push, or none if either is not alive

	width  int     // of a row of distances: boxes, and at least 4
	toGoal []int32 // node·width + goal → least pushes to there
	toHere []int32 // node·width + box → least pushes from its first cell

	live  []int32  // cell → its number among the cells worth a box, or none
	home  []int32  // the cells that live numbers
	stuck []uint64 // cells of the floor not worth a box
	queue []int32
}

// size finds the nodes of the board. It returns false when the meter stops it.
func (n *nodes) size(b *board, rules rules, m *solver.Meter) bool {
	n.board, n.rules = b, rules
	if !m.Reserve(int64(b.cells) * 12) {
		return false
	}
	n.base = resize(n.base, b.cells+1)
	n.split = resize(n.split, b.cells)
	n.live = resize(n.live, b.cells)
	n.parts, n.cells = n.parts[:0], n.cells[:0]
	sided := b.cells <= mostSided && !rules.noSides
	for c := range int32(b.cells) {
		if int(c)%chunk == 0 && !m.Spend(chunk) {
			return false
		}
		n.base[c] = int32(len(n.cells))
		n.split[c] = none
		if !has(b.floor, c) {
			continue
		}
		parts := 1
		if sided && !b.linked[b.around[c]] {
			var ok bool
			if parts, ok = n.cut(c, m); !ok {
				return false
			}
		}
		for range parts {
			n.cells = append(n.cells, c)
		}
	}
	n.base[b.cells] = int32(len(n.cells))
	return m.Reserve(int64(len(n.cells))*(16+4+1+4) + int64(len(n.parts)))
}

// cut finds the parts of the floor without c and how many there are.
func (n *nodes) cut(c int32, m *solver.Meter) (parts int, ok bool) {
	b := n.board
	begin := len(n.parts)
	n.parts = append(n.parts, make([]uint8, b.cells)...)
	row := n.parts[begin:]
	for _, side := range b.next[4*c:][:4] {
		if side == none || row[side] != 0 {
			continue
		}
		parts++
		row[side] = uint8(parts)
		b.queue[0] = side
		found := 1
		for head := 0; head < found; head++ {
			for _, next := range b.next[4*b.queue[head]:][:4] {
				if next != none && next != c && row[next] == 0 {
					row[next] = uint8(parts)
					b.queue[found] = next
					found++
				}
			}
		}
		if !m.Spend(found) {
			return 0, false
		}
	}
	if parts <= 1 {
		n.parts = n.parts[:begin]
		return 1, true
	}
	n.split[c] = int32(begin)
	return parts, true
}

// at returns the node of a box on c while the player is on another cell.
func (n *nodes) at(c, player int32) int32 {
	split := n.split[c]
	if split == none {
		return n.base[c]
	}
	return n.base[c] + int32(n.parts[split+player]) - 1
}

// measure finds the distances of all nodes to the goals and from the boxes, and
// the cells worth a box. It returns false when the meter stops it.
func (n *nodes) measure(player int32, boxes, goals []int32, m *solver.Meter) bool {
	n.width = max(4, len(boxes))
	all := len(n.cells)
	if !m.Reserve(int64(all) * int64(n.width) * 8) {
		return false
	}
	n.queue = resize(n.queue, all)
	n.toGoal = resize(n.toGoal, all*n.width)
	n.toHere = resize(n.toHere, all*n.width)
	for i := range n.toGoal {
		n.toGoal[i], n.toHere[i] = far, far
		if i%chunk == chunk-1 && !m.Spend(chunk/8) {
			return false
		}
	}
	for i, goal := range goals {
		found := 0
		for node := n.base[goal]; node < n.base[goal+1]; node++ {
			n.toGoal[int(node)*n.width+i] = 0
			n.queue[found] = node
			found++
		}
		if !n.back(i, found, m) {
			return false
		}
	}
	for i, box := range boxes {
		node := n.at(box, player)
		n.toHere[int(node)*n.width+i] = 0
		n.queue[0] = node
		if !n.forth(i, m) {
			return false
		}
	}
	return n.settle(len(boxes), m)
}

// back spreads goal i from the first nodes of the queue against the pushes.
func (n *nodes) back(i, found int, m *solver.Meter) bool {
	b := n.board
	for head := 0; head < found; head++ {
		if head%nodesPerLook == nodesPerLook-1 && !m.Spend(4*nodesPerLook) {
			return false
		}
		node := n.queue[head]
		c, away := n.cells[node], n.toGoal[int(node)*n.width+i]+1
		for d := range int32(4) {
			// The box came from beside c; the player stands there now and stood one further.
			from := b.next[4*c+d]
			if from == none || n.at(c, from) != node {
				continue
			}
			stand := b.next[4*from+d]
			if stand == none {
				continue
			}
			before := n.at(from, stand)
			if way := &n.toGoal[int(before)*n.width+i]; *way == far {
				*way = away
				n.queue[found] = before
				found++
			}
		}
	}
	return m.Spend(4)
}

// nodesPerLook is how many nodes are gone through between two looks at the clock.
const nodesPerLook = 1 << 12

// after returns the node that a push in direction d leads to, or none.
func (n *nodes) after(node, d int32) int32 {
	b := n.board
	c := n.cells[node]
	stand, to := b.next[4*c+3-d], b.next[4*c+d]
	if stand == none || to == none || n.at(c, stand) != node {
		return none
	}
	return n.at(to, c)
}

// forth spreads box i from the first node of the queue along the pushes.
func (n *nodes) forth(i int, m *solver.Meter) bool {
	found := 1
	for head := 0; head < found; head++ {
		if head%nodesPerLook == nodesPerLook-1 && !m.Spend(4*nodesPerLook) {
			return false
		}
		node := n.queue[head]
		away := n.toHere[int(node)*n.width+i] + 1
		for d := range int32(4) {
			to := n.after(node, d)
			if to == none {
				continue
			}
			if way := &n.toHere[int(to)*n.width+i]; *way == far {
				*way = away
				n.queue[found] = to
				found++
			}
		}
	}
	return m.Spend(4)
}

// settle tells the nodes that some box can come to and go on from to a goal
// from the others, numbers their cells, and notes the pushes between them.
func (n *nodes) settle(boxes int, m *solver.Meter) bool {
	all := len(n.cells)
	n.alive = resize(n.alive, all)
	for i := range n.live {
		n.live[i] = none
	}
	n.home = n.home[:0]
	n.stuck = resize(n.stuck, n.board.words)
	copy(n.stuck, n.board.floor)
	for node, c := range n.cells {
		if node%nodesPerLook == nodesPerLook-1 && !m.Spend(nodesPerLook) {
			return false
		}
		at := node * n.width
		n.alive[node] = n.rules.noDead || within(n.toGoal[at:][:boxes]) && within(n.toHere[at:][:boxes])
		if n.alive[node] && n.live[c] == none {
			n.live[c] = int32(len(n.home))
			n.home = append(n.home, c)
			flip(n.stuck, c)
		}
	}
	n.push = resize(n.push, 4*all)
	for node := range int32(all) {
		if node%nodesPerLook == nodesPerLook-1 && !m.Spend(4*nodesPerLook) {
			return false
		}
		for d := range int32(4) {
			to := int32(none)
			if n.alive[node] {
				to = n.after(node, d)
			}
			if to != none && !n.alive[to] {
				to = none
			}
			n.push[4*node+d] = to
		}
	}
	return true
}

// within reports whether any distance of a row is no far one.
func within(row []int32) bool {
	for _, away := range row {
		if away < far {
			return true
		}
	}
	return false
}
