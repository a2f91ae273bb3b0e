package solvertest

import (
	"fmt"
	"math/rand/v2"
	"slices"

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
