package sokoban

// ways keeps walks that were measured, so that few must be measured again when
// the plan is written.
type ways struct {
	letters []byte // of all walks, one after the other
	list    []way
}

// way is the walk before a push.
type way struct {
	state     uint32 // that the push leads to
	from      uint8  // direction of the push before, or fromStart
	at, steps int32  // in letters
}

const (
	// waysBytes is what ways takes a cell.
	waysBytes = 1
	mostWays  = 256
)

// reset forgets the walks on an earlier field.
func (w *ways) reset(f *field) {
	w.letters = resize(w.letters, f.cells())[:0]
	w.list = resize(w.list, mostWays)[:0]
}

// keep keeps the walk of that many steps which s has just measured, if there is
// room for it.
func (w *ways) keep(s *stroll, state uint32, from int, start, end, steps int32) {
	at := len(w.letters)
	if len(w.list) == mostWays || cap(w.letters)-at < int(steps) {
		return
	}
	w.letters = w.letters[:at+int(steps)]
	s.trace(start, end, w.letters[at:])
	w.list = append(w.list, way{state, uint8(from), int32(at), steps})
}

// trace writes the letters of a walk that was kept to the end of plan, and
// returns what is left of it before them.
func (w *ways) trace(state uint32, from int, plan []byte) (rest []byte, ok bool) {
	for i := len(w.list) - 1; i >= 0; i-- {
		if k := &w.list[i]; k.state == state && int(k.from) == from {
			rest = plan[:len(plan)-int(k.steps)]
			copy(plan[len(rest):], w.letters[k.at:][:k.steps])
			return rest, true
		}
	}
	return plan, false
}

// ends returns where the walk around the box begins and ends that lies between
// pushes in the directions from and d.
func (a *auto) ends(box int32, from, d int) (start, end int32) {
	f := &a.field
	if from == fromStart {
		return f.player, box - f.step[d]
	}
	return box - f.step[from], box - f.step[d]
}

// walk measures the player's way to push the box in direction d, after a push
// in direction from or fromStart. It returns none when there is no way, and
// false when the gauge ends it.
func (a *auto) walk(g *gauge, box int32, from, d int) (steps int32, ok bool) {
	if from != fromStart {
		if joined, ok := a.field.joined(g, box, from, d); !joined {
			return none, ok
		}
	}
	start, end := a.ends(box, from, d)
	steps, ok = a.stroll.measure(g, start, end, box)
	if ok && steps != none {
		state := uint32(box+a.field.step[d])<<2 | uint32(d)
		a.ways.keep(&a.stroll, state, from, start, end, steps)
	}
	return steps, ok
}

// trace writes the letters of the walk between pushes in the directions from and
// d to the end of plan, and returns what is left of it before them. The second
// result is false when the gauge ends it.
func (a *auto) trace(g *gauge, box int32, from, d int, plan []byte) (rest []byte, ok bool) {
	f := &a.field
	if from == d {
		return plan, true
	}
	if from != fromStart {
		if ring := f.ring(box); a.rings[ring]>>(4*(4*from+d))&rough == 0 {
			return traceRing(ring, from, d, plan), true
		}
	}
	if rest, ok = a.ways.trace(uint32(box+f.step[d])<<2|uint32(d), from, plan); ok {
		return rest, true
	}
	start, end := a.ends(box, from, d)
	if _, ok := a.stroll.measure(g, start, end, box); !ok {
		return nil, false
	}
	return a.stroll.trace(start, end, plan), true
}
