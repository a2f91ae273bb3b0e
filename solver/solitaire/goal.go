package solitaire

import "math/bits"

// goal is one end of a puzzle, as the search from the other end sees it.
type goal struct {
	pieces uint64
	n      int
	places [maxPieces]uint8
	apart  int // steps before the nearest two are neighbours

	// For at most four pieces: how far the places are from each cell of ready.
	ready uint64
	rows  [cells]quad
}

// set makes pieces the goal.
func (e *goal) set(g *geometry, pieces uint64) {
	e.pieces, e.n, e.ready = pieces, 0, 0
	for p := pieces; p != 0; p &= p - 1 {
		e.places[e.n&(maxPieces-1)] = uint8(bits.TrailingZeros64(p))
		e.n++
	}
	e.apart = apart(g, e.places[:e.n])
}

// apart returns how many steps at least come before two of the pieces are
// neighbours.
func apart(g *geometry, pieces []uint8) int {
	if len(pieces) == fourPieces {
		a, b, c, d := pieces[0]&(cells-1), pieces[1]&(cells-1), pieces[2]&(cells-1), pieces[3]&(cells-1)
		toA, toB := &g.far[a], &g.far[b]
		return int(min(toA[b], toA[c], toA[d], toB[c], toB[d], g.far[c][d])/farUnit) - 1
	}
	least := uint16(lone * farUnit)
	for i, a := range pieces {
		for _, b := range pieces[:i] {
			least = min(least, g.far[a&(cells-1)][b&(cells-1)])
		}
	}
	return int(least/farUnit) - 1
}

// row returns how far the places are from a cell.
func (e *goal) row(g *geometry, cell int) quad {
	if e.ready>>cell&1 == 0 {
		e.prepare(g, cell)
	}
	return e.rows[cell]
}

// prepare makes the row of a cell.
func (e *goal) prepare(g *geometry, cell int) {
	e.ready |= 1 << cell
	from := &g.far[cell]
	if e.n == fourPieces {
		e.rows[cell] = quad(from[e.places[0]&(cells-1)]) | quad(from[e.places[1]&(cells-1)])<<lane |
			quad(from[e.places[2]&(cells-1)])<<(2*lane) | quad(from[e.places[3]&(cells-1)])<<(3*lane)
		return
	}
	row := same(nowhere)
	for j, place := range e.places[:e.n] {
		row += (quad(from[place&(cells-1)]) - nowhere) << (lane * j)
	}
	e.rows[cell] = row
}
