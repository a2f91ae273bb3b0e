package fleet

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"runtime"
	"sync"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/kinds"
)

// Standin is the kind of the puzzles that test/standin knows.
const Standin = "standin"

// Verify checks that rows holds exactly one row for each form, in order, with
// the verdict and cost that another algorithm finds (where the kind has one),
// and a plan that replays to that cost. Stand-in puzzles must be solved.
func Verify(t testing.TB, rows io.Reader, forms []Form) {
	t.Helper()
	all := kinds.All()
	dec := json.NewDecoder(bufio.NewReader(rows))
	counts := map[solver.Status]int{}
	jobs := make(chan solver.Row)
	var checking sync.WaitGroup
	for range runtime.NumCPU() {
		checking.Go(func() {
			for row := range jobs {
				check(t, all, row, forms[row.Seq])
			}
		})
	}
	n := 0
	for ; dec.More(); n++ {
		var row solver.Row
		if err := dec.Decode(&row); err != nil {
			t.Fatal(err)
		}
		if row.Seq != int64(n) || n >= len(forms) {
			t.Fatalf("row %d has seq %d", n, row.Seq)
		}
		counts[row.Status]++
		jobs <- row
	}
	close(jobs)
	checking.Wait()
	if n != len(forms) {
		t.Fatalf("%d rows for %d puzzles", n, len(forms))
	}
	t.Logf("%d rows, one a puzzle, in order, each verified: %v", n, counts)
}

func check(t testing.TB, all solver.Kinds, row solver.Row, f Form) {
	if f.Kind == Standin {
		if row.Status != solver.Solved || row.Kind != f.Kind || row.Plan == nil || *row.Plan != "done" {
			t.Errorf("row %d: %s, want the stand-in %q solved", row.Seq, row.Status, f.Puzzle)
		}
		return
	}
	kind := all.Lookup(f.Kind)
	algorithms := kind.Info().Algorithms
	other := algorithms[0] // the fleet was told to use another for sokoban
	if f.Kind != "sokoban" {
		other = algorithms[len(algorithms)-1]
	}
	want, err := kind.Solve(context.Background(), f.Puzzle, solver.Options{Algorithm: other}, solver.Budget{})
	if err != nil {
		t.Errorf("row %d: %v", row.Seq, err)
		return
	}
	if row.Status != want.Status || row.Cost != want.Cost || row.Kind != f.Kind {
		t.Errorf("row %d: %s %v, want %s %v", row.Seq, row.Status, row.Cost, want.Status, want.Cost)
	}
	if row.Status != solver.Solved {
		return
	}
	if row.Plan == nil {
		t.Errorf("row %d is solved without a plan", row.Seq)
		return
	}
	if cost, err := kind.Replay(f.Puzzle, *row.Plan); err != nil || cost != row.Cost {
		t.Errorf("row %d: plan replays to %v, %v; want %v", row.Seq, cost, err, row.Cost)
	}
}
