package solitaire

import "math/bits"

// quad is four numbers below 1<<15 in one word, one in each lane of sixteen
// bits, so that they are added and compared at once. The first is the lowest.
// The search puts a distance as in geometry into each.
type quad uint64

const (
	lane     = 16
	laneMask = quad(1<<lane - 1)
	laneTop  = quad(0x8000800080008000)
	byteTop  = quad(0x8080808080808080)
)

// same returns n in every lane.
func same(n int) quad { return quad(n) * 0x0001000100010001 }

// turn returns q with lane i+n in place i, around.
func (q quad) turn(n int) quad { return quad(bits.RotateLeft64(uint64(q), -lane*n)) }

// least returns the smaller number of each lane.
func (q quad) least(r quad) quad {
	notLess := ((q | laneTop) - r) & laneTop
	return q ^ (q^r)&(notLess-notLess>>(lane-1))
}

// smallest returns the smallest of the four numbers.
func (q quad) smallest() int {
	q = q.least(q.turn(2))
	return int(q.least(q.turn(1)) & (1<<lane - 1))
}

// ceiling returns what under compares with, for so many steps and moves; both
// are at least zero.
func ceiling(steps, moves int) quad {
	return same(min(steps, farUnit/2-1)*farUnit+min(moves, farUnit/2-1)) | byteTop
}

// under returns the top bits of the lanes in which neither the steps nor the
// moves are more than the ceiling's.
func (q quad) under(ceiling quad) quad {
	fits := ceiling - q
	return fits & (fits << 8) & laneTop
}

// fartherThan returns the top bits of the lanes in which q has more steps than r.
func (q quad) fartherThan(r quad) quad {
	return ((q | laneTop) - (r | same(farMoves)) - same(1)) & laneTop
}
