package sokoban_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/sokoban"
)

// A level with two boxes: the fewest pushes, and among those the fewest moves.
func Example() {
	const level = "########|#@-----#|#-$-$-.#|#---#-.#|########"
	budget := solver.Budget{States: 100_000, Bytes: 64 << 20}
	answer, err := sokoban.New().Solve(context.Background(), level, solver.Options{}, budget)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Status, answer.Cost)
	fmt.Println(answer.Plan)
	// Output:
	// solved 7 pushes, 19 moves
	// rrdRRurDullllldRRRR
}

// A budget that is spent is an outcome: the answer says which part of it, and
// how good a plan cannot be.
func Example_limit() {
	const level = "########|#@-----#|#-$-$-.#|#---#-.#|########"
	answer, err := sokoban.New().Solve(context.Background(), level, solver.Options{Algorithm: "double-bfs"}, solver.Budget{States: 100})
	fmt.Println(answer.Status, answer.Limit, err)
	fmt.Println("pushes needed:", answer.Bound, "or more")
	// Output:
	// limit states <nil>
	// pushes needed: 3 or more
}

// Replay says what a plan costs, or which step is the first wrong one.
func Example_replay() {
	kind := sokoban.New()
	for _, plan := range []string{"RR", "RRR", "Rr"} {
		cost, err := kind.Replay("######|#@$-.#|######", plan)
		if err != nil {
			fmt.Println(plan, "is no plan:", err)
			continue
		}
		fmt.Println(plan, "takes", cost)
	}
	// Output:
	// RR takes 2 pushes, 2 moves
	// RRR is no plan: step 3 at r2c4: the box is pushed into a wall
	// Rr is no plan: step 2 at r2c3: a lower-case letter is a walk, but there is a box
}

// A text that is no puzzle is refused with the place and the reason.
func Example_invalid() {
	err := sokoban.New().Check("######|#@$-x#|######")
	if form, ok := errors.AsType[*solver.FormError](err); ok {
		fmt.Println(form.Column, form.Reason)
	}
	// Output:
	// 12 'x' is no cell; a board is drawn with # - . $ * @ + and |
}

// Turned and mirrored copies of a puzzle share a canonical form, and so a key.
func Example_canonical() {
	kind := sokoban.New()
	for _, form := range []string{"######|#@$-.#|######", "######|#.-$@#|######"} {
		canonical, _, err := kind.Canonical(nil, form)
		fmt.Println(string(canonical), err)
	}
	// Output:
	// ######|#.-$@#|###### <nil>
	// ######|#.-$@#|###### <nil>
}
