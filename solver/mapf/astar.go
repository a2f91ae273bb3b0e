package mapf

import "github.com/gridmill/gridmill/solver/grid"

// outcome is how a search ended.
type outcome uint8

const (
	found   outcome = iota
	absent          // there is no plan
	stopped         // the tally said no
	long            // it was given up
)

// astar is an A* search by partial expansion. The package comment explains it.
type astar struct {
	reached
	joint    *joint // for its cells and the shape of its states
	dist     [][]int32
	goal     uint64
	bound    int       // no plan has fewer steps
	way      []descent // from the node that is being expanded down
	queue    []int32
	patience int // work until the search is given up, with a crowd
	work     int // not yet accounted for
	track    []uint64
	agents   [maxSearched]options
}

// descent is a node on the way down and how far the choice of its children is.
type descent struct {
	node   int32
	choice uint64 // three bits an agent: which of its options; 0 at first
}

// options are the cells to which an agent may go, the nearest to its target
// first.
type options struct {
	at    int32
	cells [5]int32
	count int
	tight int // the options from here on are as far from the target as may be
}

const (
	// distBytes is what a distance takes.
	distBytes = 4
	// never is more than any distance.
	never = 1 << 30
)

// measure fills s.dist with the steps from every cell to the target of every
// agent, other agents aside. It returns false when t ends that.
func (s *astar) measure(t *tally, p *puzzle) bool {
	cells := len(p.ground.places)
	for len(s.dist) < len(p.agents) {
		s.dist = append(s.dist, nil)
	}
	for i, a := range p.agents {
		s.dist[i] = resize(s.dist[i], cells)
		if !s.flood(t, s.dist[i], p.number(a.target)) {
			return false
		}
	}
	return true
}

// flood fills dist with the steps to cell to.
func (s *astar) flood(t *tally, dist []int32, to int32) bool {
	for i := range dist {
		dist[i] = never
	}
	dist[to] = 0
	s.queue = resize(s.queue, len(dist))[:0]
	s.queue = append(s.queue, to)
	for i := 0; i < len(s.queue); i++ {
		if i%workPerLook == 0 && !t.spend(workPerLook) {
			return false
		}
		at := s.queue[i]
		e := &s.joint.next[at]
		for _, n := range e.cells[:e.count] {
			if dist[n] == never {
				dist[n] = dist[at] + 1
				s.queue = append(s.queue, n)
			}
		}
	}
	return true
}

// number returns the number of the cell c.
func (p *puzzle) number(c grid.Cell) int32 { return p.ground.number[p.board.place(c)] }

// run searches p, of which no agent is cut off and some are not at home, on
// the ground of j.
func (s *astar) run(t *tally, p *puzzle, j *joint) outcome {
	const patience = 1 << 22 // some tens of milliseconds
	s.joint, s.bound, s.patience, s.work = j, p.apart(), patience, 0
	if !t.reserve(int64(distBytes*len(p.agents)*len(p.ground.places) + firstNodes*nodeBytes)) {
		return stopped
	}
	if !s.measure(t, p) {
		return stopped
	}
	for i, a := range p.agents {
		s.bound = max(s.bound, int(s.dist[i][p.number(a.start)]))
	}
	s.goal = j.state(p, func(a agent) grid.Cell { return a.target })
	s.begin()
	if !t.visit() {
		return stopped
	}
	s.add(node{state: j.state(p, func(a agent) grid.Cell { return a.start }), parent: -1})
	// Nodes may have children of the bound if they were reached under it, from
	// begun on, or under one of the two bounds before, from second or first on.
	first, second, begun := 0, 0, 0
	for ; ; s.bound++ {
		end := len(s.nodes)
		if first == end {
			return absent
		}
		for i := end - 1; i >= first; i-- {
			if how := s.descend(t, int32(i)); how != absent {
				return how
			}
		}
		first, second, begun = second, begun, len(s.nodes)
	}
}

// descend reaches the children of a node that go with the bound, their
// children and so on. It returns absent when the goal is not among them.
func (s *astar) descend(t *tally, from int32) outcome {
	s.way = append(s.way[:0], descent{node: from})
	for len(s.way) > 0 {
		d := &s.way[len(s.way)-1]
		child, ok, ended := s.child(t, d)
		if ended != absent {
			return ended
		}
		if !ok {
			s.way = s.way[:len(s.way)-1]
			continue
		}
		if len(s.nodes) == s.room() && !s.grow(t) {
			return stopped
		}
		if !s.add(node{state: child, parent: d.node, depth: s.nodes[d.node].depth + 1}) {
			continue
		}
		if !t.visit() {
			return stopped
		}
		if child == s.goal {
			return found
		}
		s.way = append(s.way, descent{node: int32(len(s.nodes) - 1)})
	}
	return absent
}

// path returns the states from the start to the goal, which was the last to be
// reached.
func (s *astar) path() []uint64 {
	at := int32(len(s.nodes) - 1)
	n := int(s.nodes[at].depth)
	s.track = resize(s.track, n+1)
	for ; n >= 0; n-- {
		s.track[n] = s.nodes[at].state
		at = s.nodes[at].parent
	}
	return s.track
}

// bytes is what s holds on to.
func (s *astar) bytes() int {
	n := s.reached.bytes() + 16*cap(s.way) + 4*cap(s.queue) + 8*cap(s.track)
	for _, dist := range s.dist {
		n += distBytes * cap(dist)
	}
	return n
}
