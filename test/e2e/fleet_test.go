//go:build e2e

// Package e2e runs the built program as people do: a Redis, worker processes,
// a producer, and some of them killed.
package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

// Every judge file gives the same rows on the fleet inside the process and on
// a real Redis with two worker processes.
func TestTheFleetAnswersLikeOneProcess(t *testing.T) {
	f := fleet.New(t, redistest.Start(t).URL())
	f.StartWorker()
	f.StartWorker()
	var files []string
	for _, pattern := range []string{"*/*.in", "*/robust/*.in"} {
		found, err := filepath.Glob(filepath.Join("../../cmd/gridmill/testdata/cases", pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 10 {
		t.Fatalf("only %d judge files", len(files))
	}
	for _, file := range files {
		alone := f.Gridmill(file, "solve", "--redis", "", "--progress", "none", file)
		together := f.Gridmill(file, "solve", "--progress", "none", file)
		if !bytes.Equal(timeless(alone), timeless(together)) {
			t.Errorf("%s: the rows differ", file)
		}
	}
	t.Logf("%d files, the rows of both byte-identical apart from elapsed_us and source", len(files))
}

// timeless blanks what may differ between two runs.
func timeless(jsonl []byte) []byte {
	return regexp.MustCompile(`"(elapsed_us":\d+|source":"\w+")`).ReplaceAll(jsonl, nil)
}

// A worker dies in the middle of its work, as by a power cut; another comes.
// Every puzzle still has exactly one row, in order, and right.
func TestAKilledWorkerLosesNothing(t *testing.T) {
	n := puzzles(t)
	file := filepath.Join(t.TempDir(), "puzzles.jsonl")
	forms := fleet.Generate(t, file, n, "-side", "12")
	f := fleet.New(t, redistest.Start(t).URL())
	victim := f.StartWorker()
	f.StartWorker()

	var producer *fleet.Process
	var lost []string
	args := []string{"solve", "--algorithm", "sokoban=priority-bfs", "-o", filepath.Join(f.Dir, "rows.jsonl"), file}
	for tries := 0; len(lost) == 0; tries++ { // where the test stands still for a moment all may be done by then
		if tries == 1 {
			args = append(args, "--fresh", "--memo", "refresh")
		}
		if tries == 5 {
			t.Fatal("the batch was always done before the worker could be killed")
		}
		producer = f.Start(args...)
		f.WaitForRows(n/10, producer)
		lost = f.KillBusy(victim, producer)
	}
	t.Logf("killed a worker that held chunks %v, at %d of %d rows", lost, f.Rows(), n)
	f.StartWorker()
	if err := producer.Wait(); err != nil {
		t.Fatalf("producer: %v\n%s", err, producer.Log())
	}
	t.Logf("producer: %d MiB at most", producer.PeakMiB())
	for _, w := range f.Workers {
		if w != victim {
			t.Logf("worker %d: %d MiB at most", w.PID(), w.CurrentPeakMiB())
		}
	}
	if !f.Logged("queued again chunks that nobody had worked on for a lease") {
		t.Error("no worker took up the lost chunks")
	}
	rows, err := os.Open(filepath.Join(f.Dir, "rows.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	fleet.Verify(t, rows, forms)
}

// puzzles is how many puzzles the long tests use: $E2E_PUZZLES, or 12 000.
func puzzles(t testing.TB) int {
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
