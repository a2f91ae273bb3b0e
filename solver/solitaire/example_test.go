package solitaire_test

import (
	"context"
	"fmt"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/solitaire"
)

// The judge's own case, within its limit of eight moves.
func Example() {
	const form = "8x8 r4c4 r4c5 r5c4 r6c5 > r2c4 r3c3 r3c6 r4c6"
	kind := solitaire.New()
	answer, err := kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{States: 1_000_000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Status, answer.Cost)
	cost, err := kind.Replay(form, answer.Plan)
	fmt.Println(cost, err)
	// Output:
	// solved 7 moves
	// 7 moves <nil>
}

// What cannot be done within the limit is unsolvable; the limit is part of the
// question, and of the key.
func Example_maxMoves() {
	const form = "8x8 r1c1 > r8c8"
	kind := solitaire.New()
	for _, limit := range []int{0, 14, solver.NoMaxMoves} {
		opts := solver.Options{MaxMoves: limit}
		answer, err := kind.Solve(context.Background(), form, opts, solver.Budget{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %s %q\n", kind.KeyOptions(opts), answer.Status, answer.Cost)
	}
	// Output:
	// max-moves=8: unsolvable ""
	// max-moves=14: solved "14 moves"
	// max-moves=0: solved "14 moves"
}

// A plan taken back is a plan of the same cost: start and end may be exchanged,
// and the board turned.
func Example_canonical() {
	kind := solitaire.New()
	for _, form := range []string{"1x3 r1c1 r1c2 > r1c2 r1c3", "1x3 r1c3 r1c2 > r1c1 r1c2"} {
		canonical, back, err := kind.Canonical(nil, form)
		if err != nil {
			fmt.Println(err)
			return
		}
		plan, err := kind.Restore(back, "r1c1>r1c3")
		fmt.Println(string(canonical), plan, err)
	}
	// Output:
	// 1x3 r1c1 r1c2 > r1c2 r1c3 r1c1>r1c3 <nil>
	// 1x3 r1c1 r1c2 > r1c2 r1c3 r1c3>r1c1 <nil>
}
