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

// pulledBoard makes a board of one to four boxes that has a plan: from their
// targets the boxes were pulled about.
func pulledBoard(r *rand.Rand, rows, cols int) string {
	p := readPicture(solvertest.RandomSokoban(r, rows, cols, 0.35*r.Float64()))
	for _, c := range p.cells(".$*@+") {
		p[c] = '-'
	}
	player := pick(r, p.cells("-"))
	box, target := map[at]bool{}, map[at]bool{}
	for range 1 + r.IntN(4) {
		if c := pick(r, p.cells("-")); c != player {
			box[c], target[c] = true, true
		}
	}
	for range 20 * rows * cols {
		side := pick(r, sides())
		to, behind := player.plus(side), player.plus(at{-side[0], -side[1]})
		if p[to] != '-' || box[to] {
			continue
		}
		if box[behind] && r.IntN(4) > 0 {
			delete(box, behind)
			box[player] = true
		}
		player = to
	}
	for c := range target {
		p[c] = '.'
	}
	for c := range box {
		p[c] = map[byte]byte{'-': '$', '.': '*'}[p[c]]
	}
	p[player] = map[byte]byte{'-': '@', '.': '+'}[p[player]]
	if len(box) == 0 {
		return pulledBoard(r, rows, cols)
	}
	return p.write()
}

// TestCrowdsAgreeWithBruteForce solves small boards of one to four boxes and a
// guise of each; one in three has no plan, mostly. How many is rapid's
// -rapid.checks.
func TestCrowdsAgreeWithBruteForce(t *testing.T) {
	kind := sokoban.New()
	rapid.Check(t, func(t *rapid.T) {
		seeds := rapid.SliceOfN(rapid.Uint64(), 4, 4).Draw(t, "seeds") // one alone would often be a small one
		r := rand.New(rand.NewPCG(seeds[0]^seeds[1]<<32, seeds[2]^seeds[3]<<32))
		form := crowdBoard(r, 1+r.IntN(5), 2+r.IntN(4))
		if r.IntN(3) > 0 {
			form = pulledBoard(r, 2+r.IntN(4), 2+r.IntN(4))
		}
		best, solvable := brute(form)
		for _, form := range []string{form, guise(r, form)} {
			a, err := kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{})
			if err != nil || (a.Status == solver.Solved) != solvable || a.Cost != best {
				t.Fatalf("%s: %s %s, %v; brute force says %t %s", form, a.Status, a.Cost, err, solvable, best)
			}
			if !solvable {
				continue
			}
			if cost, err := kind.Replay(form, a.Plan); err != nil || cost != best {
				t.Fatalf("%s: plan %q replays to %s, %v", form, a.Plan, cost, err)
			}
		}
	})
}

// crowdForms makes boards of two boxes or more.
func crowdForms(seed uint64, n int) []string {
	r := rand.New(rand.NewPCG(seed, 2))
	var forms []string
	for len(forms) < n {
		form := randomOfMany(r)
		if r.IntN(2) == 0 {
			form = pulledBoard(r, 2+r.IntN(4), 2+r.IntN(4))
		}
		if strings.Contains(form, "$") && len(readPicture(form).cells("$*")) > 1 {
			forms = append(forms, form)
		}
	}
	return forms
}

// TestCrowdsKeepWithinStates tries each budget of states that is too small.
func TestCrowdsKeepWithinStates(t *testing.T) {
	kind := sokoban.New()
	for _, form := range crowdForms(1, 200) {
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

// crowded is a board of ten boxes that takes some hundred thousand states.
const crowded = "############|#----------#|#-$-$-$-$--#|#----------#|#--$-$-$-$-#|#----@-----#|#-..-..-..-#|#-$------$-#|#-.--..--.-#|############"

// TestCrowdsCountBytesAlike wants a search in memory left by another to end
// where a search in new memory does.
func TestCrowdsCountBytesAlike(t *testing.T) {
	used := sokoban.New()
	forms := append(crowdForms(2, 20), crowded)
	limited := 0
	for _, form := range forms {
		for bytes := int64(500); bytes < 1<<19; bytes += bytes {
			if _, err := used.Solve(context.Background(), crowded, solver.Options{}, solver.Budget{States: 2000}); err != nil {
				t.Fatal(err)
			}
			budget := solver.Budget{Bytes: bytes, States: 5000}
			old, errOld := used.Solve(context.Background(), form, solver.Options{}, budget)
			fresh, errFresh := sokoban.New().Solve(context.Background(), form, solver.Options{}, budget)
			if old != fresh || errOld != nil || errFresh != nil {
				t.Errorf("%s with %d bytes: %+v, %v in old memory, %+v, %v in new", form, bytes, old, errOld, fresh, errFresh)
			}
			if fresh.Limit == solver.LimitBytes {
				limited++
			}
		}
	}
	if limited == 0 {
		t.Error("no budget was too small")
	}
}

func TestCrowdsStop(t *testing.T) {
	kind := sokoban.New()
	for _, looks := range []int{0, 1, 2, 20} {
		if a, err := kind.Solve(called{context.Background(), &looks}, crowded, solver.Options{}, solver.Budget{}); !errors.Is(err, context.Canceled) || a != (solver.Answer{}) {
			t.Errorf("called off: %+v, %v", a, err)
		}
	}
	for limit, budget := range map[solver.Limit]solver.Budget{
		solver.LimitBytes: {Bytes: 4096},
		solver.LimitTime:  {Time: time.Nanosecond},
	} {
		if a, err := kind.Solve(context.Background(), crowded, solver.Options{}, budget); err != nil || a.Status != solver.Limited || a.Limit != limit || a.Bound < 1 {
			t.Errorf("with %+v: %+v, %v", budget, a, err)
		}
	}
}

// TestCrowdsOfAnySize wants the largest boards to end by their budget, or to be
// settled at once.
func TestCrowdsOfAnySize(t *testing.T) {
	kind := sokoban.New()
	side, boxes := 1000, 1610
	if testing.Short() {
		side, boxes = 150, 100
	}
	stride := side + 3
	form := []byte(solvertest.RandomSokoban(rand.New(rand.NewPCG(3, 3)), side, side, 0))
	place := func(row, col int, ch byte) { form[row*stride+col] = ch }
	for i, ch := range form {
		if ch != '#' && ch != '|' {
			form[i] = '-'
		}
	}
	place(1, 1, '@')
	for i := range boxes {
		place(3+2*(i/40), 3+2*(i%40), '*')
	}
	solve := func(budget solver.Budget) solver.Answer {
		began := time.Now()
		a, err := kind.Solve(context.Background(), string(form), solver.Options{}, budget)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%+v: %s %s after %v", budget, a.Status, a.Limit, time.Since(began))
		return a
	}
	if a := solve(solver.Budget{}); a.Status != solver.Solved || a.Plan != "" {
		t.Errorf("solved from the start: %+v", a)
	}
	place(3, 3, '$')
	place(side, side, '.')
	if a := solve(solver.Budget{Bytes: 1 << 28, States: 1000}); a.Status != solver.Limited || a.Bound < 1 {
		t.Errorf("%+v", a)
	}
	place(3, 3, '*')
	place(1, 2, '$')
	if a := solve(solver.Budget{Bytes: 1 << 28}); a.Status == solver.Solved {
		t.Errorf("a box in the rim's way: %+v", a)
	}
}

// TestCrowdsAllocateThePlanOnly also allows for the meter of the search and the
// puzzle handed on.
func TestCrowdsAllocateThePlanOnly(t *testing.T) {
	if solvertest.Race {
		t.Skip("pools forget under the race detector")
	}
	kind := sokoban.New()
	forms := crowdForms(4, 50)
	runs := func() {
		for _, form := range forms {
			if _, err := kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n := testing.AllocsPerRun(20, runs) / float64(len(forms)); n > 3 {
		t.Errorf("%.2f allocations a puzzle", n)
	}
}

// TestObjectivePushes wants as few pushes as ever, any moves, and another key.
func TestObjectivePushes(t *testing.T) {
	kind := sokoban.New()
	opts := solver.Options{Objective: solver.ObjectivePushes}
	for _, form := range crowdForms(5, 300) {
		best, err := kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		a, err := kind.Solve(context.Background(), form, opts, solver.Budget{})
		if err != nil || a.Status != best.Status || a.Cost[0] != best.Cost[0] || a.Cost.Less(best.Cost) {
			t.Fatalf("%s: %+v, %v; with moves %+v", form, a, err, best)
		}
		if a.Status == solver.Solved {
			if cost, err := kind.Replay(form, a.Plan); err != nil || cost != a.Cost {
				t.Fatalf("%s: plan %q replays to %s, %v", form, a.Plan, cost, err)
			}
		}
	}
	if got := kind.KeyOptions(opts); got != "objective=pushes" {
		t.Errorf("the key says %q", got)
	}
	if got := kind.KeyOptions(solver.Options{}); got != "" {
		t.Errorf("the usual key says %q", got)
	}
}
