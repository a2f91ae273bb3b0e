package mapf

import "github.com/gridmill/gridmill/solver/grid"

const (
	// followers is how many agents move within one block of joint states: at
	// most 5^4 states, so that blocks stay small whatever the puzzle.
	followers   = 4
	blockStates = 625
	// cellBytes is the most memory a cell of the map takes in a joint graph
	// and its ground.
	cellBytes = 64
)

// joint is the graph of joint states, for bfs. A joint state holds the cell
// numbers of all agents, agent a in the lowest bits. When there are many, the
// first turns are those of leaders, who move one way at a time; the last ones
// are those of followers, who make a block together.
type joint struct {
	agents  int
	leaders int
	width   int    // bits a cell number takes
	mask    uint64 // of one cell number
	next    []exits
	where   []diagonals

	// The state being expanded.
	at           [maxSearched]uint64  // cells of the agents
	order        [maxSearched + 1]int // whose turn it is; the turn after the last is nobody's
	block, spare []uint64
	yield        func([]uint64) bool
	standing     []int8 // by cell: the agent that is there, from 1; with leaders only
	gone         []int8 // by cell: the leader that has gone there, from 1
}

// exits are the cells next to one cell.
type exits struct {
	cells [4]int32
	count int32
}

// diagonals is a place on the map, turned by 45 degrees: two places are at
// most n steps apart exactly when both numbers differ by n at most.
type diagonals struct{ sum, diff int32 }

// prepare makes j the graph of p, in the memory it has.
func (j *joint) prepare(p *puzzle) {
	g := &p.ground
	cells := len(g.places)
	j.agents = len(p.agents)
	j.leaders = max(len(p.agents)-followers, 0)
	j.width = g.bits()
	if j.leaders > 0 && 2*j.agents > cells {
		j.leaders = j.agents // most ways are blocked: no product is worth making
	}
	j.block, j.spare = resize(j.block, blockStates)[:0], resize(j.spare, blockStates)[:0]
	if j.leaders > 0 {
		j.standing, j.gone = resize(j.standing, cells), resize(j.gone, cells)
		clear(j.standing)
		clear(j.gone)
	}
	j.mask = 1<<j.width - 1
	for i := range j.agents {
		j.order[i] = i
	}
	j.next, j.where = resize(j.next, cells), resize(j.where, cells)
	for i, at := range g.places {
		j.next[i].count = int32(len(g.neighbours(j.next[i].cells[:0], i)))
		c := p.board.cell(int(at))
		j.where[i] = diagonals{int32(c.Row + c.Col), int32(c.Row - c.Col)}
	}
}

// state returns the joint state in which every agent of p stands on the cell
// that where gives for it.
func (j *joint) state(p *puzzle, where func(agent) grid.Cell) uint64 {
	var s uint64
	for i, a := range p.agents {
		s |= uint64(p.ground.number[p.board.place(where(a))]) << (i * j.width)
	}
	return s
}

// cell returns where agent i is in state s.
func (j *joint) cell(s uint64, i int) uint64 { return s >> (i * j.width) & j.mask }

// Neighbours passes the joint states one step from state to yield. While they
// are made, some agents have moved and the others have not yet, so that a
// half-made state is a joint state too.
func (j *joint) Neighbours(state uint64, yield func([]uint64) bool) {
	for i := range j.agents {
		j.at[i] = j.cell(state, i)
	}
	j.yield = yield
	if j.leaders == 0 {
		j.follow(state)
		return
	}
	for i := range j.agents {
		j.standing[j.at[i]] = int8(i + 1)
	}
	j.lead(state, 0)
	for i := range j.agents {
		j.standing[j.at[i]] = 0
	}
}

// follow moves the followers in half in every way and yields the block.
func (j *joint) follow(half uint64) bool {
	block, spare := j.block[:1], j.spare
	block[0] = half
	for turn := j.leaders; turn < j.agents; turn++ {
		if j.leaders > 0 || j.crowded(turn) {
			block, spare = j.spread(spare[:0], block, turn), block
			continue
		}
		halves, i := block, j.order[turn]
		for _, to := range j.exits(i) {
			n, delta := len(block), j.delta(i, uint64(to))
			block = block[:n+len(halves)]
			moved := block[n:][:len(halves)]
			for k, s := range halves {
				moved[k] = s + delta
			}
		}
	}
	return len(block) == 0 || j.yield(block)
}

// spread appends to list what halves become when the agent whose turn it is
// stays or moves where no agent before it is in its way.
func (j *joint) spread(list, halves []uint64, turn int) []uint64 {
	i := j.order[turn]
	list = j.enter(list, halves, turn, j.at[i])
	for _, to := range j.exits(i) {
		list = j.enter(list, halves, turn, uint64(to))
	}
	return list
}

// enter appends to list what those halves become in which the agent whose
// turn it is can go to cell to: no agent before it has gone there, and none
// has come from there to where it stands.
func (j *joint) enter(list, halves []uint64, turn int, to uint64) []uint64 {
	i := j.order[turn]
	if j.leaders > 0 && j.blocked(i, to) {
		return list
	}
	n := len(list)
	list = append(list, halves...)
	for _, k := range j.order[j.leaders:turn] {
		if !j.within(1, j.at[k], to) {
			continue
		}
		swap := to
		if j.at[k] == to {
			swap = j.at[i]
		}
		passed := list[:n]
		for _, s := range list[n:] {
			if c := j.cell(s, k); c != to && c != swap {
				passed = append(passed, s)
			}
		}
		list = passed
	}
	delta := j.delta(i, to)
	for k := range list[n:] {
		list[n+k] += delta
	}
	return list
}

// exits returns the cells next to agent i.
func (j *joint) exits(i int) []int32 {
	e := &j.next[j.at[i]]
	return e.cells[:e.count]
}

// delta is what a move of agent i to cell to adds to a state.
func (j *joint) delta(i int, to uint64) uint64 { return (to - j.at[i]) << (i * j.width) }

// crowded reports whether a follower before the one whose turn it is stands
// so close that it could get into its way: at most two steps from it.
func (j *joint) crowded(turn int) bool {
	here := j.at[j.order[turn]]
	for _, k := range j.order[j.leaders:turn] {
		if j.within(2, j.at[k], here) {
			return true
		}
	}
	return false
}

// within reports whether a and b are at most steps apart, walls aside.
func (j *joint) within(steps int32, a, b uint64) bool {
	p, q := j.where[a], j.where[b]
	return uint32(p.sum-q.sum+steps) <= uint32(2*steps) && uint32(p.diff-q.diff+steps) <= uint32(2*steps)
}
