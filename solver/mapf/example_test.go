package mapf_test

import (
	"context"
	"fmt"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/mapf"
)

// Two agents change places in a room with a niche: all move at once, a word a
// step and a letter an agent.
func Example() {
	const room = "#####|#---#|##-##|##### a=r2c2>r2c4 b=r2c4>r2c2"
	kind := mapf.New()
	answer, err := kind.Solve(context.Background(), room, solver.Options{}, solver.Budget{States: 100_000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Status, answer.Cost)
	fmt.Println(answer.Plan)
	cost, err := kind.Replay(room, answer.Plan)
	fmt.Println(cost, err)
	// Output:
	// solved 4 steps
	// .L RD RU .L
	// 4 steps <nil>
}

// Agents that would have to swap their cells have no way.
func Example_unsolvable() {
	const corridor = "####|#--#|#### a=r2c2>r2c3 b=r2c3>r2c2"
	kind := mapf.New()
	answer, err := kind.Solve(context.Background(), corridor, solver.Options{}, solver.Budget{})
	fmt.Println(answer.Status, err)
	_, err = kind.Replay(corridor, "RL")
	fmt.Println(err)
	// Output:
	// unsolvable <nil>
	// step 1 at r2c2: agents a and b swap their cells
}

// The names of the agents, the direction of time and how the map lies make no
// other puzzle.
func Example_canonical() {
	kind := mapf.New()
	for _, form := range []string{
		"#####|#---#|##-##|##### a=r2c2>r2c4 b=r2c4>r2c2",
		"#####|##-##|#---#|##### a=r3c4>r3c2 b=r3c2>r3c4",
	} {
		canonical, _, err := kind.Canonical(nil, form)
		fmt.Println(string(canonical), err)
	}
	// Output:
	// #-#|--- a=r2c1>r2c3 b=r2c3>r2c1 <nil>
	// #-#|--- a=r2c1>r2c3 b=r2c3>r2c1 <nil>
}
