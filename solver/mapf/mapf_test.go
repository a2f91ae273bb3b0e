package mapf_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/mapf"
	"github.com/gridmill/gridmill/solver/solvertest"
)

func steps(n int) solver.Cost { return solver.Cost{{Name: "steps", Value: n}} }

// open is a map without walls.
func open(rows, cols int) string {
	return strings.TrimSuffix(strings.Repeat(strings.Repeat("-", cols)+"|", rows), "|")
}

func TestSuite(t *testing.T) {
	solvertest.Run(t, solvertest.Suite{
		Kind:   mapf.New(),
		Golden: golden(),
		Random: random,
		Brute: func(form string) (solver.Cost, bool) {
			g := readGhosts(form)
			d, ok := g.distances()[fmt.Sprint(g.to)]
			if !ok {
				return solver.Cost{}, false
			}
			return steps(d), true
		},
		Guise:     guise,
		Lookalike: lookalike,
		Same:      same,
		Invalid:   invalid(),
		Hard:      hard(),
		Rounds:    100,
	})
}

// random returns a small map, now and then an oblong one with few agents, or
// one so small that four agents fill most of it.
func random(r *rand.Rand) string {
	switch rows, cols := 1+r.IntN(4), 2+r.IntN(3); {
	case r.IntN(4) == 0:
		return solvertest.RandomMapf(r, 2+r.IntN(2), 5+r.IntN(2), 1+r.IntN(2), 0.3+r.Float64()/3)
	case rows*cols <= 6:
		return solvertest.RandomMapf(r, rows, cols, 1+r.IntN(min(4, rows*cols-1)), r.Float64()/2)
	default:
		return solvertest.RandomMapf(r, rows, cols, 1+r.IntN(min(3, rows*cols-1)), r.Float64()/2)
	}
}

func golden() []solvertest.Golden {
	solved := func(reason string, n int, form string) solvertest.Golden {
		return solvertest.Golden{Reason: reason, Form: form, Status: solver.Solved, Cost: steps(n)}
	}
	unsolvable := func(reason, form string) solvertest.Golden {
		return solvertest.Golden{Reason: reason, Form: form, Status: solver.Unsolvable}
	}
	return []solvertest.Golden{
		solved("one agent, and the edge of the map is its only wall", 4, "----- a=r1c1>r1c5"),
		solved("one agent has one cell", 0, "- a=r1c1>r1c1"),
		solved("one agent goes around a wall", 6, "---|-#-|-#-|-#- a=r3c1>r3c3"),
		solved("a start equal to its target, nobody else", 0, "#####|#---#|##### a=r2c3>r2c3"),
		solved("an agent at home steps aside for another", 4, "-----|##-## a=r1c1>r1c5 b=r1c3>r1c3"),
		unsolvable("an agent at home cannot step aside", "----- a=r1c1>r1c5 b=r1c3>r1c3"),
		solved("a target is another agent's start, which is left in time", 1, "--- a=r1c1>r1c2 b=r1c2>r1c3"),
		solved("all cells are taken and all agents follow one another", 1,
			"--|-- a=r1c1>r1c2 b=r1c2>r2c2 c=r2c2>r2c1 d=r2c1>r1c1"),
		unsolvable("two agents must swap in two cells", "-- a=r1c1>r1c2 b=r1c2>r1c1"),
		unsolvable("two agents must swap in a corridor", "------- a=r1c1>r1c7 b=r1c7>r1c1"),
		solved("two agents swap at a niche", 4, "---|#-# a=r1c1>r1c3 b=r1c3>r1c1"),
		solved("two neighbours swap on open ground", 3, "--|-- a=r1c1>r1c2 b=r1c2>r1c1"),
		unsolvable("the only agent cannot reach its target", "--#-- a=r1c1>r1c5"),
		unsolvable("one of two agents cannot reach its target", "--#-- a=r1c1>r1c2 b=r1c5>r1c1"),
		unsolvable("two agents would have to change components", "--#-- a=r1c1>r1c4 b=r1c4>r1c1"),
		solved("agents in different components", 1, "--#-- a=r1c1>r1c2 b=r1c5>r1c4"),
		solved("two agents cross an open map of 256 cells", 30, open(16, 16)+" a=r1c1>r16c16 b=r16c16>r1c1"),
		solved("three agents on an open map of 256 cells", 2, open(16, 16)+" a=r16c14>r16c16 b=r15c13>r15c15 c=r1c1>r2c2"),
		solved("a plan of hundreds of steps for one agent", 399, open(1, 400)+" a=r1c1>r1c400"),
		solved("a plan of hundreds of steps for a line of agents", 298, open(1, 300)+" a=r1c1>r1c299 b=r1c2>r1c300"),
		solved("more agents than move in one block", 1,
			"###|---|---|### a=r2c1>r2c2 b=r2c2>r2c3 c=r2c3>r3c3 d=r3c3>r3c2 e=r3c2>r3c1 f=r3c1>r2c1"),
		solved("fifteen agents, the most there can be, with one cell free", 1, open(4, 4)+
			" a=r1c1>r1c1 b=r1c2>r1c2 c=r1c3>r1c3 d=r1c4>r1c4 e=r2c1>r2c1 f=r2c2>r2c2 g=r2c3>r2c3 h=r2c4>r2c4"+
			" i=r3c1>r3c1 j=r3c2>r3c2 k=r3c3>r3c3 l=r3c4>r4c4 m=r4c1>r4c1 n=r4c2>r4c2 o=r4c3>r4c3"),
	}
}

func invalid() []solvertest.Invalid {
	return []solvertest.Invalid{
		{Reason: "nothing at all", Form: "", Column: 1, Says: "row 1 of the map is empty"},
		{Reason: "no map", Form: " a=r1c1>r1c2", Column: 1, Says: "row 1 of the map is empty"},
		{Reason: "no agents", Form: "#--#", Says: "no agents"},
		{Reason: "a blank inside the map", Form: "#- -# a=r1c1>r1c2", Column: 4, Says: `"-#" is not agent a`},
		{Reason: "the judge's letters in the map", Form: "--|-A a=r1c1>r1c2", Column: 5, Says: "write walls as #"},
		{Reason: "bytes that are no text", Form: "-\xff- a=r1c1>r1c2", Column: 2, Says: "write walls as #"},
		{Reason: "a short row", Form: "---|-- a=r1c1>r1c2", Column: 5, Says: "row 2 of the map has 2 cells and row 1 has 3"},
		{Reason: "an empty last row", Form: "---| a=r1c1>r1c2", Column: 5, Says: "row 2 of the map is empty"},
		{Reason: "two spaces before the agents", Form: "---  a=r1c1>r1c2", Column: 5, Says: "an agent is missing"},
		{Reason: "a space at the end", Form: "--- a=r1c1>r1c2 ", Column: 17, Says: "an agent is missing"},
		{Reason: "a tab instead of a space", Form: "---\ta=r1c1>r1c2", Column: 4, Says: "write walls as #"},
		{Reason: "agents out of order", Form: "--- b=r1c1>r1c2 a=r1c2>r1c1", Column: 5, Says: "is not agent a"},
		{Reason: "an agent in capitals", Form: "--- A=r1c1>r1c2", Column: 5, Says: "is not agent a"},
		{Reason: "an agent without a target", Form: "--- a=r1c1", Column: 5, Says: "is not agent a"},
		{Reason: "a cell with a leading zero", Form: "--- a=r1c1>r1c02", Column: 12, Says: "not a cell"},
		{Reason: "a start off the map", Form: "--- a=r2c1>r1c2", Column: 7, Says: "r2c1 is off the map of 1 x 3 cells"},
		{Reason: "a target off the map", Form: "--- a=r1c1>r1c4", Column: 12, Says: "r1c4 is off the map"},
		{Reason: "a start on a wall", Form: "#-- a=r1c1>r1c2", Column: 7, Says: "r1c1 is a wall"},
		{Reason: "a target on a wall", Form: "--# a=r1c1>r1c3", Column: 12, Says: "r1c3 is a wall"},
		{Reason: "two equal starts", Form: "--- a=r1c1>r1c2 b=r1c1>r1c3", Column: 19, Says: "agents a and b both start at r1c1"},
		{Reason: "two equal targets", Form: "--- a=r1c1>r1c2 b=r1c3>r1c2", Column: 24, Says: "agents a and b both have target r1c2"},
	}
}

func TestUnreachableCellsDoNotCountTowardsTheLimit(t *testing.T) {
	agents := " a=r1c1>r1c1 b=r1c2>r1c2 c=r1c3>r1c3 d=r1c4>r1c4 e=r1c5>r1c5 f=r1c6>r1c6 g=r1c7>r1c7 h=r1c8>r1c8" +
		" i=r1c9>r1c9 j=r1c10>r1c10 k=r1c11>r1c11 l=r1c12>r1c12 m=r1c13>r1c13 n=r1c14>r1c14 o=r1c15>r1c16"
	if err := mapf.New().Check(open(1, 16) + "#----" + agents); err != nil {
		t.Error(err)
	}
}

func TestEveryPuzzleOfTwoAgentsOnASmallMap(t *testing.T) {
	const board = "---|-#-|#-- " // a ring that is not closed
	kind := mapf.New()
	all := readGhosts(board)
	var cells []spot
	for c := range all.free {
		if all.free[c] {
			cells = append(cells, c)
		}
	}
	write := func(name string, from, to spot) string {
		return fmt.Sprintf("%s=r%dc%d>r%dc%d", name, from.row, from.col, to.row, to.col)
	}
	puzzles, unsolvable := 0, 0
	pairs(cells, func(a, b spot) {
		all.from = []spot{a, b}
		dist := all.distances()
		pairs(cells, func(x, y spot) {
			puzzles++
			want, solvable := dist[fmt.Sprint([]spot{x, y})]
			form := board + write("a", a, x) + " " + write("b", b, y)
			for _, name := range kind.Info().Algorithms {
				answer, err := kind.Solve(context.Background(), form, solver.Options{Algorithm: name}, solver.Budget{})
				if err != nil || (answer.Status == solver.Solved) != solvable || answer.Cost[0].Value != want {
					t.Fatalf("%s: %s says %+v, %v; want %d, %t", form, name, answer, err, want, solvable)
				}
				if !solvable {
					unsolvable++
					continue
				}
				if cost, err := kind.Replay(form, answer.Plan); err != nil || cost != answer.Cost {
					t.Fatalf("%s: %s: plan %q replays to %q, %v", form, name, answer.Plan, cost, err)
				}
			}
		})
	})
	if puzzles != 42*42 || unsolvable == 0 {
		t.Errorf("%d puzzles, %d times unsolvable", puzzles, unsolvable)
	}
}

// pairs calls visit with all ordered pairs of different cells.
func pairs(cells []spot, visit func(a, b spot)) {
	for _, a := range cells {
		for _, b := range cells {
			if a != b {
				visit(a, b)
			}
		}
	}
}

func TestBoundGrowsWithTheBudget(t *testing.T) {
	kind := mapf.New()
	// Two agents must change places in a corridor with niches far away.
	form := "#-##############################################-#|-------------------------------------------------- a=r2c26>r2c25 b=r2c25>r2c26 c=r2c24>r2c24"
	for _, name := range kind.Info().Algorithms {
		last := 0
		for _, states := range []int64{1, 100, 1000, 8000} {
			a, err := kind.Solve(context.Background(), form, solver.Options{Algorithm: name}, solver.Budget{States: states})
			if err != nil || a.Status != solver.Limited || a.Bound <= last {
				t.Fatalf("%s with %d states: %+v, %v; bound before: %d", name, states, a, err, last)
			}
			last = a.Bound
		}
	}
}

func TestMoreAgentsThanASearchCanTellApartAreALimit(t *testing.T) {
	names := "abcdefghijklmnopqrstuvwxyz"
	for _, row := range []struct {
		reason string
		agents int
		says   string
	}{
		{"eight agents of 256 cells take 64 bits", 8, ""},
		{"as many agents as there are letters", 26, ""},
		{"one agent more than there are letters", 27, "more than 26 agents"},
	} {
		form := open(16, 16)
		for i := range row.agents {
			name := string((names + "{")[i])
			form += fmt.Sprintf(" %s=r%dc%d>r%dc%d", name, 1+i/16, 1+i%16, 16-i/16, 1+i%16)
		}
		a, err := mapf.New().Solve(t.Context(), form, solver.Options{}, solver.Budget{})
		if row.says != "" {
			if err == nil || !strings.Contains(err.Error(), row.says) {
				t.Errorf("%s: %+v, %v", row.reason, a, err)
			}
			continue
		}
		want := solver.Answer{Status: solver.Limited, Limit: solver.LimitBytes, States: 1, Bound: 15}
		if err != nil || a != want {
			t.Errorf("%s: %+v, %v; want %+v", row.reason, a, err, want)
		}
	}
}
