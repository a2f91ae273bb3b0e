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
	for tries := 0; len(times) < trials; tries++ {
		if tries == 5*trials {
			t.Fatalf("after %d batches only %d workers could be killed in time", tries, len(times))
		}
		i, id := len(times), fmt.Sprint("trial", tries)
		lane, work, forms := "bulk", time.Second, standins(5, "sleep 200ms", id)
		if i%2 == 1 {
			lane, forms = "hard", standins(1, "sleep 1s", id)
		}
		submit(t, store, jobs.Spec{ID: id, Total: 1000}, forms) // more to come, for all it knows: one chunk
		victim := freezeHolder(t, store, id, workers, lane == "hard", time.Duration(r.IntN(700))*time.Millisecond)
		if victim == nil {
			continue // this test stood still, and the batch was done
		}
		victim.Kill()
		began := time.Now()
		done := waitDone(t, store, id, time.Minute).Done
		times = append(times, done.Sub(began))
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

// freezeHolder waits until one of the workers holds a chunk of a batch, of the
// hard lane or of another, and returns it frozen a little later; or nil when
// the batch was done by then.
func freezeHolder(t *testing.T, store *jobs.Store, id string, workers []*fleet.Process, hard bool, later time.Duration) *fleet.Process {
	t.Helper()
	isDone := func() bool {
		b, err := store.Batch(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return b.State == jobs.StateDone
	}
	holds := func(w *fleet.Process) bool {
		return slices.ContainsFunc(w.Held(), func(chunk string) bool { return jobs.Ref{Chunk: chunk}.Split() == hard })
	}
	for deadline := time.Now().Add(time.Minute); !isDone(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("nobody took the chunk")
		}
		i := slices.IndexFunc(workers, holds)
		if i < 0 {
			continue
		}
		time.Sleep(later)
		w := workers[i]
		w.Freeze()
		if holds(w) && !isDone() { // one that has committed may not have said so yet
			return w
		}
		w.Thaw()
	}
	return nil
}
