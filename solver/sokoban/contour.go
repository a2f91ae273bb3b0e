package sokoban

// rightOf are the directions a quarter turn right of each, in the order of
// grid.Steps.
var rightOf = [4]uint8{2, 0, 3, 1}

// hand is a player who follows a wall: he stands on a cell and touches what is
// beside it in a direction, a wall or the box.
type hand struct {
	cell  int32
	touch uint8
}

// follow moves h on along the wall or the box, which he keeps on his left.
func (f *field) follow(h hand, box int32) hand {
	ahead := rightOf[h.touch&3]
	n := h.cell + f.step[ahead&3]
	if n == box || !f.open(n) {
		return hand{h.cell, ahead}
	}
	corner := n + f.step[h.touch&3]
	if corner == box || !f.open(corner) {
		return hand{n, h.touch}
	}
	return hand{corner, 3 - ahead}
}

// joined reports whether the player can walk from the cell behind the box, seen
// in direction a, to that behind it in direction b, both of which are free. The
// box and the walls that touch it, corner to corner, and those that touch them
// are one obstacle. All that touches the obstacle is part of it, so nothing
// hinders him who follows it round with a hand on it; and the border between an
// obstacle in one piece and a region in one piece is one closed line. So from
// the one side of the box he comes to the other before he is back, or never.
// Two walk at once, one from each side, and who is back first has decided it.
// The second result is false when the gauge ends it.
func (f *field) joined(g *gauge, box int32, a, b int) (joined, ok bool) {
	from, to := hand{box - f.step[a&3], uint8(a)}, hand{box - f.step[b&3], uint8(b)}
	h, other := from, to
	const stage = 256
	for {
		for range stage {
			if h = f.follow(h, box); h == to {
				return true, true
			}
			if other = f.follow(other, box); other == from {
				return true, true
			}
			if h == from || other == to {
				return false, true
			}
		}
		if !g.spend(stage) {
			return false, false
		}
	}
}
