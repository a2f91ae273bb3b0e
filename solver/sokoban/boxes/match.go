package boxes

import "github.com/gridmill/gridmill/solver"

// match finds the least sum of distances that brings each box of a state to a
// goal of its own (or, in a search backwards, to a first cell of its own). It
// takes a state in, and then tells the sum for states where one box stands
// elsewhere.
//
// Up to four boxes are matched by pairs of columns: two rows take any two, the
// other two rows take the rest. For more, it is the Hungarian method: potentials
// of rows and columns, and shortest augmenting paths (Kuhn, Munkres; in the form
// of Jonker and Volgenant). The potentials of the columns are kept from state to
// state, so that most rows find their column at once.
type match struct {
	boxes int
	width int
	away  []int32 // node·width + column → distance

	rows      [4][4]int32
	low, high [6]int32 // for two columns of six: the least for rows 0 and 1, and for 2 and 3

	node    []int32 // row → its node
	row     []int32 // column → its row
	column  []int32 // row → its column
	u, v    []int64 // potentials of rows and columns
	reached []int64 // column → least path to it so far
	from    []int32 // column → column before it on that path, or none
	done    []bool
	sum     int64

	meter   *solver.Meter
	stopped bool // by the meter: what was returned last means nothing
}

// apart is far for the sums of many boxes: more than any real sum.
const apart = 1 << 40

// reset makes t ready for a puzzle whose distances are in away.
func (t *match) reset(boxes, width int, away []int32, m *solver.Meter) {
	t.boxes, t.width, t.away, t.meter, t.stopped = boxes, width, away, m, false
	if boxes <= 4 {
		// Rows without a box take the columns without a goal for nothing.
		for i := range t.rows {
			for j := range t.rows[i] {
				t.rows[i][j] = far
				if i >= boxes && j >= boxes {
					t.rows[i][j] = 0
				}
			}
		}
		return
	}
	t.node = resize(t.node, boxes)
	t.row = resize(t.row, boxes)
	t.column = resize(t.column, boxes)
	t.u = resize(t.u, boxes)
	t.v = resize(t.v, boxes)
	t.reached = resize(t.reached, boxes)
	t.from = resize(t.from, boxes)
	t.done = resize(t.done, boxes)
	clear(t.v)
}

// matchBytes is what a match of many boxes takes for each.
const matchBytes = 3*4 + 3*8 + 4 + 1

// take takes in a state whose boxes stand at nodes, and returns its sum, or none
// if there is no matching.
func (t *match) take(nodes []int32) int32 {
	if t.boxes > 4 {
		return t.solve(nodes)
	}
	for i, node := range nodes {
		t.rows[i] = *(*[4]int32)(t.away[int(node)*4:])
	}
	twos(&t.rows[0], &t.rows[1], &t.low)
	twos(&t.rows[2], &t.rows[3], &t.high)
	return total(&t.low, &t.high)
}

// with returns the sum when box i stands at node instead, or none.
func (t *match) with(i int, node int32) int32 {
	if t.boxes > 4 {
		return t.detour(i, node)
	}
	row := (*[4]int32)(t.away[int(node)*4:])
	var two [6]int32
	twos(row, &t.rows[i^1], &two)
	if i < 2 {
		return total(&two, &t.high)
	}
	return total(&two, &t.low)
}

// twos finds the least that rows a and b take in any two columns.
func twos(a, b *[4]int32, least *[6]int32) {
	least[0] = min(a[0]+b[1], a[1]+b[0])
	least[1] = min(a[0]+b[2], a[2]+b[0])
	least[2] = min(a[0]+b[3], a[3]+b[0])
	least[3] = min(a[1]+b[2], a[2]+b[1])
	least[4] = min(a[1]+b[3], a[3]+b[1])
	least[5] = min(a[2]+b[3], a[3]+b[2])
}

// total is the least sum of two columns from one and the other two from the
// other.
func total(one, other *[6]int32) int32 {
	sum := min(one[0]+other[5], one[1]+other[4], one[2]+other[3], one[3]+other[2], one[4]+other[1], one[5]+other[0])
	if sum >= far {
		return none
	}
	return sum
}

// cost is the distance of a node in a column.
func (t *match) cost(node, column int32) int64 {
	away := t.away[int(node)*t.width+int(column)]
	if away == far {
		return apart
	}
	return int64(away)
}

// solve is take for many boxes.
func (t *match) solve(nodes []int32) int32 {
	copy(t.node, nodes)
	for j := range t.row {
		t.row[j] = none
	}
	for i, node := range t.node {
		best := int32(0)
		least := int64(1) << 62
		for j, v := range t.v {
			if c := t.cost(node, int32(j)) - v; c < least {
				least, best = c, int32(j)
			}
		}
		t.u[i] = least
		t.column[i] = none
		if t.row[best] == none {
			t.row[best], t.column[i] = int32(i), best
		}
	}
	t.sum = 0
	for i := range t.node {
		if t.column[i] != none {
			continue
		}
		if !t.augment(int32(i)) {
			t.stopped = true
			return none
		}
	}
	for j := range t.v {
		t.sum += t.u[j] + t.v[j]
	}
	if t.sum >= apart {
		return none
	}
	return int32(t.sum)
}

// lookFrom is how many boxes make a matching long enough for looks at the clock
// on the way.
const lookFrom = 64

// augment gives a row a column, by a shortest path of exchanges. It returns false
// when the meter ends the search.
func (t *match) augment(row int32) bool {
	for j := range t.reached {
		t.reached[j], t.done[j] = 1<<62, false
	}
	at, column, base := row, int32(none), int64(0)
	for {
		if t.boxes >= lookFrom && !t.meter.Spend(t.boxes/4) {
			return false
		}
		next := int32(none)
		for j := range t.reached {
			if t.done[j] {
				continue
			}
			if way := base + t.cost(t.node[at], int32(j)) - t.u[at] - t.v[j]; way < t.reached[j] {
				t.reached[j], t.from[j] = way, column
			}
			if next == none || t.reached[j] < t.reached[next] {
				next = int32(j)
			}
		}
		column, base = next, t.reached[next]
		if t.row[column] == none {
			break
		}
		t.done[column] = true
		at = t.row[column]
	}
	t.u[row] += base
	for j := range t.reached {
		if t.done[j] {
			t.u[t.row[j]] += base - t.reached[j]
			t.v[j] -= base - t.reached[j]
		}
	}
	for column != none {
		before := t.from[column]
		i := row
		if before != none {
			i = t.row[before]
		}
		t.row[column], t.column[i] = i, column
		column = before
	}
	return true
}

// detour is with for many boxes: the shortest path from the box's new distances
// to the column that it leaves.
func (t *match) detour(i int, node int32) int32 {
	left := t.column[i]
	rest := t.sum - t.cost(t.node[i], left)
	if c := t.cost(node, left); rest+c == t.sum-1 {
		return int32(t.sum - 1) // no push brings more
	}
	for j, v := range t.v {
		t.reached[j], t.done[j] = t.cost(node, int32(j))-v, false
	}
	for {
		if t.boxes >= lookFrom && !t.meter.Spend(t.boxes/4) {
			t.stopped = true
			return none
		}
		next := int32(none)
		for j := range t.reached {
			if !t.done[j] && (next == none || t.reached[j] < t.reached[next]) {
				next = int32(j)
			}
		}
		base := t.reached[next]
		if next == left {
			sum := rest + base + t.v[left]
			if sum >= apart/2 {
				return none
			}
			return int32(sum)
		}
		t.done[next] = true
		row := t.row[next]
		for j := range t.reached {
			if !t.done[j] {
				t.reached[j] = min(t.reached[j], base+t.cost(t.node[row], int32(j))-t.u[row]-t.v[j])
			}
		}
	}
}
