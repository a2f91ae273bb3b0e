package solitaire_test

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/solitaire"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// field is a board as these tests walk it: cells in one row after the other,
// placements as sets of their bits.
type field struct{ rows, cols int }

// around returns the placements one move from pieces.
func (f field) around(pieces uint64) []uint64 {
	var all []uint64
	for from := range f.rows * f.cols {
		if pieces>>from&1 == 0 {
			continue
		}
		for _, way := range [][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}} {
			row, col := from/f.cols, from%f.cols
			for far := 1; far <= 2; far++ {
				row, col = row+way[0], col+way[1]
				if row < 0 || row >= f.rows || col < 0 || col >= f.cols {
					break
				}
				to := row*f.cols + col
				if pieces>>to&1 == 0 {
					all = append(all, pieces^1<<from^1<<to)
					break
				}
			}
		}
	}
	return all
}

// ball returns the placements at most so many moves from start, and how many.
func (f field) ball(start uint64, moves int) ([]uint64, map[uint64]int) {
	reached, dist := []uint64{start}, map[uint64]int{start: 0}
	for i := 0; i < len(reached); i++ {
		d := dist[reached[i]] + 1
		if d > moves {
			break
		}
		for _, next := range f.around(reached[i]) {
			if _, known := dist[next]; !known {
				dist[next] = d
				reached = append(reached, next)
			}
		}
	}
	return reached, dist
}

func (f field) form(start, end uint64) string {
	form := []byte{byte('0' + f.rows), 'x', byte('0' + f.cols)}
	for k, pieces := range []uint64{start, end} {
		if k == 1 {
			form = append(form, " >"...)
		}
		for ; pieces != 0; pieces &= pieces - 1 {
			i := bits.TrailingZeros64(pieces)
			form = append(form, ' ', 'r', byte('1'+i/f.cols), 'c', byte('1'+i%f.cols))
		}
	}
	return string(form)
}

// placements returns all placements of so many pieces.
func (f field) placements(n int) []uint64 {
	var all []uint64
	for pieces := range uint64(1) << (f.rows * f.cols) {
		if bits.OnesCount64(pieces) == n {
			all = append(all, pieces)
		}
	}
	return all
}

func TestEveryPairOnSmallBoards(t *testing.T) {
	kind := solitaire.New()
	for _, f := range []field{{3, 3}, {2, 4}, {4, 2}, {1, 8}, {2, 5}} {
		for n := 1; n <= min(8, f.rows*f.cols); n++ {
			if n > 3 && testing.Short() {
				break
			}
			all := f.placements(n)
			for _, start := range all {
				_, dist := f.ball(start, 100)
				if len(dist) != len(all) {
					t.Fatalf("%dx%d: %d of %d placements are reached from %x", f.rows, f.cols, len(dist), len(all), start)
				}
				for _, end := range all {
					form, d := f.form(start, end), dist[end]
					expect(t, kind, form, solver.NoMaxMoves, solver.Solved, moves(d))
					if d > 0 {
						expect(t, kind, form, d, solver.Solved, moves(d))
					}
					if d > 1 {
						expect(t, kind, form, d-1, solver.Unsolvable, solver.Cost{})
					}
				}
			}
		}
	}
}

func TestEverythingFourMovesFromAThousandPlacements(t *testing.T) {
	// Two and three pieces reach some hundred placements, four some thousand.
	kind := solitaire.New()
	r := rand.New(rand.NewPCG(41, 42))
	f, starts := field{8, 8}, 1000
	if testing.Short() || solvertest.Race {
		starts = 20
	}
	for i := range starts {
		n := 4
		if i%10 == 0 {
			n = 2 + r.IntN(4)
		}
		var start uint64
		for bits.OnesCount64(start) < n {
			row, col := r.IntN(8), r.IntN(8)
			if i%2 == 0 { // close together, so that there are jumps
				row, col = row/2, col/2
			}
			start |= 1 << (row*8 + col)
		}
		ends, dist := f.ball(start, 4)
		for k, end := range ends {
			form, want := f.form(start, end), dist[end]
			if k%16 == 0 {
				expect(t, kind, form, 0, solver.Solved, moves(want))
				continue
			}
			limit := []int{solver.NoMaxMoves, 0, max(1, want), want - 1}[k%4]
			a, err := kind.Solve(context.Background(), form, solver.Options{MaxMoves: limit}, solver.Budget{})
			fits := limit <= 0 || want <= limit
			if limit == want-1 && want == 1 {
				fits = true // a limit of none: 0 is the judge's
			}
			if err != nil || fits && a.Cost != moves(want) || !fits && a.Status != solver.Unsolvable {
				t.Fatalf("%s within %d moves: %+v, %v; want %d", form, limit, a, err, want)
			}
		}
	}
}

// BenchmarkAuto measures auto on puzzles like the judge's; see BenchmarkSolve.
func BenchmarkAuto(b *testing.B) {
	const puzzles = 256
	kind := solitaire.New()
	r := rand.New(rand.NewPCG(13, 14))
	for _, row := range []struct {
		name string
		make func() string
	}{
		{"random", func() string { return solvertest.RandomSolitaire(r, 8, 8, 4) }},
		{"walk", func() string { return solvertest.WalkSolitaire(r, 8, 8, 4, 8) }},
		{"far", func() string { return solvertest.WalkSolitaire(r, 8, 8, 4, 14) }},
		{"eight pieces", func() string { return solvertest.WalkSolitaire(r, 8, 8, 8, 8) }},
	} {
		var forms []string
		for range puzzles {
			forms = append(forms, row.make())
		}
		b.Run(fmt.Sprintf("auto/%s", row.name), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := kind.Solve(context.Background(), forms[i%puzzles], solver.Options{}, solver.Budget{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
