package boxes

import "math/bits"

// walk measures the player's ways between two pushes.
type walk struct {
	away []int32  // cell → steps from where the walk began, where met says so
	met  []uint64 // cells that were reached
}

// size makes w fit the board.
func (w *walk) size(b *board) {
	w.away = resize(w.away, b.cells)
	w.met = resize(w.met, b.words)
}

// walkBytes is what a walk takes for each cell, one bit aside.
const walkBytes = 4

// measure finds the steps from c to the wanted cells, so many, all of which can
// be reached. It returns about how many cells it met.
func (w *walk) measure(b *board, c int32, obstacles, wanted []uint64, missing int) int {
	if b.words == 1 {
		return w.measureWord(b, c, b.floor[0]&^obstacles[0], wanted[0])
	}
	return w.survey(b, c, obstacles, wanted, missing)
}

// measureWord is measure on a one-word board, where all cells a step further
// are found at once.
func (w *walk) measureWord(b *board, c int32, free, wanted uint64) int {
	inner, outer, stride := b.inner&free, b.outer&free, uint(b.stride)&63
	reach := uint64(1) << (c & 63)
	steps := int32(0)
	for hit := reach & wanted; ; hit = reach & wanted {
		for ; hit != 0; hit &= hit - 1 {
			w.away[bits.TrailingZeros64(hit)] = steps
		}
		wanted &^= reach
		if wanted == 0 {
			return bits.OnesCount64(reach)
		}
		reach |= reach<<1&inner | reach>>1&outer | (reach<<stride|reach>>stride)&free
		steps++
	}
}

// survey is measure cell by cell. It also leaves the steps to all cells on the
// way, for trace.
func (w *walk) survey(b *board, c int32, obstacles, wanted []uint64, missing int) int {
	clear(w.met)
	flip(w.met, c)
	w.away[c] = 0
	if has(wanted, c) {
		missing--
	}
	b.queue[0] = c
	found := 1
	for head := 0; missing > 0 && head < found; head++ {
		at := b.queue[head]
		steps := w.away[at] + 1
		for _, n := range b.next[4*at:][:4] {
			if n == none || has(obstacles, n) || has(w.met, n) {
				continue
			}
			flip(w.met, n)
			w.away[n] = steps
			b.queue[found] = n
			found++
			if has(wanted, n) {
				missing--
			}
		}
	}
	return found
}

// trace writes a shortest way to c, which survey has met, at the end of plan,
// and returns what of plan is left before it.
func (w *walk) trace(b *board, c int32, plan []byte) []byte {
	for w.away[c] > 0 {
		for d, n := range b.next[4*c:][:4] {
			if n != none && has(w.met, n) && w.away[n] == w.away[c]-1 {
				plan[len(plan)-1] = walkLetters[3-d]
				plan = plan[:len(plan)-1]
				c = n
				break
			}
		}
	}
	return plan
}

// The letters of a plan, in the order of grid.Steps.
const (
	walkLetters = "ulrd"
	pushLetters = "ULRD"
)
