//go:build chaos

package chaos

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

// What workers cost that have nothing to do: they look for work in every lane.
func TestWhatIdleWorkersCost(t *testing.T) {
	most := fleet.Size(t, "CHAOS_IDLE", 16, 4)
	span := fleet.Span(t, "CHAOS_SCALING", 10*time.Second, 2*time.Second)
	server := redistest.Start(t)
	f := fleet.New(t, server.URL())
	rdb := f.Client()
	var table strings.Builder
	table.WriteString("\n| idle workers | CPU of Redis | CPU of a worker | round trips/s of a worker |\n| ---: | ---: | ---: | ---: |\n")
	for n := 1; n <= most; n *= 4 {
		for len(f.Workers) < n {
			f.StartWorker("--log-level", "error", "--worker.listen", "127.0.0.1:0")
		}
		waitServing(f, n)
		redis, workers, trips := fleet.CPU(t, server.PID()), f.CPU(), infoNumber(t, rdb, "total_reads_processed")
		began := time.Now()
		time.Sleep(span)
		took := time.Since(began).Seconds()
		share := func(d time.Duration, of int) float64 { return 100 * d.Seconds() / took / float64(of) }
		fmt.Fprintf(&table, "| %d | %.1f %% | %.2f %% | %.0f |\n", n, share(fleet.CPU(t, server.PID())-redis, 1), share(f.CPU()-workers, n),
			float64(infoNumber(t, rdb, "total_reads_processed")-trips)/took/float64(n))
	}
	t.Log("workers with their default slots in every lane; 100 % of CPU is one core", table.String())
}
