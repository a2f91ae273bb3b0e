package solitaire

import "math/bits"

// prospect is what is known of a placement that is to reach a goal.
type prospect struct {
	at    [maxPieces]uint8 // the pieces
	total int              // of more than four: the fewest steps if there are no jumps
	apart int              // steps before the nearest two are neighbours
	four  four
	moved outlook
	many  matching // of more than four pieces
}

// look computes what is known of pieces.
func (p *prospect) look(g *geometry, e *goal, pieces uint64) {
	for i := range e.n {
		p.at[i] = uint8(bits.TrailingZeros64(pieces))
		pieces &= pieces - 1
	}
	p.apart = apart(g, p.at[:e.n])
	if e.n > fourPieces {
		p.total = p.many.assign(g, p.at[:e.n], e.places[:e.n])
		return
	}
	for i := range e.n {
		p.four.rows[i] = e.row(g, int(p.at[i]&(cells-1)))
	}
	for i := e.n; i < fourPieces; i++ {
		p.four.rows[i] = same(nowhere) &^ (laneMask << (lane * i))
	}
	p.four.add()
}

// fewest returns the fewest steps to the goal if there are no jumps.
func (p *prospect) fewest(e *goal) int {
	if e.n > fourPieces {
		return p.total
	}
	return p.four.least() / farUnit
}

// within reports whether pieces, at which p has looked, may reach the goal in
// so many moves, with at least one jump. False is a proof that they cannot;
// doc.go has it.
func (p *prospect) within(g *geometry, e *goal, pieces uint64, moves int) bool {
	far := 2*moves - p.apart - e.apart
	if e.n > fourPieces {
		return p.total <= far && p.total <= 2*moves-oddSteps(pieces, e.pieces)
	}
	if far < 0 {
		return false
	}
	return g.plausible(e, &p.four.sums, (*[fourPieces]uint8)(p.at[:fourPieces]), far, moves)
}

// waste is how much more of the spare moves a wasted move takes at least.
const waste = 2

// plausible reports whether some sending allows so many moves.
func (g *geometry) plausible(e *goal, sums *[6]quad, at *[fourPieces]uint8, far, moves int) bool {
	most, second, third := ceilings(far, moves)
	for k, sum := range sums {
		if sum.under(third) != 0 {
			return true
		}
		once := sum.under(second)
		for fits := sum.under(most); fits != 0; fits &= fits - 1 {
			top := fits & -fits
			var t lie
			steps := t.send(g, e, sum, k, at, top)
			if t.straight(g, steps, moves) || once&top != 0 && steps-t.loose() < moves {
				return true
			}
		}
	}
	return false
}

// ceilings returns what sums must be under so that so many steps and moves
// allow a sending with no waste, with one and with two; where they allow none,
// no sum is under it.
func ceilings(far, moves int) (most, second, third quad) {
	most, second, third = byteTop, byteTop, byteTop // only the goal itself is under that
	if far >= 0 {
		most = ceiling(far, moves)
	}
	if far >= waste && moves >= 1 {
		second = ceiling(far-waste, moves-1)
	}
	if far >= 2*waste && moves >= 2 {
		third = ceiling(far-2*waste, moves-2)
	}
	return most, second, third
}

// oddSteps returns how many steps at least lead from one placement to another,
// whatever the jumps between: a jump leaves the parities of row and column.
func oddSteps(from, to uint64) int {
	const oddColumns, oddRows = 0xAAAAAAAAAAAAAAAA, 0xFF00FF00FF00FF00
	return abs(bits.OnesCount64(from&oddRows)-bits.OnesCount64(to&oddRows)) +
		abs(bits.OnesCount64(from&oddColumns)-bits.OnesCount64(to&oddColumns))
}
