package mapf_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/mapf"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// agree fails unless auto gives the status and the cost that name gives, with a
// plan that replays to it.
func agree(t rapid.TB, kind *mapf.Kind, form, name string) solver.Answer {
	t.Helper()
	want, err := kind.Solve(context.Background(), form, solver.Options{Algorithm: name}, solver.Budget{})
	if err != nil {
		t.Fatalf("%s: %v", form, err)
	}
	a, err := kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{})
	if err != nil || a.Status != want.Status || a.Cost != want.Cost {
		t.Fatalf("%s: %+v, %v; %s says %s %s", form, a, err, name, want.Status, want.Cost)
	}
	if a.Status != solver.Solved {
		return a
	}
	if cost, err := kind.Replay(form, a.Plan); err != nil || cost != a.Cost {
		t.Fatalf("%s: plan %q of %s replays to %s, %v", form, a.Plan, a.Cost, cost, err)
	}
	return a
}

func TestAutoAgreesWithTheNamedAlgorithms(t *testing.T) {
	kind := mapf.New()
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		form := random(r)
		for _, name := range kind.Info().Algorithms {
			agree(t, kind, form, name)
		}
	})
}

func TestAutoAgreesOnMapsUpToTheJudges(t *testing.T) {
	kind := mapf.New()
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		form := solvertest.RandomMapf(r, 6+r.IntN(9), 6+r.IntN(9), 1+r.IntN(3), 0.3+r.Float64()/3)
		agree(t, kind, form, "two-way")
	})
}

func TestAutoAgreesWithMoreAgentsThanThree(t *testing.T) {
	kind := mapf.New()
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		agents := 4 + r.IntN(3)
		form := solvertest.RandomMapf(r, 2+r.IntN(2), 3+r.IntN(2), agents, 0.4*r.Float64())
		agree(t, kind, form, "two-way")
	})
}

// connected returns all maps of that size whose free cells are connected, as
// rows of the one-line form and as the list of the free cells.
func connected(rows, cols int, visit func(board string, cells []spot)) {
	for set := 1; set < 1<<(rows*cols); set++ {
		d := draft{ghosts: ghosts{free: map[spot]bool{}}, rows: rows, cols: cols}
		var cells []spot
		for i := range rows * cols {
			if set>>i&1 != 0 {
				s := spot{1 + i/cols, 1 + i%cols}
				d.free[s] = true
				cells = append(cells, s)
			}
		}
		if len(d.component(cells[0])) == len(cells) {
			visit(d.board(), cells)
		}
	}
}

// placements calls visit with all ordered choices of n different cells.
func placements(cells []spot, n int, visit func([]spot)) {
	chosen := make([]spot, 0, n)
	used := map[spot]bool{}
	var choose func()
	choose = func() {
		if len(chosen) == n {
			visit(chosen)
			return
		}
		for _, c := range cells {
			if used[c] {
				continue
			}
			used[c] = true
			chosen = append(chosen, c)
			choose()
			chosen = chosen[:len(chosen)-1]
			used[c] = false
		}
	}
	choose()
}

func TestAutoOnEveryPuzzleOnSmallMaps(t *testing.T) {
	for _, row := range []struct {
		reason             string
		rows, cols, agents int
		every              int // puzzle is tried of so many
	}{
		{"two agents on 2x3", 2, 3, 2, 1},
		{"three agents on 2x3", 2, 3, 3, 1},
		{"two agents on 3x3", 3, 3, 2, 1},
	} {
		if testing.Short() {
			row.every *= 10
		}
		t.Run(row.reason, func(t *testing.T) {
			kind := mapf.New()
			puzzles, unsolvable := 0, 0
			connected(row.rows, row.cols, func(board string, cells []spot) {
				placements(cells, row.agents, func(from []spot) {
					d := draft{ghosts: ghosts{from: from}}
					placements(cells, row.agents, func(to []spot) {
						if puzzles++; puzzles%row.every != 0 {
							return
						}
						d.to = to
						form := board
						for _, word := range d.words() {
							form += " " + word
						}
						if agree(t, kind, form, "one-way").Status == solver.Unsolvable {
							unsolvable++
						}
					})
				})
			})
			if unsolvable == 0 {
				t.Errorf("all of %d puzzles are solvable", puzzles)
			}
		})
	}
}

func TestAutoGivesTheSameAnswerEveryTime(t *testing.T) {
	want := map[string]solver.Answer{}
	for _, form := range trials() {
		a, err := mapf.New().Solve(t.Context(), form, solver.Options{}, solver.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		want[form] = a
	}
	kind := mapf.New()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for form, want := range want { // in an order of its own
				for _, name := range []string{"", solver.Auto} {
					a, err := kind.Solve(t.Context(), form, solver.Options{Algorithm: name}, solver.Budget{})
					if err != nil || a != want {
						t.Errorf("%s: %+v, %v; fresh memory gave %+v", form, a, err, want)
					}
				}
			}
		})
	}
	all.Wait()
}
