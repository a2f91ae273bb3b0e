package mapf

import "github.com/gridmill/gridmill/solver/grid"

// canon is the memory in which canonical forms are made.
type canon struct {
	cells      []byte // of the trimmed and cropped map, as in the form
	top, left  int    // where it begins on the map
	rows, cols int

	// Sets of places.
	letters  []uint64 // the starts and the targets
	tips     []uint64 // of dead ends to cut
	passages []uint64 // cells without letter that have two exits
	deep     []uint64 // passages beside passages

	names, best []name // in the guise that is being looked at and in the least one
}

// appendCanonical appends the canonical form of the puzzle to dst. The puzzle
// is trimmed thereby.
func (c *canon) appendCanonical(dst []byte, p *puzzle) ([]byte, transform) {
	c.trim(p)
	c.crop(&p.board)
	least := grid.Least(c.cells, c.rows, c.cols)
	t := transform{agents: len(p.agents)}
	c.best = c.best[:0]
	for s := range grid.Symmetry(grid.Symmetries) {
		if least>>s&1 == 0 {
			continue
		}
		for _, reversed := range [2]bool{false, true} {
			c.names = c.nameAgents(c.names[:0], p.agents, s, reversed)
			if len(c.best) == 0 || less(c.names, c.best) {
				c.names, c.best = c.best, c.names
				t.symmetry, t.reversed = s, reversed
			}
		}
	}
	dst = t.symmetry.Append(dst, c.cells, c.rows, c.cols)
	for i, n := range c.best {
		t.from[i] = n.agent
		a := p.agents[n.agent]
		if t.reversed {
			a.start, a.target = a.target, a.start
		}
		dst = append(dst, ' ', 'a'+byte(i), '=')
		dst = appendPlace(dst, c.turn(a.start, t.symmetry))
		dst = append(dst, '>')
		dst = appendPlace(dst, c.turn(a.target, t.symmetry))
	}
	return dst, t
}
