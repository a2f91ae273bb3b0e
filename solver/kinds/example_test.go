package kinds_test

import (
	"context"
	"fmt"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/kinds"
)

// The examples of three kinds, with a budget that is spent by none of them.
func ExampleAll() {
	all := kinds.All()
	budget := solver.Budget{States: 1_000_000, Bytes: 64 << 20}
	for _, name := range []string{"sokoban", "mapf", "solitaire"} {
		kind := all.Lookup(name)
		answer, err := kind.Solve(context.Background(), kind.Info().Example, solver.Options{}, budget)
		if err != nil {
			panic(err) // the example is valid, and nobody calls the search off
		}
		fmt.Printf("%s: %s, %s\n", name, answer.Status, answer.Cost)
	}
	// Output:
	// sokoban: solved, 1 push, 1 move
	// mapf: solved, 4 steps
	// solitaire: solved, 7 moves
}

// Puzzles that are the same but for how the board lies have one key. The plan
// of their canonical form leads back to each.
func ExampleAll_guises() {
	kind := kinds.All().Lookup("sokoban")
	keyer := solver.NewKeyer(kind, solver.Options{})
	for _, form := range []string{"######|#@$-.#|######", "######|#.-$@#|######", "###|#@#|#$#|#-#|#.#|###"} {
		canonical, back, digest, err := keyer.Digest(form)
		if err != nil {
			panic(err)
		}
		answer, err := kind.Solve(context.Background(), string(canonical), solver.Options{}, solver.Budget{})
		if err != nil {
			panic(err)
		}
		plan, err := solver.Restore(kind, form, back, answer.Plan)
		if err != nil {
			panic(err)
		}
		fmt.Println(keyer.Key(digest), plan)
	}
	// Output:
	// sokoban:2:571864633aeae8395d7a61878df469dc RR
	// sokoban:2:571864633aeae8395d7a61878df469dc LL
	// sokoban:2:571864633aeae8395d7a61878df469dc DD
}
