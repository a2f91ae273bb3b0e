package mapf

import "math/bits"

// options3 are what the agents of a node may do under the bound.
type options3 struct {
	*moves3
	count uint8 // only so many of the moves
	tight uint8 // the moves from here on lead as far from the target as may be
}

// moves3 are the places to which an agent can go from one place, each as its
// part of a joint state: first those nearer to its target, then the place
// itself, then those farther away.
type moves3 struct {
	to     [5]joint3
	nearer uint8 // how many
	all    uint8
	stamp  uint32 // of the dive that found them
}

// choose finds the options of the agents in a node.
func (d *dive) choose(s *trio, node int32, most int) {
	if d.chosen == node {
		return
	}
	d.chosen = node
	from := d.nodes[node].joint
	d.as.fill(d, s, from, 0, most)
	d.bs.fill(d, s, from, 1, most)
	d.cs.fill(d, s, from, 2, most)
}

// fill finds the options of agent i, at most so many steps from its target.
func (o *options3) fill(d *dive, s *trio, from joint3, i, most int) {
	place, dist := uint8(from>>(8*i)), int(from>>(32+8*i)&255)
	m := &d.moves[i][place]
	if m.stamp != d.dives {
		m.find(s, i, place, dist)
		m.stamp = d.dives
	}
	o.moves3 = m
	switch spare := most - dist; {
	case spare < 0:
		o.count, o.tight = m.nearer, 0
	case spare == 0:
		o.count, o.tight = m.nearer+1, m.nearer
	case spare == 1:
		o.count, o.tight = m.all, m.nearer+1
	default:
		o.count, o.tight = m.all, m.all
	}
}

// beside returns the neighbours of a place that is so far from the target of
// agent i, and which of them are nearer, in a window that begins at the upper
// one. Distances of neighbours differ by one, and so do their bits 1 where they
// differ by two: a neighbour is nearer if its bit is that of one step less.
func (s *trio) beside(i int, place uint8, dist int) (all, nearer uint64) {
	at := 64 + uint(place) - s.stride
	all = window8(&s.free, at) & s.ring
	return all, all & (window8(&s.waves[i].twos, at) ^ (uint64((dist-1)>>1&1) - 1))
}

// find finds the moves of agent i from a place so far from its target.
func (m *moves3) find(s *trio, i int, place uint8, dist int) {
	beside, nearer := s.beside(i, place, dist)
	n := uint8(0)
	base := joint3(uint(place)-s.stride)<<(8*i) + joint3(dist-1)<<(32+8*i)
	for x := nearer; x != 0; x &= x - 1 {
		m.to[n] = base + joint3(bits.TrailingZeros64(x))<<(8*i)
		n++
	}
	m.nearer = n
	m.to[n] = joint3(place)<<(8*i) | joint3(dist)<<(32+8*i)
	n++
	base += 2 << (32 + 8*i)
	for x := beside &^ nearer; x != 0; x &= x - 1 {
		m.to[n] = base + joint3(bits.TrailingZeros64(x))<<(8*i)
		n++
	}
	m.all = n
}

// window8 returns 64 bits of a set that is read place by place.
func window8(set *[8]uint64, at uint) uint64 {
	return set[at/64%8]>>(at%64) | set[(at/64+1)%8]<<1<<(63-at%64)
}
