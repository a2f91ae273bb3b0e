package solvertest

import (
	"fmt"
	"math/rand/v2"

	"github.com/gridmill/gridmill/solver/grid"
)

// RandomMapf makes a map of rows × cols without a wall around it and agents
// that start at different random places and have different random targets, in
// one-line form. Each cell that is neither is a wall with the chance density,
// from 0 to 1. Anything valid may come out: agents at home, targets on other
// agents' starts, targets out of reach. The map needs at least as many cells
// as there are agents, and the agents must fit the kind's limit.
func RandomMapf(r *rand.Rand, rows, cols, agents int, density float64) string {
	stride := cols + len(grid.RowSeparator)
	board := make([]byte, rows*stride-len(grid.RowSeparator))
	for i := range board {
		switch {
		case i%stride == cols:
			board[i] = grid.RowSeparator[0]
		case r.Float64() < density:
			board[i] = grid.Wall
		default:
			board[i] = grid.Floor
		}
	}
	starts, targets := r.Perm(rows * cols)[:agents], r.Perm(rows * cols)[:agents]
	var list []byte
	for i := range agents {
		var ends [2]grid.Cell
		for k, place := range []int{starts[i], targets[i]} {
			ends[k] = grid.Cell{Row: place / cols, Col: place % cols}
			board[ends[k].Row*stride+ends[k].Col] = grid.Floor
		}
		list = fmt.Appendf(list, " %c=%s>%s", 'a'+i, ends[0], ends[1])
	}
	return string(append(board, list...))
}
