//go:build chaos

package chaos

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

// The only busy worker is killed; the time is taken until another, which was
// idle, has committed its chunk. Every other trial kills it over a puzzle of
// the hard lane.
func TestFromDeathToCommit(t *testing.T) {
	trials := fleet.Size(t, "CHAOS_TRIALS", 10, 2)
	_, r := fleet.Seed(t)
	server := redistest.Start(t)
	f := fleet.New(t, server.URL())
	store := open(t, f.URL)
	workers := []*fleet.Process{f.StartStandinWorker("--slots", "1"), f.StartStandinWorker("--slots", "1")}
	var times []time.Duration
	for i := range trials {
		id := fmt.Sprint("trial", i)
		lane, work, forms := "bulk", time.Second, standins(5, "sleep 200ms", id)
		if i%2 == 1 {
			lane, forms = "hard", standins(1, "sleep 1s", id)
		}
		submit(t, store, jobs.Spec{ID: id, Total: 1000}, forms) // more to come, for all it knows: one chunk
		victim := waitHolder(t, workers, lane == "hard")
		time.Sleep(time.Duration(r.IntN(700)) * time.Millisecond)
		if victim.Freeze(); len(victim.Held()) == 0 {
			t.Fatal("the worker was done before it could be killed")
		}
		victim.Kill()
		began := time.Now()
		waitDone(t, store, id, time.Minute)
		times = append(times, time.Since(began))
		t.Logf("trial %d, %s lane: %.1f s, of which %v were the work itself", i, lane, times[i].Seconds(), work)
		workers[slices.Index(workers, victim)] = f.StartStandinWorker("--slots", "1")
		time.Sleep(time.Duration(r.IntN(3000)) * time.Millisecond) // the other's sweeps come at any time
	}
	slices.Sort(times)
	most := times[len(times)-1]
	t.Logf("from death to commit, %d trials: median %.1f s, maximum %.1f s", trials, percentile(times, 50).Seconds(), most.Seconds())
	if most >= 20*time.Second {
		t.Errorf("%v, want less than 20 s", most)
	}
}

// waitHolder waits until one of the workers holds a chunk, of the hard lane or
// of another, and returns it.
func waitHolder(t *testing.T, workers []*fleet.Process, hard bool) *fleet.Process {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		for _, w := range workers {
			for _, chunk := range w.Held() {
				if (jobs.Ref{Chunk: chunk}).Split() == hard {
					return w
				}
			}
		}
	}
	t.Fatal("nobody took the chunk")
	return nil
}
