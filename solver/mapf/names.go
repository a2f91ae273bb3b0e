package mapf

import (
	"strconv"

	"github.com/gridmill/gridmill/solver/grid"
)

// name is an agent as it stands in one guise of a puzzle. Names compare as the
// texts START>TARGET do that they stand for: by start, then by target.
type name struct {
	start, target uint64 // orders of the texts
	agent         uint8
}

// nameAgents appends to names the agents as they stand after the symmetry s,
// with the starts for targets if reversed, in the least of all orders. That is
// the order of the texts of their starts, which are all different.
func (c *canon) nameAgents(names []name, agents []agent, s grid.Symmetry, reversed bool) []name {
	for i, a := range agents {
		if reversed {
			a.start, a.target = a.target, a.start
		}
		start, target := c.turn(a.start, s), c.turn(a.target, s)
		n := name{
			start:  inText(start.Row)<<orderBits | inText(start.Col),
			target: inText(target.Row)<<orderBits | atEnd(target.Col),
			agent:  uint8(i),
		}
		at := len(names)
		names = append(names, n)
		for ; at > 0 && names[at-1].start > n.start; at-- {
			names[at] = names[at-1]
		}
		names[at] = n
	}
	return names
}

// less reports whether the agents named a make a lesser text than those named
// b, which are the same agents.
func less(a, b []name) bool {
	for i := range a {
		if a[i].start != b[i].start {
			return a[i].start < b[i].start
		}
		if a[i].target != b[i].target {
			return a[i].target < b[i].target
		}
	}
	return false
}

// orderBits is how many bits the order of a row or column takes.
const orderBits = 20

// inText returns a number by which rows and columns from 0 compare as their
// decimal numbers from 1 do where a letter follows or the >: these are greater
// than all digits, so that 10 is less than 1. A digit takes four bits.
func inText(n int) uint64 {
	digits, missing := decimal(n + 1)
	return digits | (1<<missing - 1)
}

// atEnd returns a number by which they compare where a blank follows or
// nothing: these are less than all digits, so that 10 is more than 1.
func atEnd(n int) uint64 {
	digits, _ := decimal(n + 1)
	return digits
}

// decimal returns the decimal digits of n, less than 100 000, each one more
// than it is, from the highest bits of an order on, and how many bits are left.
func decimal(n int) (digits uint64, missing int) {
	missing = orderBits
	for ; n > 0; n /= 10 {
		digits = digits>>4 | uint64(n%10+1)<<(orderBits-4)
		missing -= 4
	}
	return digits, missing
}

// turn returns where a cell of the map is after the crop and the symmetry s.
func (c *canon) turn(at grid.Cell, s grid.Symmetry) grid.Cell {
	return s.Cell(grid.Cell{Row: at.Row - c.top, Col: at.Col - c.left}, c.rows, c.cols)
}

// appendPlace writes a cell as r4c5.
func appendPlace(text []byte, at grid.Cell) []byte {
	text = strconv.AppendInt(append(text, 'r'), int64(at.Row+1), 10)
	return strconv.AppendInt(append(text, 'c'), int64(at.Col+1), 10)
}
