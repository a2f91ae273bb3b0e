package mapf

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver/grid"
)

// ground is the part of a map that agents can reach; every other cell is as
// good as a wall. Its cells are numbered from 0, row by row.
type ground struct {
	rows, cols int
	cells      []grid.Cell // by number
	number     []int32     // by row*cols + column; -1 where no agent can get
	parted     bool        // an agent cannot reach its target even alone
}

// newGround floods the map from the starts of the agents.
func newGround(rows []string, agents []agent) ground {
	g := ground{rows: len(rows), cols: len(rows[0])}
	// component holds the agent, from 1, that first flooded a cell, or 0.
	component := make([]int32, g.rows*g.cols)
	var open []grid.Cell
	reach := func(c grid.Cell, by int32) {
		if c.In(g.rows, g.cols) && rows[c.Row][c.Col] != grid.Wall && component[g.place(c)] == 0 {
			component[g.place(c)] = by
			open = append(open, c)
		}
	}
	for i, a := range agents {
		reach(a.start, int32(i+1))
		for len(open) > 0 {
			c := open[len(open)-1]
			open = open[:len(open)-1]
			for _, s := range grid.Steps {
				reach(c.Add(s), int32(i+1))
			}
		}
	}
	for _, a := range agents {
		g.parted = g.parted || component[g.place(a.start)] != component[g.place(a.target)]
	}
	g.number = component
	for i, by := range component {
		g.number[i] = -1
		if by != 0 {
			g.number[i] = int32(len(g.cells))
			g.cells = append(g.cells, grid.Cell{Row: i / g.cols, Col: i % g.cols})
		}
	}
	return g
}

func (g *ground) place(c grid.Cell) int { return c.Row*g.cols + c.Col }

// bits returns how many bits tell the cells of g apart.
func (g *ground) bits() int { return bits.Len(uint(len(g.cells) - 1)) }

// neighbours appends to list the numbers of the cells next to cell.
func (g *ground) neighbours(list []int32, cell int) []int32 {
	for _, s := range grid.Steps {
		c := g.cells[cell].Add(s)
		if c.In(g.rows, g.cols) && g.number[g.place(c)] >= 0 {
			list = append(list, g.number[g.place(c)])
		}
	}
	return list
}
