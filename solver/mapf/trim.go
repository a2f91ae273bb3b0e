package mapf

import "math/bits"

// trim reaches on the map what matters to a plan: the components that hold a
// letter, which is a start or a target, less what is too deep of their dead
// ends.
func (c *canon) trim(p *puzzle) {
	b := &p.board
	c.letters = resize(c.letters, len(b.free))
	clear(c.letters)
	for _, a := range p.agents {
		for _, at := range [2]int{b.place(a.start), b.place(a.target)} {
			add(c.letters, at)
			b.reach(at)
		}
	}
	b.flood()
	depth := len(p.agents) - 1
	c.findDeadEnds(b, depth)
	for i, tips := range c.tips {
		for ; tips != 0; tips &= tips - 1 {
			c.cut(b, 64*i+bits.TrailingZeros64(tips), depth)
		}
	}
}

// findDeadEnds makes c.tips the tips of all dead ends that are more than depth
// cells deep, and perhaps of some that are not.
func (c *canon) findDeadEnds(b *board, depth int) {
	c.tips, c.passages, c.deep = resize(c.tips, len(b.free)), resize(c.passages, len(b.free)), resize(c.deep, len(b.free))
	clear(c.tips)
	clear(c.passages)
	clear(c.deep)
	first, end := b.margin, len(b.free)-b.margin
	for i := first; i < end; i++ {
		left, right, upper, lower := b.beside(b.reached, i)
		either, other := left|right, upper|lower
		both, others := left&right, upper&lower
		several := both | others | either&other
		three := both&other | others&either
		blank := b.reached[i] &^ c.letters[i]
		c.tips[i] = (either | other) &^ several & blank
		c.passages[i] = several &^ three & blank
	}
	if depth == 0 {
		return // every dead end goes
	}
	// A dead end of two cells and more goes on from its tip into a passage, and
	// one of three and more into a passage that is beside a passage.
	next := c.passages
	if depth > 1 {
		for i := first; i < end; i++ {
			left, right, upper, lower := b.beside(c.passages, i)
			c.deep[i] = c.passages[i] & (left | right | upper | lower)
		}
		next = c.deep
	}
	for i := first; i < end; i++ {
		left, right, upper, lower := b.beside(next, i)
		c.tips[i] &= left | right | upper | lower
	}
}

// cut shortens the dead end whose tip is at place at, if there is one, from
// the tip until it is depth cells deep. Dead ends that are cut one after another
// need no second look: where one has gone whole, its mouth holds a letter or has
// two exits left at least, and a fork goes with the last dead end that is cut
// there.
func (c *canon) cut(b *board, at, depth int) {
	for range c.deadEnd(b, at) - depth {
		_, next := b.exits(at)
		remove(b.reached, at)
		at = next
	}
}

// deadEnd returns how many cells the dead end has whose tip is at place at, or
// 0 when no dead end has its tip there. It ends before the first cell that
// holds a letter or has more than two exits, its mouth, and there always is
// one, since every reached component holds a letter.
func (c *canon) deadEnd(b *board, at int) (length int) {
	count, sum := b.exits(at)
	if count != 1 {
		return 0
	}
	for from := 0; count <= 2 && has(c.letters, at) == 0; length++ {
		from, at = at, sum-from
		count, sum = b.exits(at)
	}
	return length
}

// exits counts the reached cells next to the place at and adds up their
// places, so that a cell with one exit, or with two of which one is known,
// leads on by a subtraction.
func (b *board) exits(at int) (count, sum int) {
	for _, step := range b.step {
		n := has(b.reached, at+step)
		count += n
		sum += n * (at + step)
	}
	return count, sum
}
