package mapf

const (
	// pairRows is how many rows the tables of a trio get before they are given
	// up.
	pairRows = 1 << 14
	// rowWork is the work of making a row.
	rowWork = 8
)

// pairs are the tables of the three pairs of a trio, or of the one pair there
// is: of the first and the second, the first and the third, the second and the
// third agent.
type pairs struct {
	ends  [2]ends // of the first two agents
	table [3]pair
	used  int // tables
	rows  int
	most  int // rows, until the tables are given up
}

// prepare forgets all rows.
func (p *pairs) prepare(s *trio) {
	for i := range p.ends {
		s.surround(&p.ends[i].start, s.start[i])
		s.surround(&p.ends[i].target, s.target[i])
	}
	for i := range p.table {
		p.table[i].bound, p.table[i].paid = -1, 0
	}
	p.rows, p.most = 0, pairRows
}

// extend adds the rows that bound needs to all tables.
func (p *pairs) extend(t *tally, s *trio, bound int) outcome {
	if bound > pairSteps || p.rows > p.most {
		return long
	}
	for i, of := range [][2]int{{0, 1}, {0, 2}, {1, 2}}[:p.used] {
		if !p.table[i].makeRoom(t, bound) {
			return stopped
		}
		rows := p.table[i].extend(s, of[0], of[1], bound)
		p.rows += rows
		if !t.spend(rowWork * rows) {
			return stopped
		}
	}
	return found
}

// hold reports whether every pair of agents gets from these places to its
// targets within so many steps, at most d.bound.
func (p *pairs) hold(steps int, a, b, c uint8) bool {
	return p.table[0].has(row(steps, a), b) &&
		(p.used < 2 || p.table[1].has(row(steps, a), c)) && (p.used < 3 || p.table[2].has(row(steps, b), c))
}

// pairChild returns the next child of a node that goes with the bound, as far
// as the pairs can tell.
func (d *dive) pairChild(s *trio, top *descent3) (child joint3, ok bool) {
	n := &d.nodes[top.node]
	most := d.bound - int(n.depth) - 1
	d.choose(s, top.node, most)
	as, bs, cs := &d.as, &d.bs, &d.cs
	a0, b0, c0 := uint8(n.joint), uint8(n.joint>>8), uint8(n.joint>>16)
	two, three := s.pairs.used >= 2, s.pairs.used == 3
	later := top.node < d.begun
	p := &s.pairs.table
	i, j, k := top.i, top.j, top.k
	for ; i < as.count; i, j = i+1, 0 {
		a := as.to[i]
		a1 := uint8(a)
		near := row(most, a1)
		for ; j < bs.count; j, k = j+1, 0 {
			b := bs.to[j]
			b1 := uint8(b >> 8)
			if a1 == b0 && b1 == a0 || !p[0].has(near, b1) {
				continue
			}
			far := row(most, b1)
			for ; k < cs.count; k++ {
				c := cs.to[k]
				c1 := uint8(c >> 16)
				if c1 == a0 && a1 == c0 || c1 == b0 && b1 == c0 ||
					c1 == a1 || c1 == b1 || two && !p[1].has(near, c1) || three && !p[2].has(far, c1) {
					continue
				}
				if later && i < as.tight && j < bs.tight && k < cs.tight && s.pairs.hold(most-1, a1, b1, c1) {
					continue // it was reached under a lower bound
				}
				top.i, top.j, top.k = i, j, k+1
				return a | b | c, true
			}
		}
	}
	return 0, false
}
