package solitaire_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/solitaire"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// BenchmarkSolve measures the two-way search on puzzles like the judge's: four pieces
// on 8×8 within eight moves, the end drawn at random (nearly always out of
// reach) or reached by a random walk.
func BenchmarkSolve(b *testing.B) {
	const puzzles = 64
	kind := solitaire.New()
	r := rand.New(rand.NewPCG(13, 14))
	var random, walk []string
	for range puzzles {
		random = append(random, solvertest.RandomSolitaire(r, 8, 8, 4))
		walk = append(walk, solvertest.WalkSolitaire(r, 8, 8, 4, 8))
	}
	for _, row := range []struct {
		name  string
		forms []string
	}{{"two-way/random", random}, {"two-way/walk", walk}} {
		b.Run(row.name, func(b *testing.B) {
			b.ReportAllocs()
			var states int64
			n := 0
			for b.Loop() {
				a, err := kind.Solve(context.Background(), row.forms[n%puzzles], solver.Options{Algorithm: "two-way"}, solver.Budget{})
				if err != nil {
					b.Fatal(err)
				}
				states += a.States
				n++
			}
			b.ReportMetric(float64(states)/float64(n), "states/op")
		})
	}
}
