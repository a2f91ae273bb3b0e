package sokoban

import (
	"math"
	"math/bits"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

// walks searches the player's ways around the box. One search after another
// reuses the marks of the last without clearing them: the marks of search k lie
// above all earlier ones, and those of walls above all.
type walks struct {
	board *board
	mark  []uint32 // a cell marked below the current search is free to enter
	queue []int32
	step  []uint8 // by which step a search entered the cell
	now   uint32  // mark of the cells that the current search has entered
}

// walkBytes is what walks takes a cell.
const walkBytes = 4 + 4 + 1

// far marks walls.
const far = math.MaxUint32

// sides is a set of the four sides of the box: bit d stands for the cell one
// step d from the box.
type sides uint8

// reset makes w ready for b. It returns false when the meter ends that.
func (w *walks) reset(b *board, m *solver.Meter) bool {
	w.board = b
	w.now = 0
	w.mark = resize(w.mark, len(b.cells))
	w.queue = resize(w.queue, len(b.cells))
	w.step = resize(w.step, len(b.cells))
	for c, ch := range b.cells {
		if c%cellsPerLook == 0 && !m.Spend(cellsPerLook) {
			return false
		}
		w.mark[c] = 0
		if ch == grid.Wall {
			w.mark[c] = far
		}
	}
	return true
}

// free returns the sides of box that are not walls.
func (w *walks) free(box int32) sides {
	var free sides
	for d, step := range w.board.step {
		if !w.board.wall(box + step) {
			free |= 1 << d
		}
	}
	return free
}

// measure finds how many moves the player needs from cell from to each of the
// wanted sides of box, which must be free, by breadth-first search. It stops as
// soon as the last of them is reached. It returns the sides reached; moves of
// other sides are left alone. The second result is false when the meter ends the
// search.
func (w *walks) measure(m *solver.Meter, box, from int32, wanted sides, moves *[4]int32) (reached sides, ok bool) {
	// The search uses two marks: now for cells entered, and one less for wanted
	// sides not entered yet. Both are above whatever an earlier search left.
	w.now += 2
	now, mark, queue, step := w.now, w.mark, w.queue, w.board.step
	mark[box] = now
	for rest := wanted; rest != 0; rest &= rest - 1 {
		mark[box+step[bits.TrailingZeros8(uint8(rest))]] = now - 1
	}
	enter := func(c, depth int32) {
		for d := range step {
			if c == box+step[d] {
				reached |= 1 << d
				moves[d] = depth
			}
		}
	}
	if mark[from] == now-1 {
		enter(from, 0)
	}
	mark[from] = now
	queue[0] = from
	head, tail, spent := 0, 1, 0
	for depth := int32(1); head < tail && reached != wanted; depth++ {
		if tail-spent >= cellsPerLook {
			if !m.Spend(tail - spent) {
				return 0, false
			}
			spent = tail
		}
		for end := tail; head < end; head++ {
			c := queue[head]
			for _, s := range step {
				n := c + s
				seen := mark[n]
				if seen >= now {
					continue
				}
				mark[n] = now
				queue[tail] = n
				tail++
				if seen == now-1 {
					if enter(n, depth); reached == wanted {
						return reached, m.Spend(tail - spent)
					}
				}
			}
		}
	}
	return reached, m.Spend(tail - spent)
}

// trace searches the shortest way from cell from to cell to around box, which
// must exist, and writes its letters to the end of plan. It returns what is
// left of plan before them and how many cells it entered.
func (w *walks) trace(box, from, to int32, plan []byte) (rest []byte, entered int) {
	w.now += 2
	w.mark[box], w.mark[from] = w.now, w.now
	w.queue[0] = from
	tail := 1
	for head := 0; w.mark[to] != w.now; head++ {
		c := w.queue[head]
		for d, s := range w.board.step {
			if n := c + s; w.mark[n] < w.now {
				w.mark[n] = w.now
				w.step[n] = uint8(d)
				w.queue[tail] = n
				tail++
			}
		}
	}
	for c := to; c != from; {
		d := w.step[c]
		plan[len(plan)-1] = walkLetters[d]
		plan = plan[:len(plan)-1]
		c -= w.board.step[d]
	}
	return plan, tail
}
