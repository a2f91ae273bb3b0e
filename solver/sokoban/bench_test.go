package sokoban_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/sokoban"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// BenchmarkSolve times one board of the size of the judge's task, the mean of a
// hundred random ones.
func BenchmarkSolve(b *testing.B) {
	kind := sokoban.New()
	for _, density := range []float64{0.1, 0.2, 0.3} {
		r := rand.New(rand.NewPCG(20, 20))
		forms := make([]string, 100)
		for i := range forms {
			forms[i] = solvertest.RandomSokoban(r, 20, 20, density)
		}
		for _, name := range append([]string{solver.Auto}, kind.Info().Algorithms...) {
			b.Run(fmt.Sprintf("%s/walls=%.1f", name, density), func(b *testing.B) {
				b.ReportAllocs()
				states := int64(0)
				for i := 0; b.Loop(); i++ {
					a, err := kind.Solve(context.Background(), forms[i%len(forms)], solver.Options{Algorithm: name}, solver.Budget{})
					if err != nil {
						b.Fatal(err)
					}
					states += a.States
				}
				b.ReportMetric(float64(states)/float64(b.N), "states/op")
			})
		}
	}
}

// BenchmarkCanonical times the canonical form of one board of the size of the
// judge's task, the mean of a hundred random ones, alone and with the hash of
// its key; and of boards too large for a word a row.
func BenchmarkCanonical(b *testing.B) {
	kind := sokoban.New()
	keys := solver.NewKeyer(kind, solver.Options{})
	var dst []byte
	for _, row := range []struct {
		name string
		side int
		do   func(form string) error
	}{
		{"form/20", 20, func(form string) (err error) {
			dst, _, err = kind.Canonical(dst[:0], form)
			return err
		}},
		{"key/20", 20, func(form string) error {
			_, _, _, err := keys.Digest(form)
			return err
		}},
		{"key/100", 100, func(form string) error {
			_, _, _, err := keys.Digest(form)
			return err
		}},
	} {
		r := rand.New(rand.NewPCG(20, 20))
		forms := make([]string, 100)
		for i := range forms {
			forms[i] = solvertest.RandomSokoban(r, row.side, row.side, 0.2)
		}
		b.Run(row.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if err := row.do(forms[i%len(forms)]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkReplay times the judge on the longest of the golden plans.
func BenchmarkReplay(b *testing.B) {
	kind := sokoban.New()
	rows := golden()
	form := rows[len(rows)-1].Form
	a, err := kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := kind.Replay(form, a.Plan); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkHard times one board that takes many states and long walks.
func BenchmarkHard(b *testing.B) {
	kind := sokoban.New()
	form := hard()
	for _, name := range append([]string{solver.Auto}, kind.Info().Algorithms...) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := kind.Solve(context.Background(), form, solver.Options{Algorithm: name}, solver.Budget{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
