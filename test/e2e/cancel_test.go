//go:build e2e

package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

// endless writes n puzzles, of four agents that cross an open square, none of
// which a plain search answers within its budget.
func endless(t *testing.T, n int) string {
	t.Helper()
	const side = 30
	row := "#" + strings.Repeat("-", side) + "#|"
	wall := strings.Repeat("#", side+2)
	var text bytes.Buffer
	for i := range n {
		form := wall + "|" + strings.Repeat(row, side) + wall
		for k := range 4 {
			form += fmt.Sprintf(" %c=r%dc%d>r%dc%d", 'a'+k, 2+k, 2+i%(side/2), side+1-2*k, side-k)
		}
		line, err := json.Marshal(solver.Puzzle{Name: fmt.Sprint("crowd ", i), Kind: "mapf", Form: form})
		if err != nil {
			t.Fatal(err)
		}
		text.Write(append(line, '\n'))
	}
	path := filepath.Join(t.TempDir(), "endless.jsonl")
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A cancel ends the searches that run in worker processes within a second, and
// leaves one row for every puzzle; the same puzzles can be submitted again, and
// the workers are free for others at once.
func TestACancelEndsRunningSearches(t *testing.T) {
	const n = 14 // all different
	file := endless(t, n)
	f := fleet.New(t, redistest.Start(t).URL())
	workers := []*fleet.Process{f.StartWorker(), f.StartWorker()}
	began := regexp.MustCompile(`msg=claimed .*chunk=\d+\.\d+`)
	searching := func() bool { return began.MatchString(workers[0].Log()) || began.MatchString(workers[1].Log()) }

	args := []string{"submit", "--progress", "none", "--timeout", "0s", "--algorithm", "one-way", file}
	id := strings.TrimSpace(string(f.Gridmill("submit", args...)))
	until(t, "no search runs under its whole budget", searching)
	held := append(workers[0].Held(), workers[1].Held()...)
	f.Gridmill("cancel", "cancel", id)
	var last time.Time // when the last search ended, by the worker's log
	stopped := func() bool {
		last = time.Time{}
		for _, w := range workers {
			for _, chunk := range w.Held() {
				m := regexp.MustCompile(`time=(\S+) .*msg="stopped: .*chunk=` + regexp.QuoteMeta(chunk) + ` `).FindStringSubmatch(w.Log())
				if m == nil {
					return false
				}
				at, err := time.Parse(time.RFC3339, m[1])
				if err != nil {
					t.Fatal(err)
				}
				if at.After(last) {
					last = at
				}
			}
		}
		return true
	}
	until(t, "searches go on", stopped)
	var batch struct{ Cancelled time.Time }
	if err := json.Unmarshal(f.Gridmill("status", "status", id), &batch); err != nil {
		t.Fatal(err)
	}
	took := last.Sub(batch.Cancelled)
	t.Logf("the searches of chunks %v had ended %v after the batch was cancelled", held, took)
	if batch.Cancelled.IsZero() || took > time.Second {
		t.Errorf("searches went on for %v after the cancel at %v", took, batch.Cancelled)
	}

	seen := map[int64]bool{}
	rows := bufio.NewScanner(bytes.NewReader(f.Gridmill("results", "results", "--progress", "none", "--order", "done", id)))
	for rows.Scan() {
		var row solver.Row
		if err := json.Unmarshal(rows.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		if row.Status != solver.Cancelled || row.Name != fmt.Sprint("crowd ", row.Seq) || row.Plan != nil || seen[row.Seq] {
			t.Errorf("row %s", rows.Text())
		}
		seen[row.Seq] = true
	}
	if len(seen) != n {
		t.Errorf("%d rows for %d puzzles", len(seen), n)
	}

	// The slots are free again, and nothing of the batch comes back.
	quick := f.Gridmill("solve", "solve", "--progress", "none", "../../examples/mazes.txt")
	if !bytes.Contains(quick, []byte(`"status":"solved"`)) {
		t.Errorf("after the cancel: %s", quick)
	}
	second := strings.TrimSpace(string(f.Gridmill("retry", "retry", "--only", "cancelled", "--max-states", "1000", id)))
	retried := f.Gridmill("results", "results", "--progress", "none", "--follow", second)
	if got := bytes.Count(retried, []byte(`"status":"limit"`)); got != n {
		t.Errorf("%d of %d puzzles tried again end with the smaller budget:\n%s", got, n, retried)
	}
}

// until waits until done, for at most a minute.
func until(t *testing.T, otherwise string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s after a minute", otherwise)
		}
	}
}
