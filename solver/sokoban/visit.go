package sokoban

// aim completes p, a plan to push the box to c in direction d. The level is
// that of c.
func (p *plan) aim(f *field, c int32, d int, level int32) {
	p.state = uint32(c)<<2 | uint32(d)
	turns := turnsLeft[f.toward(c, f.target)<<2|uint32(d)]
	p.key = uint64(p.detour+level)<<levelBit | uint64(p.walks+2*int64(turns))
}

// propose puts p into the agenda; or, when its level is not known, among those
// that wait at its cell, of which s is known. It returns false when the gauge
// ends the search.
func (a *auto) propose(g *gauge, s *spot, p *plan) bool {
	i, ok := a.agenda.take(g)
	if !ok {
		return false
	}
	kept := &a.agenda.plans[i]
	*kept = *p
	if s.level >= 0 {
		a.agenda.add(i)
		return true
	}
	kept.key &= walksMask
	kept.next = s.waiting
	s.waiting = i
	return true
}

// try follows plan i, unless the state is known by a way as good, and then
// whatever can be followed at no more cost. A walk that was only guessed is
// measured first, and the plan put back when it is longer. It reports whether
// the box is on the target then. The second result is false when the gauge ends
// the search.
func (a *auto) try(g *gauge, i int32) (arrived, ok bool) {
	p := a.agenda.plans[i]
	c, d := int32(p.state>>2), int(p.state&3)
	if a.recede.spots[c].parents>>(4*d)&15 != 0 {
		a.agenda.drop(i)
		return false, true
	}
	if o := &a.outlook; a.floor == 0 {
		if !o.known && o.due(&a.field, len(a.visited)) {
			o.learn(&a.recede, a.rings)
			if !g.spend(o.area(&a.field)) {
				return false, false
			}
		}
		if o.known {
			if o.sharpen(&p); p.key > a.agenda.last {
				a.agenda.plans[i].key = p.key
				a.agenda.add(i)
				return false, true
			}
		}
	}
	if p.guess != 0 {
		steps, ok := a.walk(g, c-a.field.step[d], int(p.from), d)
		if !ok {
			return false, false
		}
		if steps == none {
			a.agenda.drop(i)
			return false, true
		}
		if more := steps - int32(p.guess); more > 0 {
			again := &a.agenda.plans[i]
			again.guess = 0
			again.walks += int64(more)
			again.key += uint64(more)
			a.agenda.add(i)
			return false, true
		}
	}
	a.agenda.drop(i)
	for on := true; on; {
		if !g.visit() {
			return false, false
		}
		a.recede.spots[p.state>>2].parents |= uint16(p.from+1) << (4 * (p.state & 3))
		a.last = arrival{p.walks, p.state, p.detour}
		if int32(p.state>>2) == a.field.target {
			return true, true
		}
		if !a.wide && !a.remember(g) {
			return false, false
		}
		if on, ok = a.branch(g, a.last, &p); !ok {
			return false, false
		}
	}
	return false, true
}

// remember puts the state visited last among those that wait for unfold. It
// returns false when the gauge grants no memory for it.
func (a *auto) remember(g *gauge) bool {
	if len(a.visited) == a.paid {
		a.paid = max(2*a.paid, 64)
		if !g.reserve(a.paid * arrivalBytes) {
			return false
		}
		a.visited = widen(a.visited, a.paid)
	}
	a.visited = append(a.visited, a.last)
	return true
}

// branch plans the pushes from v, when p is the plan that led there: those on the
// current level, or all of them once the search is wide. A push that costs no
// more than p takes its place, since none is better, and branch returns true.
// Without p, it plans the pushes that were left out. The second result is false
// when the gauge ends the search.
func (a *auto) branch(g *gauge, v arrival, p *plan) (on, ok bool) {
	f, r := &a.field, &a.recede
	c, d := int32(v.state>>2), int(v.state&3)
	toward := f.toward(c, f.box)
	key := uint64(0)
	if p != nil {
		key = p.key
	}
	row := a.rings[f.ring(c)] >> (16 * d)
	for b := range 4 {
		entry := row >> (4 * b) & 15
		if entry == noPush {
			continue
		}
		n := c + f.step[b]
		s := r.at(n)
		detour := v.detour + int32(toward>>b&1)
		now := s.level >= 0 && s.level+detour == a.floor
		if now != (p != nil) && !a.wide || s.parents>>(4*b)&15 != 0 || s.level < 0 && r.ended() {
			continue
		}
		steps := 2 * (entry &^ rough)
		q := plan{detour: detour, from: uint8(d), walks: v.walks + int64(steps)}
		if entry&rough != 0 {
			q.guess = uint16(steps)
		}
		q.aim(f, n, b, s.level)
		if now && a.floor == 0 && a.outlook.known {
			a.outlook.sharpen(&q)
		}
		if q.key == key && q.guess == 0 && !on {
			*p, on = q, true
		} else if !a.propose(g, s, &q) {
			return false, false
		}
	}
	return on, true
}

// unfold plans what branch left out on the first level that was searched, now
// that it has come to its end, and makes the search wide. It returns false when
// the gauge ends the search.
func (a *auto) unfold(g *gauge) bool {
	for _, v := range a.visited {
		if _, ok := a.branch(g, v, nil); !ok || !g.spend(1) {
			return false
		}
	}
	a.visited, a.wide = a.visited[:0], true
	return true
}
