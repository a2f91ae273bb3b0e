package solvertest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/gridmill/gridmill/solver/grid"
)

// turned is a board in one-line form that has been mirrored, transposed and
// given more walls around.
type turned struct {
	rows, cols int // before
	turns      int // bit 0 mirrors top and bottom, bit 1 left and right, bit 2 the diagonal
	frame      int // rows and columns of walls put before everything else
}

func randomTurn(r *rand.Rand, rows, cols int) turned {
	return turned{rows, cols, r.IntN(8), r.IntN(3)}
}

// cell returns where a cell has come to.
func (t turned) cell(c grid.Cell) grid.Cell {
	if t.turns&1 != 0 {
		c.Row = t.rows - 1 - c.Row
	}
	if t.turns&2 != 0 {
		c.Col = t.cols - 1 - c.Col
	}
	if t.turns&4 != 0 {
		c.Row, c.Col = c.Col, c.Row
	}
	return grid.Cell{Row: c.Row + t.frame, Col: c.Col + t.frame}
}

// board writes the rows as they stand after t.
func (t turned) board(rows []string) string {
	height, width := t.rows+t.frame, t.cols+t.frame
	if t.turns&4 != 0 {
		height, width = t.cols+t.frame, t.rows+t.frame
	}
	out := make([][]byte, height)
	for i := range out {
		out[i] = bytes.Repeat([]byte{grid.Wall}, width)
	}
	for r, row := range rows {
		for c := range len(row) {
			to := t.cell(grid.Cell{Row: r, Col: c})
			out[to.Row][to.Col] = row[c]
		}
	}
	return string(bytes.Join(out, []byte(grid.RowSeparator)))
}

// GuiseSokoban writes a puzzle in a random guise: turned or mirrored, with more
// walls around.
func GuiseSokoban(r *rand.Rand, form string) string {
	rows := grid.Rows(form)
	return randomTurn(r, len(rows), len(rows[0])).board(rows)
}

// GuiseMapf writes a puzzle in a random guise: turned or mirrored, with more
// walls around, the agents renamed, time reversed.
func GuiseMapf(r *rand.Rand, form string) string {
	board, list, _ := strings.Cut(form, " ")
	rows := grid.Rows(board)
	t := randomTurn(r, len(rows), len(rows[0]))
	agents := strings.Fields(list)
	r.Shuffle(len(agents), func(i, j int) { agents[i], agents[j] = agents[j], agents[i] })
	reverse := r.IntN(2) == 0
	text := []byte(t.board(rows))
	for i, agent := range agents {
		var ends [2]grid.Cell
		if _, err := fmt.Sscanf(agent[2:], "r%dc%d>r%dc%d", &ends[0].Row, &ends[0].Col, &ends[1].Row, &ends[1].Col); err != nil {
			panic(err) // the form is not valid
		}
		for k, c := range ends {
			ends[k] = t.cell(grid.Cell{Row: c.Row - 1, Col: c.Col - 1})
		}
		if reverse {
			ends[0], ends[1] = ends[1], ends[0]
		}
		text = fmt.Appendf(text, " %c=%s>%s", 'a'+i, ends[0], ends[1])
	}
	return string(text)
}
