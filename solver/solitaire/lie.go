package solitaire

import "math/bits"

// lie is the rectangles between where pieces are and where they are sent.
type lie struct {
	rows, columns [fourPieces]*span
	at, to        [fourPieces]uint8
}

// set makes t the lie of n pieces. Missing pieces have no rectangle.
func (t *lie) set(g *geometry, n int, at, to *[fourPieces]uint8) {
	t.at, t.to = *at, *to
	for i := range fourPieces {
		a, b := at[i], to[i]
		t.rows[i] = &g.rows[spanOf(a/stride, b/stride)&(cells-1)]
		t.columns[i] = &g.columns[spanOf(a%stride, b%stride)&(cells-1)]
		if i >= n {
			t.rows[i] = &g.none
		}
	}
}

// send makes t the lie of a sending, that of a sum's lane by its top bit, and
// returns its steps.
func (t *lie) send(g *geometry, e *goal, sum quad, k int, at *[fourPieces]uint8, top quad) int {
	i := bits.TrailingZeros64(uint64(top)) / lane
	to := sending(k, i)
	for j := range to {
		to[j] = e.places[to[j]&(maxPieces-1)]
	}
	t.set(g, e.n, at, &to)
	return int(sum>>(lane*i+8)) & (farUnit - 1)
}

// strict returns how many useful jumps there are at most when the pieces keep
// to their rectangles.
func (t *lie) strict() int {
	a, b, c, d := t.rect(0), t.rect(1), t.rect(2), t.rect(3)
	ab, cd := a|b, c|d
	return t.jumps(0, b|cd) + t.jumps(1, a|cd) + t.jumps(2, ab|d) + t.jumps(3, ab|c)
}

// straight reports whether a sending of so many steps allows so many moves when
// no move is wasted: whether there are jumps enough, and steps enough to bring
// a pair together before the first jump and to part one after the last.
func (t *lie) straight(g *geometry, steps, moves int) bool {
	if steps-t.strict() > moves {
		return false
	}
	rects := [fourPieces]uint64{t.rect(0), t.rect(1), t.rect(2), t.rect(3)}
	overs := [fourPieces]uint64{t.overs(0), t.overs(1), t.overs(2), t.overs(3)}
	before, after := lone, lone
	for i := 1; i < fourPieces; i++ {
		here, there := &g.far[t.at[i]&(cells-1)], &g.far[t.to[i]&(cells-1)]
		for j := range i {
			never := ^filled(overs[i]&rects[j]|overs[j]&rects[i]) & lone
			before = min(before, int(here[t.at[j]&(cells-1)]/farUnit)|never)
			after = min(after, int(there[t.to[j]&(cells-1)]/farUnit)|never)
		}
	}
	return before-1+after-1 <= 2*moves-steps
}

// overs is the cells over which piece i may jump in its rectangle.
func (t *lie) overs(i int) uint64 {
	r, c := t.rows[i], t.columns[i]
	return r.inner&c.all | r.all&c.inner
}

// loose returns how many when one piece wastes a move and so may leave its
// rectangle by one cell: one is left out that the waste may bring about, and
// one is taken off where it brings about none.
func (t *lie) loose() int {
	a, b, c, d := t.rect(0), t.rect(1), t.rect(2), t.rect(3)
	w, x, y, z := t.wide(0), t.wide(1), t.wide(2), t.wide(3)
	ab, cd := a|b, c|d
	notA, notB, notC, notD := b|cd, a|cd, ab|d, ab|c
	return max(
		t.wideJumps(0, notA)+t.jumps(1, notB|w)+t.jumps(2, notC|w)+t.jumps(3, notD|w),
		t.jumps(0, notA|x)+t.wideJumps(1, notB)+t.jumps(2, notC|x)+t.jumps(3, notD|x),
		t.jumps(0, notA|y)+t.jumps(1, notB|y)+t.wideJumps(2, notC)+t.jumps(3, notD|y),
		t.jumps(0, notA|z)+t.jumps(1, notB|z)+t.jumps(2, notC|z)+t.wideJumps(3, notD),
	)
}

// rect is the rectangle of piece i, and wide has one cell more on each side.
func (t *lie) rect(i int) uint64 { return t.rows[i].all & t.columns[i].all }
func (t *lie) wide(i int) uint64 { return t.rows[i].wider & t.columns[i].wider }

// jumps returns how many useful jumps piece i has at most over others that keep
// to some cells.
func (t *lie) jumps(i int, others uint64) int {
	r, c := t.rows[i], t.columns[i]
	return r.jumps&filled(r.inner&c.all&others) + c.jumps&filled(r.all&c.inner&others)
}

// wideJumps returns how many if the piece keeps to its wide rectangle, less one
// if a wasted step cannot make an odd way even, and a jump more of it.
func (t *lie) wideJumps(i int, others uint64) int {
	r, c := t.rows[i], t.columns[i]
	return r.jumps&filled(r.all&c.wider&others) + c.jumps&filled(r.wider&c.all&others) - r.even&c.even
}

// filled returns all ones unless set is empty.
func filled(set uint64) int { return int(set|-set) >> 63 }
