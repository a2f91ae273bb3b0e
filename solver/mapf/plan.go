package mapf

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
	return string(j.appendPlan(make([]byte, 0, (j.agents+1)*(len(path)-1)), g, path))
}

// appendPlan writes a path as plan does.
func (j *joint) appendPlan(text []byte, g *ground, path []uint64) []byte {
	for k, s := range path[1:] {
		if k > 0 {
			text = append(text, ' ')
		}
		for i := range j.agents {
			text = append(text, direction(g, j.cell(path[k], i), j.cell(s, i)))
		}
	}
	return text
}

// direction names the step between two cells that are the same or neighbours.
func direction(g *ground, from, to uint64) byte {
	for i, step := range g.step {
		if int(g.places[from])+step == int(g.places[to]) {
			return letters[i]
		}
	}
	return stay
}
