//go:build e2e

package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"sync"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/kinds"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// puzzles is how many puzzles the long tests use: $E2E_PUZZLES, or 12 000.
func puzzles(t *testing.T) int {
	t.Helper()
	text := os.Getenv("E2E_PUZZLES")
	if text == "" {
		return 12_000
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("E2E_PUZZLES: %v", err)
	}
	return n
}

// form is a generated puzzle.
type form struct {
	Kind   string `json:"kind"`
	Puzzle string `json:"puzzle"`
}

// generate writes n puzzles of mixed kinds to file.
func generate(t *testing.T, file string, n int) []form {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	out := bufio.NewWriter(f)
	enc := json.NewEncoder(out)
	forms := make([]form, n)
	for i := range forms {
		switch i % 3 {
		case 0:
			forms[i] = form{"sokoban", solvertest.RandomSokoban(r, 12, 12, 0.25)}
		case 1:
			forms[i] = form{"mapf", solvertest.RandomMapf(r, 10, 10, 1+r.IntN(3), 0.45)}
		default:
			forms[i] = form{"solitaire", solvertest.WalkSolitaire(r, 8, 8, 4, r.IntN(12))}
		}
		if err := enc.Encode(forms[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	return forms
}

// verify checks that rows holds exactly one row for each form, in order, with
// the verdict and cost that another algorithm finds (where the kind has one),
// and a plan that replays to that cost.
func verify(t *testing.T, rows io.Reader, forms []form) {
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

func check(t *testing.T, all solver.Kinds, row solver.Row, f form) {
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
