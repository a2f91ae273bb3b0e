package mapf

// joint3 is a joint state of a trio: the places of the three agents in the low
// half, a byte each, and their distances to their targets in the high half.
type joint3 uint64

const (
	// diveNodes is how many nodes a dive reaches at most.
	diveNodes = 1 << 11
	diveSlots = 2 * diveNodes
	// diveBytes is what a dive takes: its nodes and ways, slots and moves.
	diveBytes = diveNodes*(16+8) + diveSlots*4 + 3*trioPlaces*48
	// mostStamps is how often the slots are used before they are cleared.
	mostStamps = 1<<8 - 1
)

// dive is the A* search of astar.go, for a trio and a limited number of nodes.
type dive struct {
	bound   int   // steps of the plans that are looked for
	most    int   // nodes, besides those of the longest way down
	deepest int32 // how long that is
	begun   int32 // the first node that was reached under the bound
	paired  bool  // children are chosen by the tables of the pairs
	nodes   []node3
	way     []descent3
	slots   []uint32 // a hash table of the nodes' places, with a stamp above
	stamp   uint32

	chosen     int32 // the node that the options are those of, or -1
	as, bs, cs options3

	moves [3][trioPlaces]moves3 // that were found by this dive
	dives uint32
}

type node3 struct {
	joint  joint3
	parent int32
	depth  int32
}

// descent3 is a node on the way down, and which options of its agents go into
// the next child.
type descent3 struct {
	node    int32
	i, j, k uint8
}

// begin forgets all nodes.
func (d *dive) begin() {
	if d.slots == nil {
		d.slots = make([]uint32, diveSlots)
		d.nodes = make([]node3, 0, diveNodes)
	}
	if d.stamp++; d.stamp > mostStamps {
		clear(d.slots)
		d.stamp = 1
	}
	if d.dives++; d.dives == 0 {
		clear(d.moves[:])
		d.dives = 1
	}
	d.nodes, d.way = d.nodes[:0], d.way[:0]
}

// add appends a node unless its state was reached before.
func (d *dive) add(n node3) bool {
	places := uint32(n.joint) & (1<<24 - 1)
	stamped := d.stamp<<24 | places
	for i := places * 2654435769 >> 20; ; i++ {
		slot := &d.slots[i%diveSlots]
		if *slot == stamped {
			return false
		}
		if *slot>>24 != d.stamp {
			*slot = stamped
			d.nodes = append(d.nodes, n)
			return true
		}
	}
}

// run searches for a plan of bound steps, which must be what the tables say of
// the start, and of more. It gives up when it has reached so many nodes besides
// those of the longest way down.
func (d *dive) run(t *tally, s *trio, bound, most int) outcome {
	d.begin()
	d.most, d.deepest = most, 0
	if !t.visit() {
		return stopped
	}
	d.add(node3{joint: s.joint(&s.start, &s.dist), parent: -1})
	goal := uint32(s.joint(&s.target, &[3]uint8{}))
	first, second := int32(0), int32(0)
	for d.begun, d.bound = 0, bound; ; d.bound++ {
		s.proved = max(s.proved, d.bound)
		for i := range s.waves { // agents get so far, and look one step farther
			s.waves[i].flood(s.stride, d.bound+1, mask{})
		}
		if d.paired {
			if how := s.pairs.extend(t, s, d.bound); how != found {
				return how
			}
		}
		end := int32(len(d.nodes))
		if first == end {
			return absent
		}
		for i := end - 1; i >= first; i-- {
			if how := d.descend(t, s, i, goal); how != absent {
				return how
			}
		}
		first, second, d.begun = second, d.begun, int32(len(d.nodes))
	}
}

// joint puts a joint state together.
func (s *trio) joint(places, dist *[3]uint8) (j joint3) {
	for i := range 3 {
		j |= joint3(places[i])<<(8*i) | joint3(dist[i])<<(32+8*i)
	}
	return j
}

// descend reaches the children of a node that go with the bound, their children
// and so on.
func (d *dive) descend(t *tally, s *trio, from int32, goal uint32) outcome {
	d.chosen = -1 // there are more options under another bound
	d.way = append(d.way[:0], descent3{node: from})
	for len(d.way) > 0 {
		top := &d.way[len(d.way)-1]
		next := (*dive).child
		if d.paired {
			next = (*dive).pairChild
		}
		if !t.spend(1) {
			return stopped
		}
		child, ok := next(d, s, top)
		if !ok {
			d.way = d.way[:len(d.way)-1]
			continue
		}
		depth := d.nodes[top.node].depth + 1
		if !d.add(node3{joint: child, parent: top.node, depth: depth}) {
			continue
		}
		d.deepest = max(d.deepest, depth)
		switch {
		case !t.visit():
			return stopped
		case uint32(child) == goal:
			d.trace(s)
			return found
		case len(d.nodes)-int(d.deepest) >= d.most || len(d.nodes) == diveNodes:
			return long
		}
		d.way = append(d.way, descent3{node: int32(len(d.nodes) - 1)})
	}
	return absent
}

// trace makes s.track the way to the last node.
func (d *dive) trace(s *trio) {
	n := &d.nodes[len(d.nodes)-1]
	s.track = resize(s.track, int(n.depth)+1)
	for i := int(n.depth); i > 0; i-- {
		s.track[i] = uint32(n.joint)
		n = &d.nodes[n.parent]
	}
	s.track[0] = uint32(n.joint)
}

// child returns the next child of a node that goes with the bound.
func (d *dive) child(s *trio, top *descent3) (child joint3, ok bool) {
	n := &d.nodes[top.node]
	most := d.bound - int(n.depth) - 1
	d.choose(s, top.node, most)
	as, bs, cs := &d.as, &d.bs, &d.cs
	a0, b0, c0 := uint8(n.joint), uint8(n.joint>>8), uint8(n.joint>>16)
	i, j, k := top.i, top.j, top.k
	for ; i < as.count; i, j = i+1, 0 {
		a := as.to[i]
		for ; j < bs.count; j, k = j+1, 0 {
			b := bs.to[j]
			a1, b1 := uint8(a), uint8(b>>8)
			if a1 == b1 || a1 == b0 && b1 == a0 {
				continue
			}
			if i < as.tight && j < bs.tight {
				k = max(k, cs.tight)
			}
			for ; k < cs.count; k++ {
				c := cs.to[k]
				c1 := uint8(c >> 16)
				if c1 == a1 || c1 == b1 || c1 == a0 && a1 == c0 || c1 == b0 && b1 == c0 {
					continue
				}
				top.i, top.j, top.k = i, j, k+1
				return a | b | c, true
			}
		}
	}
	return 0, false
}
