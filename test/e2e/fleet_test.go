//go:build e2e

// Package e2e runs the built program as people do: a Redis, worker processes,
// a producer, and some of them killed.
package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/gridmill/gridmill/test/redistest"
)

// Every judge file gives the same rows on the fleet inside the process and on
// a real Redis with two worker processes.
func TestTheFleetAnswersLikeOneProcess(t *testing.T) {
	f := newFleet(t, redistest.Start(t))
	f.startWorker()
	f.startWorker()
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
		alone := f.gridmill(file, "solve", "--redis", "", "--progress", "none", file)
		fleet := f.gridmill(file, "solve", "--progress", "none", file)
		if !bytes.Equal(timeless(alone), timeless(fleet)) {
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
	forms := generate(t, file, n, "-side", "12")
	f := newFleet(t, redistest.Start(t))
	victim := f.startWorker()
	f.startWorker()

	producer := f.start("solve", "--algorithm", "sokoban=priority-bfs", "-o", filepath.Join(f.dir, "rows.jsonl"), file)
	f.waitForRows(n / 10)
	lost := f.killBusy(victim)
	t.Logf("killed a worker that held chunks %v, at %d of %d rows", lost, f.rows(), n)
	f.startWorker()
	if err := producer.wait(); err != nil {
		t.Fatalf("producer: %v\n%s", err, producer.log())
	}
	t.Logf("producer: %d MiB at most", producer.peakMiB())
	for _, w := range f.workers {
		if w != victim {
			t.Logf("worker %d: %d MiB at most", w.cmd.Process.Pid, w.currentPeakMiB())
		}
	}
	if !f.logged("queued again chunks that nobody had worked on for a lease") {
		t.Error("no worker took up the lost chunks")
	}
	rows, err := os.Open(filepath.Join(f.dir, "rows.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	verify(t, rows, forms)
}
