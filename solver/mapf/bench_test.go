package mapf_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/mapf"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// BenchmarkSolve measures the algorithms on puzzles like the judge's: three
// agents on maps of 14×14 with about half of the cells free.
func BenchmarkSolve(b *testing.B) {
	kind := mapf.New()
	r := rand.New(rand.NewPCG(11, 12))
	var forms []string
	for len(forms) < 8 {
		form := solvertest.RandomMapf(r, 14, 14, 3, 0.45)
		a, err := kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{States: 1_000_000})
		if err == nil && a.Status == solver.Solved && a.Cost[0].Value >= 12 {
			forms = append(forms, form)
		}
	}
	for _, name := range append([]string{solver.Auto}, kind.Info().Algorithms...) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var states int64
			n := 0
			for b.Loop() {
				a, err := kind.Solve(context.Background(), forms[n%len(forms)], solver.Options{Algorithm: name}, solver.Budget{})
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

// BenchmarkCanonical measures the way to a puzzle's key, on maps of 16×16
// with three agents.
func BenchmarkCanonical(b *testing.B) {
	for _, row := range []struct {
		name    string
		density float64
	}{{"half walls", 0.45}, {"few walls", 0.1}, {"no walls", 0}} {
		r := rand.New(rand.NewPCG(13, 14))
		var forms []string
		for range 64 {
			forms = append(forms, solvertest.RandomMapf(r, 16, 16, 3, row.density))
		}
		kind := mapf.New()
		b.Run("form/"+row.name, func(b *testing.B) {
			b.ReportAllocs()
			var buf []byte
			for n := 0; b.Loop(); n++ {
				var err error
				if buf, _, err = kind.Canonical(buf[:0], forms[n%len(forms)]); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("digest/"+row.name, func(b *testing.B) {
			b.ReportAllocs()
			keyer := solver.NewKeyer(kind, solver.Options{})
			for n := 0; b.Loop(); n++ {
				if _, _, _, err := keyer.Digest(forms[n%len(forms)]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
