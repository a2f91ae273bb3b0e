package boxes

// freeze tells boxes that no push can ever move again: on both axes there is a
// wall beside the box, or a box that is frozen too, or a dead cell on both
// sides.
type freeze struct {
	across, along []uint64 // cells blocked on the axis of the row, or of the column, without any box
	goals         []uint64
	held          []uint64
}

// size makes f fit the board.
func (f *freeze) size(b *board, n *nodes, goals []int32) {
	f.across = resize(f.across, b.words)
	f.along = resize(f.along, b.words)
	f.goals = resize(f.goals, b.words)
	f.held = resize(f.held, b.words)
	setOf(f.goals, goals)
	clear(f.across)
	clear(f.along)
	blocked := func(a, b int32) bool {
		return a == none || b == none || has(n.stuck, a) && has(n.stuck, b)
	}
	for _, c := range n.home {
		next := b.next[4*c:][:4]
		if blocked(next[1], next[2]) {
			flip(f.across, c)
		}
		if blocked(next[0], next[3]) {
			flip(f.along, c)
		}
	}
}

// lost reports whether a box is frozen off the goals. All boxes are taken for
// frozen at first, and those let go that can move along an axis, until what is
// left holds itself.
func (f *freeze) lost(b *board, boxes []uint64) bool {
	if b.words == 1 {
		return f.lostWord(b, boxes[0])
	}
	copy(f.held, boxes)
	rows := b.stride / 64
	for changed := true; changed; {
		changed = false
		for w, held := range f.held {
			if held == 0 {
				continue
			}
			across := f.across[w] | held<<1 | held>>1
			along := f.along[w]
			if w > 0 {
				across |= f.held[w-1] >> 63
			}
			if w+1 < len(f.held) {
				across |= f.held[w+1] << 63
			}
			if w >= rows {
				along |= f.held[w-rows]
			}
			if w+rows < len(f.held) {
				along |= f.held[w+rows]
			}
			if now := held & across & along; now != held {
				f.held[w] = now
				changed = true
			}
		}
	}
	for w, held := range f.held {
		if held&^f.goals[w] != 0 {
			return true
		}
	}
	return false
}

func (f *freeze) lostWord(b *board, held uint64) bool {
	across, along, stride := f.across[0], f.along[0], uint(b.stride)&63
	for {
		now := held & (across | held<<1&b.inner | held>>1&b.outer) & (along | held<<stride | held>>stride)
		if now == held {
			return held&^f.goals[0] != 0
		}
		held = now
	}
}
