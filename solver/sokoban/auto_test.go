package sokoban_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/sokoban"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// agree answers form by auto and by another algorithm, and returns what is wrong
// with the answer of auto, or "". The plan is replayed.
func agree(t require, kind solver.Kind, form, other string) {
	t.Helper()
	want, err := kind.Solve(context.Background(), form, solver.Options{Algorithm: other}, solver.Budget{})
	if err != nil {
		t.Fatalf("%s: %s: %v", form, other, err)
	}
	got, err := kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{})
	if err != nil || got.Status != want.Status || got.Cost != want.Cost || got.States < 1 {
		t.Fatalf("%s: auto says %+v, %v; %s says %+v", form, got, err, other, want)
	}
	if got.Status == solver.Solved {
		if cost, err := kind.Replay(form, got.Plan); err != nil || cost != got.Cost {
			t.Fatalf("%s: plan %q of %s replays to %s, %v", form, got.Plan, got.Cost, cost, err)
		}
	}
}

// require is a test of any kind.
type require interface {
	Helper()
	Fatalf(format string, args ...any)
}

// TestAutoAgrees tries random boards up to the size of the judge's task. How
// many is rapid's -rapid.checks.
func TestAutoAgrees(t *testing.T) {
	kind := sokoban.New()
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 4 {
			agree(t, kind, solvertest.RandomSokoban(r, 1+r.IntN(20), 2+r.IntN(19), 0.5*r.Float64()), "double-bfs")
		}
		agree(t, kind, solvertest.RandomSokoban(r, 1+r.IntN(10), 2+r.IntN(9), 0.5*r.Float64()), "priority-bfs")
	})
}

// TestAutoAgreesOnWideBoards tries boards whose rows take a word or several, and
// mazes, where walks are long.
func TestAutoAgreesOnWideBoards(t *testing.T) {
	kind := sokoban.New()
	r := rand.New(rand.NewPCG(64, 128))
	rounds := 40
	if testing.Short() {
		rounds = 4
	}
	for range rounds {
		for _, cols := range []int{60, 61, 62, 63, 64, 125, 126, 127, 128, 190} {
			agree(t, kind, solvertest.RandomSokoban(r, 2+r.IntN(30), cols, 0.35*r.Float64()), "double-bfs")
		}
		agree(t, kind, maze(r, 5+r.IntN(30), 5+r.IntN(40)), "double-bfs")
	}
}

// maze draws corridors along every other row and column, with gaps between them
// at random, and player, box and target on floor.
func maze(r *rand.Rand, rows, cols int) string {
	form := []byte(solvertest.RandomSokoban(r, rows, cols, 0))
	stride := cols + 3
	for i, ch := range form {
		row, col := i/stride, i%stride
		if ch == '-' && (row%3 == 0 || col%3 == 0) && r.IntN(4) > 0 {
			form[i] = '#'
		}
	}
	return string(form)
}

// TestAutoOnEverySmallBoard compares with double-bfs on each placing of walls,
// player, box and target on 2×5 and 3×4 cells; of mirror images, the one that
// has the player at the top left. A short run tries some of them.
func TestAutoOnEverySmallBoard(t *testing.T) {
	kind := sokoban.New()
	every := 1
	if testing.Short() {
		every = 40
	}
	tried := 0
	for _, size := range [][2]int{{2, 5}, {3, 4}} {
		rows, cols := size[0], size[1]
		cells := rows * cols
		for walls := range 1 << cells {
			for player := range cells {
				if player/cols > (rows-1)/2 || player%cols > (cols-1)/2 {
					continue
				}
				for box := range cells {
					for target := range cells {
						if taken := 1<<player | 1<<box | 1<<target; player == box || walls&taken != 0 {
							continue
						}
						if tried++; tried%every == 0 {
							agree(t, kind, draw(rows, cols, walls, player, box, target), "double-bfs")
						}
					}
				}
			}
		}
	}
}

// TestAutoOnLargeBoards tries boards whose answers can be told, up to the
// largest.
func TestAutoOnLargeBoards(t *testing.T) {
	kind := sokoban.New()
	side := 1000
	if testing.Short() {
		side = 200
	}
	blank := strings.Repeat("-", side)
	rim := strings.Repeat("#", side+2)
	rows := []string{rim}
	for range side {
		rows = append(rows, "#"+blank+"#")
	}
	rows = append(rows, rim)
	set := func(row, col int, ch string) string {
		was := rows[row]
		rows[row] = was[:col] + ch + was[col+1:]
		return was
	}
	set(2, 1, "@")
	set(2, 2, "$")
	set(side-1, side-1, ".")
	for _, test := range []struct {
		reason string
		change func()
		cost   solver.Cost
	}{
		{"a board without walls takes one turn", func() {}, pushesMoves(2*(side-3), 2*(side-3)+2)},
		{"walls around the target leave no way", func() {
			set(side-1, side-2, "#")
			set(side-2, side-1, "#")
		}, solver.Cost{}},
		{"a box in a corner has no way", func() {
			rows[1], rows[2] = "#$@"+blank[2:]+"#", "#"+blank+"#"
		}, solver.Cost{}},
	} {
		test.change()
		form := strings.Join(rows, "|")
		a, err := kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{})
		if err != nil || a.Cost != test.cost || !a.Status.Verdict() {
			t.Errorf("%s: %s %s, %v; want %s", test.reason, a.Status, a.Cost, err, test.cost)
		}
		if a.Status == solver.Solved {
			if cost, err := kind.Replay(form, a.Plan); err != nil || cost != a.Cost {
				t.Errorf("%s: the plan replays to %s, %v", test.reason, cost, err)
			}
		}
	}
}

// TestAutoKeepsWithinStates tries each budget of states that is too small.
func TestAutoKeepsWithinStates(t *testing.T) {
	kind := sokoban.New()
	r := rand.New(rand.NewPCG(9, 9))
	for range 100 {
		form := solvertest.RandomSokoban(r, 1+r.IntN(12), 2+r.IntN(12), 0.4*r.Float64())
		whole, err := kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		for states := int64(1); states <= whole.States; states++ {
			a, err := kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{States: states})
			switch {
			case err != nil:
				t.Fatalf("%s: %v", form, err)
			case states == whole.States:
				if a != whole {
					t.Fatalf("%s: %+v with all states, %+v without a budget", form, a, whole)
				}
			case a.Status != solver.Limited || a.Limit != solver.LimitStates || a.States != states || a.Bound < 1:
				t.Fatalf("%s: %+v with %d of %d states", form, a, states, whole.States)
			case whole.Status == solver.Solved && a.Bound > whole.Cost[0].Value:
				t.Fatalf("%s: %+v with %d states, but the optimum is %s", form, a, states, whole.Cost)
			}
		}
	}
}

// called is a context that is called off when it is looked at once too often.
type called struct {
	context.Context
	looks *int // left
}

func (c called) Err() error {
	if *c.looks--; *c.looks < 0 {
		return context.Canceled
	}
	return nil
}

func TestAutoStops(t *testing.T) {
	kind := sokoban.New()
	form := hard()
	for _, looks := range []int{0, 1, 2} {
		if a, err := kind.Solve(called{context.Background(), &looks}, form, solver.Options{}, solver.Budget{}); !errors.Is(err, context.Canceled) || a != (solver.Answer{}) {
			t.Errorf("called off: %+v, %v", a, err)
		}
	}
	for limit, budget := range map[solver.Limit]solver.Budget{
		solver.LimitBytes: {Bytes: 4096},
		solver.LimitTime:  {Time: time.Nanosecond},
	} {
		if a, err := kind.Solve(context.Background(), form, solver.Options{}, budget); err != nil || a.Status != solver.Limited || a.Limit != limit || a.Bound < 1 {
			t.Errorf("with %+v: %+v, %v", budget, a, err)
		}
	}
}

// TestAutoAllocatesThePlanOnly also allows for the meter of the search.
func TestAutoAllocatesThePlanOnly(t *testing.T) {
	if solvertest.Race {
		t.Skip("pools forget under the race detector")
	}
	kind := sokoban.New()
	r := rand.New(rand.NewPCG(4, 4))
	var forms []string
	for range 50 {
		forms = append(forms, solvertest.RandomSokoban(r, 20, 20, 0.2))
	}
	runs := func() {
		for _, form := range forms {
			if _, err := kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n := testing.AllocsPerRun(20, runs) / float64(len(forms)); n > 1 {
		t.Errorf("%.2f allocations a puzzle", n)
	}
}
