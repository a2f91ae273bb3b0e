package boxes

import "github.com/gridmill/gridmill/solver/grid"

// flood fills reach with the cells that the player can walk to from c while
// there are obstacles in his way, and returns the least of them, which names the
// region.
func (b *board) flood(c int32, obstacles, reach []uint64) int32 {
	b.spread(c, none, obstacles, reach)
	return leastOf(reach)
}

// spread is flood that may end once it has come to a cell.
func (b *board) spread(c, until int32, obstacles, reach []uint64) {
	switch {
	case b.words == 1:
		reach[0] = b.spreadWord(c, until, b.floor[0]&^obstacles[0])
	case b.stride == 64:
		b.spreadRows(c, until, obstacles, reach)
	default:
		b.spreadCells(c, obstacles, reach)
	}
}

// spreadWord spreads from c over the free cells of a one-word board, a step in
// all directions at a time.
func (b *board) spreadWord(c, until int32, free uint64) uint64 {
	end := uint64(0)
	if until != none {
		end = 1 << (until & 63)
	}
	inner, outer, stride := b.inner&free, b.outer&free, uint(b.stride)&63
	reach := uint64(1) << (c & 63)
	for {
		more := reach | reach<<1&inner | reach>>1&outer
		more |= (more<<stride | more>>stride) & free
		if more == reach || more&end != 0 {
			return more
		}
		reach = more
	}
}

// spreadRows spreads row by row, down the board and up again, until nothing is
// new. Every row is a word.
func (b *board) spreadRows(c, until int32, obstacles, reach []uint64) {
	floor := b.floor
	obstacles, reach = obstacles[:len(floor)], reach[:len(floor)]
	clear(reach)
	row := int(c >> 6)
	reach[row] = grid.Along(1<<(c&63), floor[row]&^obstacles[row])
	top, bottom := row, row // reach lies within
	for news := true; news && (until == none || !has(reach, until)); {
		news = false
		for r := top + 1; r < len(floor); r++ {
			open := floor[r] &^ obstacles[r]
			now := reach[r] | reach[r-1]&open
			if now != reach[r] {
				reach[r] = grid.Along(now, open)
				news = true
				bottom = max(bottom, r)
			} else if r > bottom {
				break
			}
		}
		for r := bottom - 1; r >= 0; r-- {
			open := floor[r] &^ obstacles[r]
			now := reach[r] | reach[r+1]&open
			if now != reach[r] {
				reach[r] = grid.Along(now, open)
				news = true
				top = min(top, r)
			} else if r < top {
				break
			}
		}
	}
}

// spreadCells spreads cell by cell, over all that can be reached.
func (b *board) spreadCells(c int32, obstacles, reach []uint64) {
	clear(reach)
	flip(reach, c)
	b.queue[0] = c
	found := 1
	for head := 0; head < found; head++ {
		for _, n := range b.next[4*b.queue[head]:][:4] {
			if n != none && !has(obstacles, n) && !has(reach, n) {
				flip(reach, n)
				b.queue[found] = n
				found++
			}
		}
	}
}

// toil is the work of a flood, in units of the meter.
func (b *board) toil() int { return 8 + b.cells/8 }
