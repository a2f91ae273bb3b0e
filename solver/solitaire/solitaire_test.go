package solitaire_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/solitaire"
	"github.com/gridmill/gridmill/solver/solvertest"
)

func moves(n int) solver.Cost { return solver.Cost{{Name: "moves", Value: n}} }

func TestSuite(t *testing.T) { solvertest.Run(t, suite()) }

func suite() solvertest.Suite {
	return solvertest.Suite{
		Kind:   solitaire.New(),
		Golden: golden(),
		Random: func(r *rand.Rand) string {
			rows, cols := 1+r.IntN(5), 2+r.IntN(4)
			pieces := 1 + r.IntN(min(3, rows*cols-1))
			if r.IntN(2) == 0 {
				return solvertest.RandomSolitaire(r, rows, cols, pieces)
			}
			return solvertest.WalkSolitaire(r, rows, cols, pieces, r.IntN(11))
		},
		Brute: func(form string) (solver.Cost, bool) {
			p := readTable(form)
			d, ok := p.distances(solver.DefaultMaxMoves)[strings.Join(p.end, " ")]
			if !ok {
				return solver.Cost{}, false
			}
			return moves(d), true
		},
		Guise:     solvertest.GuiseSolitaire,
		Lookalike: lookalike,
		Same:      same,
		Invalid:   invalid(),
		Rounds:    100,
		Hard:      hard,
		// Eight moves from both ends are soon searched, however they lie.
		HardOptions: solver.Options{MaxMoves: solver.NoMaxMoves},
	}
}

func golden() []solvertest.Golden {
	solved := func(reason string, n int, form string, limit int) solvertest.Golden {
		return solvertest.Golden{Reason: reason, Form: form, Status: solver.Solved, Cost: moves(n), Options: solver.Options{MaxMoves: limit}}
	}
	unsolvable := func(reason, form string, limit int) solvertest.Golden {
		return solvertest.Golden{Reason: reason, Form: form, Status: solver.Unsolvable, Options: solver.Options{MaxMoves: limit}}
	}
	const (
		eight = "8x8 r1c1 r8c1 r8c2 r8c8 > r1c5 r8c1 r8c2 r8c4"
		nine  = "8x8 r1c1 r8c1 r8c2 r8c8 > r1c6 r8c1 r8c2 r8c4"
		none  = solver.NoMaxMoves
	)
	return []solvertest.Golden{
		solved("start equal to end", 0, "8x8 r1c1 r2c2 r3c3 r4c4 > r1c1 r2c2 r3c3 r4c4", 0),
		solved("start equal to end, pieces in another order", 0, "8x8 r1c1 r2c2 r3c3 r4c4 > r4c4 r2c2 r1c1 r3c3", 0),
		solved("pieces in another order, one of them elsewhere", 1, "8x8 r1c1 r2c2 r3c3 r4c4 > r4c5 r2c2 r1c1 r3c3", 0),
		solved("a piece steps to the next cell", 1, "1x2 r1c1 > r1c2", 0),
		solved("a piece jumps over another", 1, "1x3 r1c1 r1c2 > r1c2 r1c3", 0),
		solved("a jump along the upper rim", 1, "8x8 r1c6 r1c7 > r1c7 r1c8", 0),
		solved("a jump along the lower rim into the corner", 1, "8x8 r8c2 r8c3 > r8c1 r8c2", 0),
		solved("a jump down the left rim into the corner", 1, "8x8 r6c1 r7c1 > r7c1 r8c1", 0),
		solved("a jump up the right rim into the corner", 1, "8x8 r2c8 r3c8 > r1c8 r2c8", 0),
		solved("no way around the only piece in a row but to jump", 1, "1x3 r1c2 r1c3 > r1c1 r1c2", 0),
		solved("the end of a row is not next to the start of the one below", 8, "2x8 r1c8 > r2c1", 0),
		solved("and no jump over the end of a row lands there", 7, "2x8 r1c7 r1c8 > r1c8 r2c1", 0),
		solved("exactly eight moves", 8, eight, 0),
		unsolvable("exactly nine moves, one too many", nine, 0),
		solved("exactly nine moves with a limit of nine", 9, nine, 9),
		solved("exactly nine moves without a limit", 9, nine, none),
		unsolvable("exactly eight moves with a limit of seven", eight, 7),
		solved("one move with a limit of one", 1, "8x8 r1c1 > r1c2", 1),
		unsolvable("two moves with a limit of one", "8x8 r1c1 > r1c3", 1),
		solved("any negative limit is none", 14, "8x8 r1c1 > r8c8", -5),
		solved("a full board is where it is", 0, "2x4 r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4 > r2c1 r2c2 r2c3 r2c4 r1c1 r1c2 r1c3 r1c4", 0),
		solved("eight pieces", 2, "8x8 r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 > r3c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8", 0),
		solved("two pieces leap over each other all the way", 6, "1x8 r1c1 r1c2 > r1c7 r1c8", 0),
	}
}

func invalid() []solvertest.Invalid {
	nine := " r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r2c1"
	return []solvertest.Invalid{
		{Reason: "nothing at all", Form: "", Column: 1, Says: `"" is not a board size`},
		{Reason: "no placements", Form: "8x8", Says: "no placements"},
		{Reason: "no end", Form: "8x8 r1c1 r1c2", Says: "START > END"},
		{Reason: "no blanks around the sign", Form: "8x8 r1c1>r1c2", Says: "START > END"},
		{Reason: "no size", Form: "r1c1 > r1c2", Column: 1, Says: "not a board size"},
		{Reason: "no rows", Form: "0x8 r1c1 > r1c2", Column: 1, Says: "not a board size"},
		{Reason: "a negative size", Form: "-8x8 r1c1 > r1c2", Column: 1, Says: "not a board size"},
		{Reason: "a size with a leading zero", Form: "08x8 r1c1 > r1c2", Column: 1, Says: "not a board size"},
		{Reason: "a size that goes on", Form: "8x8x8 r1c1 > r1c2", Column: 1, Says: "not a board size"},
		{Reason: "too many rows", Form: "9x8 r1c1 > r1c2", Column: 1, Says: "a board of 9x8 is too large; the largest is 8x8"},
		{Reason: "too many columns", Form: "8x12 r1c1 > r1c2", Column: 1, Says: "a board of 8x12 is too large"},
		{Reason: "two blanks", Form: "8x8  r1c1 > r1c2", Column: 5, Says: "a piece is missing"},
		{Reason: "a blank at the end", Form: "8x8 r1c1 > r1c2 ", Column: 17, Says: "a piece is missing"},
		{Reason: "no pieces", Form: "8x8  > r1c1", Column: 5, Says: "a piece is missing"},
		{Reason: "a second sign", Form: "8x8 r1c1 > r1c2 > r1c3", Column: 17, Says: `">" is not a cell`},
		{Reason: "no cell", Form: "8x8 r1c1 r0c1 > r1c2 r1c3", Column: 10, Says: `"r0c1" is not a cell`},
		{Reason: "a start off the board", Form: "2x3 r3c1 > r1c2", Column: 5, Says: "r3c1 is off the board of 2x3"},
		{Reason: "an end off the board", Form: "2x3 r1c1 > r1c4", Column: 12, Says: "r1c4 is off the board of 2x3"},
		{Reason: "two pieces on one square in the start", Form: "8x8 r1c1 r1c1 > r1c1 r1c2", Column: 10, Says: "two pieces stand on r1c1"},
		{Reason: "two pieces on one square in the end", Form: "8x8 r1c1 r1c2 > r2c2 r2c2", Column: 22, Says: "two pieces stand on r2c2"},
		{Reason: "pieces get lost", Form: "8x8 r1c1 r1c2 > r1c1", Column: 17, Says: "the end has 1 pieces and the start has 2"},
		{Reason: "nine pieces", Form: "8x8" + nine + " >" + nine, Column: 45, Says: "more than 8 pieces"},
	}
}

func TestEveryPairOfPlacementsOfTwoPiecesOn3By3(t *testing.T) {
	kind := solitaire.New()
	var pairs []string
	for a := range 9 {
		for b := range a {
			pairs = append(pairs, fmt.Sprintf("r%dc%d r%dc%d", b/3+1, b%3+1, a/3+1, a%3+1))
		}
	}
	for _, start := range pairs {
		dist := readTable("3x3 " + start + " > " + start).distances(solver.DefaultMaxMoves)
		if len(dist) != len(pairs) {
			t.Fatalf("brute force reaches %d placements from %s", len(dist), start)
		}
		for _, end := range pairs {
			form := "3x3 " + start + " > " + end
			for limit := 1; limit <= 7; limit++ {
				want := dist[end]
				solvable := want <= limit
				if !solvable {
					want = 0
				}
				a, err := kind.Solve(context.Background(), form, solver.Options{MaxMoves: limit}, solver.Budget{})
				if err != nil || (a.Status == solver.Solved) != solvable || a.Cost[0].Value != want {
					t.Fatalf("%s within %d moves: %+v, %v; want %d, %t", form, limit, a, err, want, solvable)
				}
			}
		}
	}
}

func TestEveryFullBoardButOne(t *testing.T) {
	// With one free cell, steps and jumps move the hole by one or two cells.
	kind := solitaire.New()
	all := []string{"r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3", "r3c1", "r3c2", "r3c3"}
	without := func(hole int) string {
		return strings.Join(append(append([]string{}, all[:hole]...), all[hole+1:]...), " ")
	}
	hops := func(a, b int) int { return (max(a-b, b-a) + 1) / 2 }
	for from := range all {
		for to := range all {
			form := "3x3 " + without(from) + " > " + without(to)
			want := hops(from/3, to/3) + hops(from%3, to%3)
			a, err := kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{})
			if err != nil || a.Status != solver.Solved || a.Cost != moves(want) {
				t.Errorf("%s: %+v, %v; want %d moves", form, a, err, want)
			}
		}
	}
}

func TestBoundGrowsWithTheBudget(t *testing.T) {
	last := 0
	for _, states := range []int64{1, 40, 400, 2000} {
		a, err := solitaire.New().Solve(context.Background(), solitaire.New().Info().Example,
			solver.Options{Algorithm: "two-way", MaxMoves: solver.NoMaxMoves}, solver.Budget{States: states})
		if err != nil || a.Status != solver.Limited || a.Bound <= last {
			t.Fatalf("with %d states: %+v, %v; bound before: %d", states, a, err, last)
		}
		last = a.Bound
	}
}
