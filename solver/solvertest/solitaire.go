package solvertest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/solver/grid"
)

// RandomSolitaire makes a puzzle of two placements drawn independently from
// all that a board of rows × cols has, in one-line form. Most need more moves
// than the judge's limit, unless the board is small.
func RandomSolitaire(r *rand.Rand, rows, cols, pieces int) string {
	return writeSolitaire(r, rows, cols, placement(r, rows, cols, pieces), placement(r, rows, cols, pieces))
}

// WalkSolitaire makes a puzzle whose end is reached from a random start by the
// given number of random moves, in one-line form: its least cost is at most
// that. The board needs a cell more than there are pieces.
func WalkSolitaire(r *rand.Rand, rows, cols, pieces, moves int) string {
	start := placement(r, rows, cols, pieces)
	end := slices.Clone(start)
	for moves > 0 {
		i, step := r.IntN(pieces), grid.Steps[r.IntN(len(grid.Steps))]
		to := end[i].Add(step)
		if slices.Contains(end, to) {
			to = to.Add(step)
		}
		if to.In(rows, cols) && !slices.Contains(end, to) {
			end[i] = to
			moves--
		}
	}
	return writeSolitaire(r, rows, cols, start, end)
}

// GuiseSolitaire writes a puzzle in a random guise: the board turned or
// mirrored, start and end exchanged, the pieces in another order.
func GuiseSolitaire(r *rand.Rand, form string) string {
	size, places, _ := strings.Cut(form, " ")
	first, second, _ := strings.Cut(places, " > ")
	var rows, cols int
	if _, err := fmt.Sscanf(size, "%dx%d", &rows, &cols); err != nil {
		panic(err) // the form is not valid
	}
	turns := r.IntN(4)
	if rows == cols {
		turns = r.IntN(8)
	}
	var ends [2][]grid.Cell
	for k, words := range []string{first, second} {
		for word := range strings.FieldsSeq(words) {
			var c grid.Cell
			if _, err := fmt.Sscanf(word, "r%dc%d", &c.Row, &c.Col); err != nil {
				panic(err)
			}
			c.Row, c.Col = c.Row-1, c.Col-1
			if turns&1 != 0 {
				c.Row = rows - 1 - c.Row
			}
			if turns&2 != 0 {
				c.Col = cols - 1 - c.Col
			}
			if turns&4 != 0 {
				c.Row, c.Col = c.Col, c.Row
			}
			ends[k] = append(ends[k], c)
		}
		r.Shuffle(len(ends[k]), func(i, j int) { ends[k][i], ends[k][j] = ends[k][j], ends[k][i] })
	}
	if r.IntN(2) == 0 {
		ends[0], ends[1] = ends[1], ends[0]
	}
	return writeSolitaire(r, rows, cols, ends[0], ends[1])
}

// placement draws different cells.
func placement(r *rand.Rand, rows, cols, pieces int) []grid.Cell {
	cells := make([]grid.Cell, pieces)
	for i, place := range r.Perm(rows * cols)[:pieces] {
		cells[i] = grid.Cell{Row: place / cols, Col: place % cols}
	}
	return cells
}

// writeSolitaire writes the pieces of the end in a random order.
func writeSolitaire(r *rand.Rand, rows, cols int, start, end []grid.Cell) string {
	r.Shuffle(len(end), func(i, j int) { end[i], end[j] = end[j], end[i] })
	form := fmt.Appendf(nil, "%dx%d", rows, cols)
	for _, c := range start {
		form = fmt.Appendf(form, " %s", c)
	}
	form = append(form, " >"...)
	for _, c := range end {
		form = fmt.Appendf(form, " %s", c)
	}
	return string(form)
}
