package sokoban

// rings says of each 3×3 neighbourhood of a box, as field.ring returns it, how
// far the player walks between two pushes. The four bits 4·(4a+b) of an entry
// belong to a player who has pushed in direction a and will push in direction b:
//
//   - noPush when the box cannot be pushed in direction b, because the cell
//     before it or behind it is a wall;
//   - half the steps from the one side of the box to the other when a way
//     within the neighbourhood joins them. No way outside is shorter;
//   - otherwise half the least number of steps that a way outside can take,
//     whatever the walls there, and the bit rough.
type rings [512]uint64

const (
	rough  = 8
	noPush = 15
)

// The window that newRings searches, with the box in the middle.
const (
	window = 9 // rows and columns
	middle = window * window / 2
)

// newRings computes the table.
func newRings() *rings {
	t := new(rings)
	for ring := range uint32(len(t)) {
		for a := range 4 {
			var near, wide [window * window]int
			ringWalks(ring, a, 1, &near)
			ringWalks(ring, a, window/2, &wide)
			for b := range 4 {
				t[ring] |= ringEntry(ring, b, &near, &wide) << (4 * (4*a + b))
			}
		}
	}
	return t
}

// ringEntry returns the four bits of a walk that ends behind direction b, given
// the steps to all cells of the window within the neighbourhood, and with free
// cells around.
func ringEntry(ring uint32, b int, near, wide *[window * window]int) uint64 {
	behind := middle - windowSteps[b]
	switch {
	case ring>>ringBits[b]&1 == 0 || ring>>ringBits[3-b]&1 == 0:
		return noPush
	case near[behind] > 0:
		return uint64(near[behind]-1) / 2
	case wide[behind] > 0:
		return uint64(wide[behind]-1)/2 | rough
	default: // the player does not stand on a free cell
		return noPush
	}
}

// windowSteps are the steps to a neighbour in the window, and ringBits the bits
// of the four sides, in the order of grid.Steps.
var (
	windowSteps = [4]int{-window, -1, 1, window}
	ringBits    = [4]int{1, 3, 5, 7}
)

// ringWalks measures the steps, plus 1, from the player's place after a push in
// direction a to the cells at most reach rows and columns from the box.
func ringWalks(ring uint32, a, reach int, steps *[window * window]int) {
	blocked := func(c int) bool {
		row, col := c/window-window/2, c%window-window/2
		if max(row, -row) > reach || max(col, -col) > reach || c == middle {
			return true
		}
		if max(row, -row, col, -col) > 1 {
			return false
		}
		return ring>>(3*(row+1)+col+1)&1 == 0
	}
	from := middle - windowSteps[a]
	if blocked(from) {
		return
	}
	steps[from] = 1
	todo := []int{from}
	for ; len(todo) > 0; todo = todo[1:] {
		c := todo[0]
		for _, step := range windowSteps {
			n := c + step
			if n < 0 || n >= len(steps) || (step == 1 || step == -1) && n/window != c/window {
				continue
			}
			if !blocked(n) && steps[n] == 0 {
				steps[n] = steps[c] + 1
				todo = append(todo, n)
			}
		}
	}
}

// turnsLeft is the least number of turns, a reversal counting twice, that a box
// last pushed in direction d makes on its way to a target that lies in the
// directions w (field.toward), at index 4·w+d. A turn takes a walk of 2 steps
// at least, a reversal one of 4.
var turnsLeft = newTurnsLeft()

func newTurnsLeft() (t [64]uint8) {
	for w := range 16 {
		for d := range 4 {
			ahead, back := w>>d&1 != 0, w>>(3-d)&1 != 0
			switch {
			case w == 0 || ahead && w == 1<<d:
			case back:
				t[4*w+d] = 2
			default:
				t[4*w+d] = 1
			}
		}
	}
	return t
}

// traceRing writes the letters of the walk between pushes in directions a and b,
// which stays in the neighbourhood of the box, to the end of plan, and returns
// what is left of it before them.
func traceRing(ring uint32, a, b int, plan []byte) []byte {
	free := func(c int) bool { return ring>>c&1 != 0 }
	const box = 4
	ahead, aside := ringBits[a]-box, ringBits[b]-box
	var way [6]int
	var steps int
	switch {
	case b == 3-a: // by the one side of the box or the other
		e := (a + 1) & 3 // at right angles to a
		if e == 3-a {
			e = (a + 2) & 3
		}
		if by := ringBits[e] - box; !free(box-ahead+by) || !free(box+by) || !free(box+ahead+by) {
			e = 3 - e
		}
		way, steps = [6]int{e, a, a, 3 - e}, 4
	case free(box - ahead - aside):
		way, steps = [6]int{3 - b, a}, 2
	default:
		way, steps = [6]int{b, a, a, 3 - b, 3 - b, 3 - a}, 6
	}
	rest := plan[:len(plan)-steps]
	for i, d := range way[:steps] {
		plan[len(rest)+i] = walkLetters[d]
	}
	return rest
}
