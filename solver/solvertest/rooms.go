package solvertest

import (
	"math/rand/v2"

	"github.com/gridmill/gridmill/solver/grid"
)

// RoomSokoban makes a level that can be solved, in one-line form: rooms and
// passages in an interior of rows × cols, as many boxes as asked, each at first
// on a target, and then pulled about by the player for a number of times. The
// interior needs room for the boxes, the player and a wall or two.
func RoomSokoban(r *rand.Rand, rows, cols, boxes, pulls int) string {
	for {
		level := carve(r, rows, cols)
		if 2*len(level.floor) > rows*cols && len(level.floor) > 2*boxes {
			level.fill(r, boxes)
			for range pulls {
				level.pull(r)
			}
			return level.form()
		}
	}
}

// room is a level in the making, with a wall around it.
type room struct {
	rows, cols int
	wall       []bool
	floor      []int // the cells that are no walls
	goal, box  []bool
	player     int
}

// stamps are the cells that a step of carve clears, as rows and columns from
// where it stands.
var stamps = [][][2]int{
	{{0, 0}},
	{{0, 0}, {0, 1}, {0, 2}},
	{{0, 0}, {1, 0}, {2, 0}},
	{{0, 0}, {0, 1}, {1, 0}, {1, 1}},
	{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}},
}

// carve walks about a solid interior and clears a stamp at each step.
func carve(r *rand.Rand, rows, cols int) *room {
	m := &room{rows: rows + 2, cols: cols + 2}
	cells := m.rows * m.cols
	m.wall, m.goal, m.box = make([]bool, cells), make([]bool, cells), make([]bool, cells)
	for i := range m.wall {
		m.wall[i] = true
	}
	at, way := [2]int{r.IntN(rows), r.IntN(cols)}, grid.Steps[r.IntN(4)]
	for range rows * cols / 2 {
		if r.IntN(3) == 0 {
			way = grid.Steps[r.IntN(4)]
		}
		for _, cell := range stamps[r.IntN(len(stamps))] {
			row, col := at[0]+cell[0], at[1]+cell[1]
			if row < rows && col < cols {
				m.wall[(row+1)*m.cols+col+1] = false
			}
		}
		at[0], at[1] = min(max(at[0]+way.Row, 0), rows-1), min(max(at[1]+way.Col, 0), cols-1)
	}
	for c, wall := range m.wall {
		if !wall {
			m.floor = append(m.floor, c)
		}
	}
	return m
}

// fill puts boxes on targets, and the player beside them, at random.
func (m *room) fill(r *rand.Rand, boxes int) {
	r.Shuffle(len(m.floor), func(i, j int) { m.floor[i], m.floor[j] = m.floor[j], m.floor[i] })
	for _, c := range m.floor[:boxes] {
		m.goal[c], m.box[c] = true, true
	}
	m.player = m.floor[boxes]
}

// pull pulls a random box that the player can reach and pull by one cell.
func (m *room) pull(r *rand.Rand) {
	reached := m.reach()
	var pulls [][2]int // from where, and the step away from the box
	for c, ok := range reached {
		if !ok {
			continue
		}
		for _, step := range [4]int{-m.cols, -1, 1, m.cols} {
			if m.box[c-step] && !m.wall[c+step] && !m.box[c+step] {
				pulls = append(pulls, [2]int{c, step})
			}
		}
	}
	if len(pulls) == 0 {
		return
	}
	one := pulls[r.IntN(len(pulls))]
	c, step := one[0], one[1]
	m.box[c-step], m.box[c], m.player = false, true, c+step
}

// reach tells of each cell whether the player can walk there.
func (m *room) reach() []bool {
	reached := make([]bool, len(m.wall))
	reached[m.player] = true
	for todo := []int{m.player}; len(todo) > 0; {
		c := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, n := range [4]int{c - m.cols, c - 1, c + 1, c + m.cols} {
			if !m.wall[n] && !m.box[n] && !reached[n] {
				reached[n] = true
				todo = append(todo, n)
			}
		}
	}
	return reached
}

func (m *room) form() string {
	form := make([]byte, 0, m.rows*(m.cols+1))
	for c := range m.wall {
		if c > 0 && c%m.cols == 0 {
			form = append(form, grid.RowSeparator...)
		}
		cell := byte(grid.Floor)
		switch {
		case m.wall[c]:
			cell = grid.Wall
		case m.box[c] && m.goal[c]:
			cell = '*'
		case m.box[c]:
			cell = '$'
		case c == m.player && m.goal[c]:
			cell = '+'
		case c == m.player:
			cell = '@'
		case m.goal[c]:
			cell = '.'
		}
		form = append(form, cell)
	}
	return string(form)
}
