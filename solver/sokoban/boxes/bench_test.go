package boxes_test

import (
	"context"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/sokoban/boxes"
)

func BenchmarkBoxoban(b *testing.B) {
	for _, name := range []string{"boxoban-hard-000", "boxoban-unfiltered-test-000", "boxoban-medium-valid-000"} {
		b.Run(name, func(b *testing.B) {
			s := new(boxes.Solver)
			levels := readLevels(b, "public/sokoban/"+name, ".txt")
			puzzles := make([]*boxes.Puzzle, len(levels))
			for i := range levels {
				puzzles[i] = puzzle(levels[i].rows)
			}
			for i := 0; b.Loop(); i++ {
				m := solver.NewMeter(context.Background(), solver.Budget{})
				s.Solve(puzzles[i%len(puzzles)], boxes.PushesThenMoves, m)
			}
		})
	}
}
