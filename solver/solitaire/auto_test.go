package solitaire_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/solitaire"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// hard takes auto some ten thousand states.
const hard = "8x8 r5c2 r5c3 r8c8 r2c1 > r7c5 r7c4 r2c7 r3c6"

// agree wants auto to say what two-way says, and its plan to be one.
func agree(t interface{ Fatalf(string, ...any) }, kind *solitaire.Kind, form string, limit int) solver.Answer {
	want, err := kind.Solve(context.Background(), form, solver.Options{Algorithm: "two-way", MaxMoves: limit}, solver.Budget{})
	if err != nil {
		t.Fatalf("%s: two-way: %v", form, err)
	}
	return expect(t, kind, form, limit, want.Status, want.Cost)
}

func expect(t interface{ Fatalf(string, ...any) }, kind *solitaire.Kind, form string, limit int, status solver.Status, cost solver.Cost) solver.Answer {
	a, err := kind.Solve(context.Background(), form, solver.Options{MaxMoves: limit}, solver.Budget{})
	if err != nil || a.Status != status || a.Cost != cost {
		t.Fatalf("%s within %d moves: %+v, %v; want %s %s", form, limit, a, err, status, cost)
	}
	if a.Status != solver.Solved {
		return a
	}
	if cost, err := kind.Replay(form, a.Plan); err != nil || cost != a.Cost {
		t.Fatalf("%s within %d moves: %q replays to %s, %v", form, limit, a.Plan, cost, err)
	}
	return a
}

// TestAutoAgreesWithTwoWay tries as many random puzzles as rapid's
// -rapid.checks says.
func TestAutoAgreesWithTwoWay(t *testing.T) {
	kind := solitaire.New()
	rapid.Check(t, func(t *rapid.T) {
		// One number would be a small one too often, and the puzzles the same.
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), rapid.Uint64().Draw(t, "more of it")))
		rows, cols := 1+r.IntN(8), 2+r.IntN(7)
		if r.IntN(3) == 0 {
			rows, cols = 8, 8 // as the judge's
		}
		pieces := 1 + r.IntN(min(8, rows*cols-1))
		limit := r.IntN(10)
		switch {
		case pieces > 5:
			limit = 1 + r.IntN(6)
		case pieces <= 3 && r.IntN(3) == 0:
			limit = solver.NoMaxMoves
		}
		form := solvertest.WalkSolitaire(r, rows, cols, pieces, r.IntN(13))
		if r.IntN(4) == 0 {
			form = solvertest.RandomSolitaire(r, rows, cols, pieces)
		}
		agree(t, kind, form, limit)
	})
}

func TestAutoAgreesWithTwoWayUpToTwelveMovesOnTheLargestBoard(t *testing.T) {
	kind := solitaire.New()
	r := rand.New(rand.NewPCG(21, 22))
	rounds := 60
	if testing.Short() {
		rounds = 6
	}
	for i := range rounds {
		pieces := 2 + r.IntN(3)
		form := solvertest.RandomSolitaire(r, 8, 8, pieces)
		if i%2 == 0 {
			form = solvertest.WalkSolitaire(r, 8, 8, pieces, 12)
		}
		agree(t, kind, form, 9+r.IntN(4))
	}
}

func TestEveryPuzzleHasAnAnswerWithoutALimit(t *testing.T) {
	// doc.go proves it: steps alone lead anywhere. Here the room is narrow.
	kind := solitaire.New()
	for _, form := range []string{
		"1x8 r1c1 r1c2 r1c3 r1c4 > r1c5 r1c6 r1c7 r1c8",
		"1x8 r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 > r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8",
		"2x2 r1c1 r1c2 r2c1 > r1c2 r2c1 r2c2",
		"1x3 r1c1 r1c3 > r1c2 r1c3",
		"3x3 r1c1 r1c2 r1c3 r2c1 r2c3 r3c1 r3c2 r3c3 > r1c1 r1c2 r2c2 r2c1 r2c3 r3c1 r3c2 r3c3",
	} {
		if a := agree(t, kind, form, solver.NoMaxMoves); a.Status != solver.Solved {
			t.Errorf("%s: %s", form, a.Status)
		}
	}
}

func TestEveryBudgetOfStatesEndsAutoWhereItSays(t *testing.T) {
	kind := solitaire.New()
	for _, form := range []string{
		"8x8 r1c7 r1c8 r7c3 r8c6 > r1c5 r2c7 r8c2 r8c3",
		"8x8 r3c1 r4c8 r5c4 r5c7 > r4c4 r5c3 r5c8 r6c5",
		"8x8 r1c1 r2c2 > r7c6 r8c8",
		"6x7 r1c1 r1c2 r2c1 r2c2 r3c3 > r4c4 r5c5 r6c6 r6c7 r5c7",
	} {
		opts := solver.Options{MaxMoves: 9}
		whole, err := kind.Solve(context.Background(), form, opts, solver.Budget{})
		if err != nil || !whole.Status.Verdict() {
			t.Fatalf("%s: %+v, %v", form, whole, err)
		}
		for n := int64(1); n <= whole.States; n++ {
			a, err := kind.Solve(context.Background(), form, opts, solver.Budget{States: n})
			switch {
			case err != nil:
				t.Fatalf("%s with %d states: %v", form, n, err)
			case n == whole.States && a != whole:
				t.Errorf("%s with all states: %+v; without a budget: %+v", form, a, whole)
			case n < whole.States && (a.Limit != solver.LimitStates || a.States != n || a.Bound < 1 ||
				whole.Status == solver.Solved && a.Bound > whole.Cost[0].Value):
				t.Errorf("%s with %d of %d states: %+v", form, n, whole.States, a)
			}
		}
	}
}

func TestABudgetOfBytesEndsAutoAtTheSamePlaceEveryTime(t *testing.T) {
	warm := solitaire.New()
	opts := solver.Options{MaxMoves: solver.NoMaxMoves}
	whole, err := warm.Solve(context.Background(), hard, opts, solver.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	last := int64(-1)
	for bytes := int64(1 << 10); ; bytes *= 2 {
		a, err := warm.Solve(context.Background(), hard, opts, solver.Budget{Bytes: bytes})
		b, errB := solitaire.New().Solve(context.Background(), hard, opts, solver.Budget{Bytes: bytes})
		if err != nil || errB != nil || a != b {
			t.Fatalf("%d bytes: %+v, %v with memory at hand, %+v, %v without", bytes, a, err, b, errB)
		}
		if a.Status == solver.Solved {
			if a != whole {
				t.Errorf("%d bytes: %+v; without a budget: %+v", bytes, a, whole)
			}
			return
		}
		if a.Limit != solver.LimitBytes || a.States < max(1, last) || a.Bound > whole.Cost[0].Value {
			t.Fatalf("%d bytes: %+v; with half of them %d states", bytes, a, last)
		}
		last = a.States
	}
}

func TestTheBoundOfAutoGrowsWithTheBudget(t *testing.T) {
	last := 0
	for _, states := range []int64{1, 40, 400, 4000} {
		a, err := solitaire.New().Solve(context.Background(), hard, solver.Options{MaxMoves: solver.NoMaxMoves}, solver.Budget{States: states})
		if err != nil || a.Status != solver.Limited || a.Bound <= last {
			t.Fatalf("with %d states: %+v, %v; bound before: %d", states, a, err, last)
		}
		last = a.Bound
	}
}

func TestAutoLooksAtTheClockHoweverManyThePieces(t *testing.T) {
	// With many pieces a state takes long, and it is a long way to the next.
	const form = "8x8 r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 > r8c8 r8c7 r7c8 r7c7 r6c8 r6c7 r8c6 r7c6"
	opts := solver.Options{MaxMoves: solver.NoMaxMoves}
	a, err := solitaire.New().Solve(context.Background(), form, opts, solver.Budget{Time: time.Nanosecond})
	if err != nil || a.Limit != solver.LimitTime || a.States > 1000 {
		t.Errorf("%+v, %v", a, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(time.Millisecond, cancel)
	if _, err := solitaire.New().Solve(ctx, form, opts, solver.Budget{}); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
}

func TestAutoAllocatesThePlanOnly(t *testing.T) {
	if solvertest.Race {
		t.Skip("with the race detector pools forget")
	}
	kind := solitaire.New()
	r := rand.New(rand.NewPCG(31, 32))
	for range 200 {
		form := solvertest.WalkSolitaire(r, 8, 8, 4, 8)
		var a solver.Answer
		n := testing.AllocsPerRun(5, func() { a, _ = kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{}) })
		if want := float64(len(a.Plan[:min(1, len(a.Plan))])); n > want {
			t.Errorf("%s: %v allocations, plan %q", form, n, a.Plan)
		}
	}
}
