package mapf

import "math/bits"

// ground is the part of a map that agents can reach; every other cell is as
// good as a wall. Its cells are numbered from 0, row by row.
type ground struct {
	places []int32 // on the board, by number
	number []int32 // by place; -1 where no agent can get
	step   [4]int  // between places, in the order of grid.Steps
	parted bool    // an agent cannot reach its target even alone
}

// explore finds p's ground by flooding the map from the starts of the agents.
func (p *puzzle) explore() {
	b, g := &p.board, &p.ground
	g.parted = false
	var settled, taken [maxAgents]bool // agents whose start, whose target was flooded before
	for i, a := range p.agents {
		if settled[i] {
			continue
		}
		for k, other := range p.agents {
			taken[k] = has(b.reached, b.place(other.target)) != 0
		}
		b.reach(b.place(a.start))
		b.flood()
		for k, other := range p.agents {
			if !settled[k] && has(b.reached, b.place(other.start)) != 0 {
				settled[k] = true
				g.parted = g.parted || taken[k] || has(b.reached, b.place(other.target)) == 0
			}
		}
	}
	g.step = b.step
	g.number = resize(g.number, 64*len(b.reached))
	for at := range g.number {
		g.number[at] = -1
	}
	g.places = g.places[:0]
	for i, word := range b.reached {
		for ; word != 0; word &= word - 1 {
			at := 64*i + bits.TrailingZeros64(word)
			g.number[at] = int32(len(g.places))
			g.places = append(g.places, int32(at))
		}
	}
}

// bits returns how many bits tell the cells of g apart.
func (g *ground) bits() int { return bits.Len(uint(len(g.places) - 1)) }

// neighbours appends to list the numbers of the cells next to cell.
func (g *ground) neighbours(list []int32, cell int) []int32 {
	for _, step := range g.step {
		if n := g.number[int(g.places[cell])+step]; n >= 0 {
			list = append(list, n)
		}
	}
	return list
}
