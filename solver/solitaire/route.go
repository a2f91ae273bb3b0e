package solitaire

import "math/bits"

// route is a path of placements in the making.
type route struct {
	path []uint64
	text []byte
}

func (r *route) begin()            { r.path = r.path[:0] }
func (r *route) add(pieces uint64) { r.path = append(r.path, pieces) }

// reverse turns round what was added so far.
func (r *route) reverse() {
	for i, j := 0, len(r.path)-1; i < j; i, j = i+1, j-1 {
		r.path[i], r.path[j] = r.path[j], r.path[i]
	}
}

// plan writes the route as moves: r4c4>r4c5, parted by spaces.
func (r *route) plan() string {
	text := r.text[:0]
	for i := 1; i < len(r.path); i++ {
		from, to := r.path[i-1], r.path[i]
		a, b := bits.TrailingZeros64(from&^to), bits.TrailingZeros64(to&^from)
		text = append(text, 'r', byte('1'+a/stride), 'c', byte('1'+a%stride), '>',
			'r', byte('1'+b/stride), 'c', byte('1'+b%stride), ' ')
	}
	r.text = text
	return string(text[:max(0, len(text)-1)])
}

// walk adds the placements on a way by steps alone from pieces, at which p has
// looked, to the goal e, as many as the total. doc.go explains why there always
// is one.
func (r *route) walk(pieces uint64, e *goal, p *prospect) {
	var at, to [maxPieces]int
	p.best(e)
	for i, j := range p.many.place[:e.n] {
		at[i], to[i] = int(p.at[i]), int(e.places[j])
	}
	// Whoever stands on a place of the goal is sent nowhere else. Both pieces
	// together have no longer way than before.
	claim := func(i int) {
		if e.pieces>>at[i]&1 == 0 || to[i] == at[i] {
			return
		}
		for k := range e.n {
			if to[k] == at[i] {
				to[i], to[k] = to[k], to[i]
				return
			}
		}
	}
	for i := range e.n {
		claim(i)
	}
	for i := 0; i < e.n; {
		if at[i] == to[i] {
			i++
			continue
		}
		// The last piece on the way of piece i to its place, which is free,
		// makes a step of that way, and the two exchange their places.
		last, step := at[i], at[i]
		for c := at[i]; c != to[i]; {
			c = towards(c, to[i])
			if last == step {
				step = c
			}
			if pieces>>c&1 != 0 {
				last, step = c, c
			}
		}
		k := i
		for at[k] != last {
			k++
			k %= e.n
		}
		to[i], to[k] = to[k], to[i]
		pieces ^= 1<<last | 1<<step
		at[k] = step
		r.add(pieces)
		claim(k)
		if k != i {
			i = 0 // a piece before may have been sent elsewhere
		}
	}
}

// towards returns the neighbour of a cell on a way to another one, along the
// column first.
func towards(from, to int) int {
	switch {
	case from/stride < to/stride:
		return from + stride
	case from/stride > to/stride:
		return from - stride
	case from < to:
		return from + 1
	default:
		return from - 1
	}
}

// best leaves a best matching in many.
func (p *prospect) best(e *goal) {
	if e.n > fourPieces {
		return
	}
	for i, j := range p.four.best(p.fewest(e)) {
		p.many.place[i] = j
	}
}
