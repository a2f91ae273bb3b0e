//go:build chaos

package chaos

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

// What the queue costs in CPU time, from the file to the rows: puzzles whose
// search is nothing, in chunks as the producer cuts them.
func TestWhatTheQueueCostsInCPU(t *testing.T) {
	n := fleet.Size(t, "CHAOS_COST_PUZZLES", 200_000, 20_000)
	file := filepath.Join(t.TempDir(), "puzzles.jsonl")
	fleet.Write(t, file, standins(n, "sleep 0s", "puzzle-"))
	var table strings.Builder
	table.WriteString("\n| memo | producer | Redis | worker | these three | reader |\n| --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, memo := range []string{"off", "on"} {
		server := redistest.Start(t)
		f := fleet.New(t, server.URL())
		store := open(t, f.URL)
		w := f.StartStandinWorker("--log-level", "error")
		waitServing(f, 1)
		redis, worker := fleet.CPU(t, server.PID()), fleet.CPU(t, w.PID())
		args := []string{"submit", "--id", "batch"}
		if memo == "off" {
			args = append(args, "--memo", memo)
		}
		producer := f.StartStandin(append(args, file)...)
		if err := producer.Wait(); err != nil {
			t.Fatal(err, producer.Log())
		}
		waitDone(t, store, "batch", 5*time.Minute)
		redis, worker = fleet.CPU(t, server.PID())-redis, fleet.CPU(t, w.PID())-worker
		spent := producer.Cmd.ProcessState.UserTime() + producer.Cmd.ProcessState.SystemTime()
		f.Gridmill("rows", "results", "-o", "/dev/null", "--progress", "none", "batch")
		each := func(d time.Duration) float64 { return float64(d.Microseconds()) / float64(n) }
		fmt.Fprintf(&table, "| %s | %.2f | %.2f | %.2f | %.2f | %.2f |\n", memo, each(spent), each(redis), each(worker), each(spent+redis+worker), each(f.Spent))
		f.Stop()
	}
	t.Logf("CPU µs a puzzle, %d puzzles%s", n, table.String())
}
