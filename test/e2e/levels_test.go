//go:build e2e

package e2e

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/kinds"
	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

// Levels of four boxes in rooms, a tenth of them guises of others, come back
// from two workers with plans that replay; one in a hundred is searched again
// by a plain algorithm.
func TestLevelsOfSeveralBoxes(t *testing.T) {
	n := puzzles(t) / 4
	file := filepath.Join(t.TempDir(), "levels.jsonl")
	forms := fleet.Generate(t, file, n, "-kind", "sokoban", "-boxes", "4", "-side", "8", "-distinct", strconv.Itoa(n*9/10))
	f := fleet.New(t, redistest.Start(t).URL())
	f.StartWorker()
	f.StartWorker()
	keys := distinctKeys(f, file)
	rows, tally, took := submitted(f, file)
	kind := kinds.All().Lookup("sokoban")
	dec := json.NewDecoder(bufio.NewReader(bytes.NewReader(rows)))
	seen := 0
	for ; dec.More(); seen++ {
		var row solver.Row
		if err := dec.Decode(&row); err != nil {
			t.Fatal(err)
		}
		if row.Seq != int64(seen) || row.Status != solver.Solved {
			t.Fatalf("row %d: seq %d, %s; every level can be solved", seen, row.Seq, row.Status)
		}
		if cost, err := kind.Replay(forms[seen].Puzzle, *row.Plan); err != nil || cost != row.Cost {
			t.Errorf("row %d: the plan replays to %v, %v; want %v", seen, cost, err, row.Cost)
		}
		if seen%100 > 0 {
			continue
		}
		want, err := kind.Solve(context.Background(), forms[seen].Puzzle, solver.Options{Algorithm: "double-bfs"}, solver.Budget{})
		if err != nil || want.Cost != row.Cost {
			t.Errorf("row %d: %v, but double-bfs finds %v, %v", seen, row.Cost, want.Cost, err)
		}
	}
	if seen != n {
		t.Errorf("%d rows for %d levels", seen, n)
	}
	if tally.Solves != keys || tally.Hits != n-keys {
		t.Errorf("%+v for %d keys", tally, keys)
	}
	groups := strings.Count(string(f.Gridmill("dedupe", "dedupe", "--to", "jsonl", file)), "\n")
	t.Logf("%d levels, %d keys, %d groups of guises: %v, %.0f levels a second; %+v", n, keys, groups, took, float64(n)/took.Seconds(), tally)
}
