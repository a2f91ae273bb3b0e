package solvertest

import (
	"math/rand/v2"

	"github.com/gridmill/gridmill/solver/grid"
)

// RandomSokoban makes a closed board with one box, one target and the player
// at random places of an interior of rows × cols, in one-line form. Each other
// interior cell is a wall with the chance density, from 0 to 1. Anything valid
// may come out: the box or the player on the target, the player walled off, no
// way to solve it. The interior needs at least two cells.
func RandomSokoban(r *rand.Rand, rows, cols int, density float64) string {
	stride := cols + 3 // both walls and the separator
	board := make([]byte, (rows+2)*stride-1)
	for i := range board {
		board[i] = grid.Wall
		if i%stride == stride-1 {
			board[i] = grid.RowSeparator[0]
		}
	}
	place := func(cell int) *byte { return &board[(cell/cols+1)*stride+cell%cols+1] }
	for cell := range rows * cols {
		if r.Float64() >= density {
			*place(cell) = grid.Floor
		}
	}
	player, box, target := r.IntN(rows*cols), r.IntN(rows*cols-1), r.IntN(rows*cols)
	if box >= player {
		box++
	}
	*place(target) = '.'
	*place(player), *place(box) = '@', '$'
	switch target {
	case player:
		*place(player) = '+'
	case box:
		*place(box) = '*'
	}
	return string(board)
}
