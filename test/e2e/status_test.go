//go:build e2e

package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

// lane and worker are what the test reads of a line of status.
type (
	lane struct {
		Lane             string
		Workers, Slots   int
		Running, Waiting int
		Rate             float64
		Hits             int `json:"memo_hits"`
		Misses           int `json:"memo_misses"`
	}
	worker struct {
		Worker, State, Idle string
		PID                 int
		Lanes               []struct {
			Lane string
			Busy []struct {
				Batch, Chunk, Key string
				Seq               int
			}
		}
	}
)

// status reads what gridmill status says of lanes and workers.
func status(f *fleet.Fleet) (lanes map[string]lane, workers []worker) {
	f.T.Helper()
	lanes = map[string]lane{}
	for line := range bytes.Lines(f.Gridmill("status", "status")) {
		var err error
		switch {
		case bytes.HasPrefix(line, []byte(`{"lane":`)):
			var l lane
			err = json.Unmarshal(line, &l)
			lanes[l.Lane] = l
		case bytes.HasPrefix(line, []byte(`{"worker":`)):
			var w worker
			err = json.Unmarshal(line, &w)
			workers = append(workers, w)
		}
		if err != nil {
			f.T.Fatalf("%s: %v", line, err)
		}
	}
	return lanes, workers
}

// Status says what every worker is at, idle, busy, gone and dead.
func TestStatusSaysWhatTheFleetDoes(t *testing.T) {
	f := fleet.New(t, redistest.Start(t).URL())
	if lanes, workers := status(f); len(lanes) != 3 || len(workers) != 0 || lanes["bulk"].Workers != 0 {
		t.Fatalf("nobody is there, but: %+v, %+v", lanes, workers)
	}
	first := f.StartWorker("--lanes", "bulk=2,hard=1")
	until(t, "the idle worker does not say why", func() bool {
		lanes, workers := status(f)
		return lanes["bulk"].Slots == 2 && lanes["hard"].Workers == 1 && lanes["interactive"].Workers == 0 &&
			len(workers) == 1 && workers[0].PID == first.PID() && workers[0].Idle == "no chunk waits in its lanes"
	})
	table := string(f.Gridmill("status", "status", "--to", "table"))
	for _, line := range []string{
		`(?m)^LANE +WORKERS +SLOTS +RUNNING +WAITING +OLDEST +ROWS/S +MEMO$`,
		`(?m)^bulk +1 +2 +0 +0 +0s +0 +-$`,
		`(?m)^WORKER +STATE +UP +SLOTS +ROWS/S +MEMORY +DOING$`,
		`(?m) serving +[0-9.ms]+ +bulk 0/2, hard 0/1 +0 +.* idle: no chunk waits in its lanes$`,
	} {
		if !regexp.MustCompile(line).MatchString(table) {
			t.Errorf("no line like %s in\n%s", line, table)
		}
	}

	file := filepath.Join(t.TempDir(), "puzzles.jsonl")
	fleet.Generate(t, file, 20_000, "-kind", "sokoban", "-side", "30", "-seed", "3")
	id := strings.TrimSpace(string(f.Gridmill("submit", "submit", "--progress", "none", "--algorithm", "priority-bfs", file)))
	until(t, "the busy worker does not say what it is at", func() bool {
		lanes, workers := status(f)
		bulk := lanes["bulk"]
		if bulk.Running == 0 || bulk.Waiting == 0 || bulk.Rate <= 0 || bulk.Misses == 0 || len(workers) != 1 {
			return false
		}
		busy := workers[0].Lanes[0].Busy
		return len(busy) > 0 && busy[0].Batch == id && busy[0].Chunk != "" && busy[0].Key != "" && workers[0].Idle == ""
	})
	doing := regexp.MustCompile(`(?m)bulk [12]/2, hard [01]/1 .*` + id[:8] + `/\S+ (puzzle \d+ )?for [0-9.ms]+`)
	until(t, "the table does not say what the worker does", func() bool { // which may be between two chunks
		return doing.Match(f.Gridmill("status", "status", "--to", "table"))
	})

	second := f.StartWorker("--grace", "0s", "--log-format", "json")
	until(t, "there are no two workers", func() bool { lanes, _ := status(f); return lanes["bulk"].Workers == 2 })
	until(t, "the second worker has committed nothing", func() bool { return strings.Contains(second.Log(), `"msg":"committed"`) })
	second.Signal(syscall.SIGTERM)
	_ = second.Wait() // ended by the signal
	if lanes, workers := status(f); len(workers) != 1 || lanes["interactive"].Workers != 0 {
		t.Errorf("a worker that has stopped is still there: %+v", workers)
	}
	chunkLines(t, second.Log())

	// asynq would count the tasks of a dead worker as running for two minutes.
	first.Kill()
	until(t, "the dead worker is still counted", func() bool {
		lanes, workers := status(f)
		return len(workers) == 0 && lanes["bulk"].Running == 0 && lanes["bulk"].Workers == 0
	})
}

// chunkLines checks that every line of a log that is about a chunk says which,
// and how often it was tried, and in which lane.
func chunkLines(t *testing.T, log string) {
	t.Helper()
	n := 0
	for lines := bufio.NewScanner(strings.NewReader(log)); lines.Scan(); {
		var line map[string]any
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Errorf("%s: %v", lines.Text(), err)
		}
		switch line["msg"] {
		case "claimed", "committed", "handing back", "solver broke", "claim not renewed":
			n++
			for _, field := range []string{"batch", "chunk", "try", "lane"} {
				if line[field] == nil {
					t.Errorf("no %s in %s", field, lines.Text())
				}
			}
		}
	}
	if n == 0 {
		t.Error("no line is about a chunk")
	}
}
