package solitaire

import "math/bits"

const (
	// fourPieces is how many pieces four deals with at most.
	fourPieces = 4
	// nowhere is farther than any place of the board: two such ways are longer
	// than all the ways of three pieces.
	nowhere = 29 * (farUnit + 1)
)

// four is all ways to send at most four pieces to the places of a goal, each to
// one of its own. Missing pieces and places are made up: they belong together.
type four struct {
	rows [fourPieces]quad // of each piece, how far the places are
	sums [6]quad          // of sendings; lane i sends the first piece to place i, and others has the rest
}

// others is to which place the sendings of a sum bring the second, third and
// fourth piece, counted from the place of the first, around.
func others(sum int) (second, third, fourth int) {
	const packed = 0o321_312_231_213_132_123 // the first sum is the lowest
	o := packed >> (9 * sum)
	return o >> 6 & 3, o >> 3 & 3, o & 3
}

// add makes the sums of the rows.
func (f *four) add() {
	a, b, c, d := f.rows[0], f.rows[1], f.rows[2], f.rows[3]
	ahead, across, behind := a+b.turn(1), a+b.turn(2), a+b.turn(3)
	nextAhead, nextAcross, nextBehind := c+d.turn(1), c+d.turn(2), c+d.turn(3)
	f.sums = [6]quad{
		ahead + nextAhead.turn(2),   // 0 1 2 3
		ahead + nextBehind.turn(3),  // 0 1 3 2
		across + nextAcross.turn(1), // 0 2 1 3
		across + nextAcross.turn(3), // 0 2 3 1
		behind + nextAhead.turn(1),  // 0 3 1 2
		behind + nextBehind.turn(2), // 0 3 2 1
	}
}

// least returns the least of the sums.
func (f *four) least() int {
	s := &f.sums
	return s[0].least(s[1]).least(s[2].least(s[3])).least(s[4].least(s[5])).smallest()
}

// rests returns for each piece the least sum of the other ones when it is sent
// to place i.
func (f *four) rests() [fourPieces]quad {
	s := &f.sums
	ahead, across, behind := s[0].least(s[1]), s[2].least(s[3]), s[4].least(s[5])
	return [fourPieces]quad{
		ahead.least(across).least(behind) - f.rows[0],
		ahead.turn(3).least(across.turn(2)).least(behind.turn(1)) - f.rows[1],
		s[2].least(s[4]).turn(3).least(s[0].least(s[5]).turn(2)).least(s[1].least(s[3]).turn(1)) - f.rows[2],
		s[3].least(s[5]).turn(3).least(s[1].least(s[4]).turn(2)).least(s[0].least(s[2]).turn(1)) - f.rows[3],
	}
}

// sending returns the place of each piece.
func sending(sum, lane int) [fourPieces]uint8 {
	second, third, fourth := others(sum)
	return [fourPieces]uint8{uint8(lane), uint8(lane+second) & 3, uint8(lane+third) & 3, uint8(lane+fourth) & 3}
}

// best returns a sending of so many steps, the least there are.
func (f *four) best(steps int) [fourPieces]uint8 {
	for k, sum := range f.sums {
		if fits := sum.under(ceiling(steps, farMoves)); fits != 0 {
			return sending(k, bits.TrailingZeros64(uint64(fits))/lane)
		}
	}
	panic("solitaire: no sending has the least steps of all")
}
