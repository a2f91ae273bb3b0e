package mapf

import "github.com/gridmill/gridmill/solver/grid"

// letters name the steps of grid.Steps, in their order; stay names none.
const (
	letters = "ULRD"
	stay    = '.'
)

// plan writes a path of joint states: one word a step, one letter an agent in
// agent order.
func (j *joint) plan(g *ground, path []uint64) string {
	if len(path) == 1 {
		return ""
	}
	text := make([]byte, 0, (j.agents+1)*(len(path)-1))
	for k, s := range path[1:] {
		if k > 0 {
			text = append(text, ' ')
		}
		for i := range j.agents {
			text = append(text, letter(g, j.cell(path[k], i), j.cell(s, i)))
		}
	}
	return string(text)
}

// letter names the step between two cells that are the same or neighbours.
func letter(g *ground, from, to uint64) byte {
	for i, s := range grid.Steps {
		if g.cells[from].Add(s) == g.cells[to] {
			return letters[i]
		}
	}
	return stay
}
