package mapf

import "math/bits"

const (
	// pairSteps is how many steps a table of a pair goes up to at most.
	pairSteps = 127
	// rowWords is what a row takes.
	rowWords = 4
)

// pair is the table of two agents of a trio, the row agent and the other. Row
// t, u is the set of places of the other agent from which both get to their
// targets within t steps, the row agent being at u and the third agent aside.
// A row exists where u is within t steps from the target of the row agent and
// within bound-t from its start: nothing else matters to a plan of bound steps.
type pair struct {
	words []uint64
	bound int // -1 when there are no rows
	paid  int // bytes of words that were reserved in this search
	wide  [trioPlaces]wideRow
	stamp uint64
}

// wideRow is what becomes of a row when the other agent stays or moves, the row
// agent aside.
type wideRow struct {
	mask  mask
	ring  uint64 // the neighbours of the row agent's place in the row
	stamp uint64
}

// ends are the places within 0, 1, 2… steps from the start and from the target
// of an agent.
type ends struct{ start, target [pairSteps + 1][8]uint64 }

// surround fills balls with the places within 0, 1, 2… steps from one place.
func (s *trio) surround(balls *[pairSteps + 1][8]uint64, from uint8) {
	free := mask{s.free[1], s.free[2], s.free[3], s.free[4]}
	ball := one(from)
	full := false
	for t := range balls {
		balls[t] = [8]uint64{0, ball.a, ball.b, ball.c, ball.d}
		if full {
			continue
		}
		wider := ball.or(ball.around(s.stride).and(free))
		full = wider == ball
		ball = wider
	}
}

// row returns where row t, u begins in words. There is a spare row before the
// first one.
func row(t int, u uint8) int { return (t<<8 | int(u) + 1) * rowWords }

// has reports whether the place v is in the row that begins at i.
func (p *pair) has(i int, v uint8) bool { return p.words[i+int(v>>6)]>>(v&63)&1 != 0 }

// pairBytes is what a table up to bound steps takes.
func pairBytes(bound int) int { return 8 * rowWords * ((bound+1)*trioPlaces + 2) }

// makeRoom sees to it that there is room for the rows that bound needs. What they
// are copied from is in use until the collector comes by.
func (p *pair) makeRoom(t *tally, bound int) bool {
	bytes := pairBytes(bound)
	if bytes <= p.paid {
		return true
	}
	p.paid = max(bytes, 2*p.paid)
	if !t.reserve(int64(p.paid)) {
		return false
	}
	if words := p.paid / 8; cap(p.words) < words {
		p.words = append(make([]uint64, 0, words), p.words...)
	}
	return true
}

// extend adds the rows that bound needs, x being the row agent and y the other.
// It returns how many.
func (p *pair) extend(s *trio, x, y, bound int) (rows int) {
	if bound <= p.bound {
		return 0
	}
	p.words = p.words[:pairBytes(bound)/8]
	e := &s.pairs.ends[x]
	for t := 0; t <= bound; t++ {
		p.stamp++
		for i := 1; i <= 4; i++ {
			todo := e.target[t][i] & e.start[bound-t][i]
			if t <= p.bound {
				todo &^= e.start[p.bound-t][i]
			}
			for ; todo != 0; todo &= todo - 1 {
				rows++
				u := uint8(64*(i-1) + bits.TrailingZeros64(todo))
				if t == 0 {
					p.put(0, u, one(s.target[y]))
				} else {
					p.put(t, u, p.before(s, &e.target[t-1], t-1, u))
				}
			}
		}
	}
	p.bound = bound
	return rows
}

// put writes row t, u.
func (p *pair) put(t int, u uint8, m mask) {
	w := p.words[row(t, u):][:rowWords]
	w[0], w[1], w[2], w[3] = m.a, m.b, m.c, m.d
}

// before returns the places from which the other agent gets into the rows of t
// that the row agent gets into from u. They are those of near.
func (p *pair) before(s *trio, near *[8]uint64, t int, u uint8) (all mask) {
	for x := window8(near, 64+uint(u)-s.stride) & (s.ring | 1<<s.stride); x != 0; x &= x - 1 {
		k := uint(bits.TrailingZeros64(x))
		to := uint8(uint(u) + k - s.stride)
		w := &p.wide[to]
		if w.stamp != p.stamp {
			p.widen(s, w, t, to)
		}
		m := w.mask
		if w.ring == 1<<(2*s.stride-k) {
			// From where the row agent goes the other agent could only go to
			// where the row agent is: that would be a swap.
			m = m.not(one(to))
		}
		all = all.or(m)
	}
	return all.not(one(u))
}

// widen makes w what becomes of row t, u.
func (p *pair) widen(s *trio, w *wideRow, t int, u uint8) {
	free := mask{s.free[1], s.free[2], s.free[3], s.free[4]}
	i := row(t, u)
	r := p.words[i:][:rowWords]
	m := mask{r[0], r[1], r[2], r[3]}
	w.mask = m.or(m.around(s.stride).and(free))
	at := 64*i + int(u) - int(s.stride)
	w.ring = window(p.words, at) & s.ring
	w.stamp = p.stamp
}
