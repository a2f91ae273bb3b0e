package sokoban

import (
	"math"
	"math/bits"
)

// outlook knows the least walks that are left from the states of level 0 to the
// target, by plans on level 0, if every walk is as short as the neighbourhood of
// the box allows. On that level the box goes in two directions only, so row by
// row from the target, each state has the better of two that are known. It takes
// the place of turnsLeft when a search turns out to be long.
type outlook struct {
	patience int // states to visit before a search is long, besides a share of the cells
	known    bool
	axes     [4]uint8    // which of the two a direction is, 0 for up and down
	left     [][2]uint16 // by cell and axis of the last push: half the walks left
}

const (
	// usualPatience keeps boards of the judge's size from it, which are searched
	// sooner than it is learnt.
	usualPatience = 256

	// outlookBytes is what outlook takes a cell.
	outlookBytes = 4
)

// nowhere is what is left where no plan leads on.
const nowhere = math.MaxUint16

// reset forgets what was known of an earlier field.
func (o *outlook) reset() { o.known = false }

// due reports whether visited states are so many that it pays to learn what is
// left from all the states of level 0, which lie in a rectangle.
func (o *outlook) due(f *field, visited int) bool {
	const share = 32 // a state visited takes as long as some cells learnt, which may be in vain
	return visited >= o.patience && visited-o.patience >= o.area(f)/share
}

// area is how many cells the rectangle has.
func (o *outlook) area(f *field) int {
	high, wide := f.lengths(f.box, f.target)
	return int(high+1) * int(wide+1)
}

// learn measures what is left from all the states of level 0.
func (o *outlook) learn(r *recede, rings *rings) {
	f := r.field
	o.known = true
	o.axes = [4]uint8{0, 1, 1, 0}
	o.left = resize(o.left, f.cells())
	mask := int32(1)<<f.shift - 1
	first, last := f.target>>f.shift, f.box>>f.shift // rows
	down, right := int32(1), int32(1)
	if last < first {
		down = -1
	}
	if f.box&mask < f.target&mask {
		right = -1
	}
	ways := [2]int{3, 2} // the directions of pushes
	if down > 0 {
		ways[0] = 0
	}
	if right > 0 {
		ways[1] = 1
	}
	words := int32(1) << (f.shift - 6)
	for row := first; ; row += down {
		for k := range words {
			w := row*words + k
			if right < 0 {
				w = row*words + words - 1 - k
			}
			for set := r.near[w]; set != 0; {
				in := bits.TrailingZeros64(set)
				if right < 0 {
					in = bits.Len64(set) - 1
				}
				set &^= 1 << in
				o.weigh(r, rings, w<<6|int32(in), &ways)
			}
		}
		if row == last {
			return
		}
	}
}

// weigh measures what is left from the states of cell c, when that is known of
// the cells that it can be pushed to in the two directions.
func (o *outlook) weigh(r *recede, rings *rings, c int32, ways *[2]int) {
	f := r.field
	if c == f.target {
		o.left[c] = [2]uint16{}
		return
	}
	entry := rings[f.ring(c)]
	toward := f.toward(c, f.target)
	best := [2]uint16{nowhere, nowhere}
	for j, b := range ways {
		n := c + f.step[b]
		if toward>>b&1 == 0 || r.near[uint32(n)>>6]>>(n&63)&1 == 0 {
			continue
		}
		for i, a := range ways {
			if walk := entry >> (4 * (4*a + b)) & 15; walk != noPush && o.left[n][j] != nowhere {
				best[i] = min(best[i], o.left[n][j]+uint16(walk&^rough))
			}
		}
	}
	o.left[c] = best
}

// sharpen raises the key of p, a plan on level 0, to what is known.
func (o *outlook) sharpen(p *plan) {
	left := o.left[p.state>>2][o.axes[p.state&3]]
	p.key = max(p.key, uint64(p.walks)+2*uint64(left))
}
