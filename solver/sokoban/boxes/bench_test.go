package boxes_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/sokoban/boxes"
)

// BenchmarkBoxoban times one level, the mean of a set of a thousand, and tells
// the median, the slowest of a hundred and of all, in ns; and the bytes that the
// search reserves at most.
func BenchmarkBoxoban(b *testing.B) {
	for _, name := range []string{"boxoban-hard-000", "boxoban-unfiltered-test-000", "boxoban-medium-valid-000"} {
		b.Run(name, func(b *testing.B) {
			levels := readLevels(b, "public/sokoban/"+name, ".txt")
			puzzles := make([]*boxes.Puzzle, len(levels))
			for i := range levels {
				puzzles[i] = puzzle(levels[i].rows)
			}
			s := new(boxes.Solver)
			var took []time.Duration
			states := int64(0)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				began := time.Now()
				m := solver.NewMeter(context.Background(), solver.Budget{})
				s.Solve(puzzles[i%len(puzzles)], boxes.PushesThenMoves, m)
				took = append(took, time.Since(began))
				states += m.States()
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2]), "p50-ns")
			b.ReportMetric(float64(took[len(took)*99/100]), "p99-ns")
			b.ReportMetric(float64(took[len(took)-1]), "max-ns")
			b.ReportMetric(float64(states)/float64(b.N), "states/op")
			b.ReportMetric(float64(s.Bytes()), "held-B")
		})
	}
}
