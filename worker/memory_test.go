package worker

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

func TestSlotsThatDoNotFitAreGivenUp(t *testing.T) {
	all := func(n int) map[jobs.Lane]int {
		return map[jobs.Lane]int{jobs.Interactive: n, jobs.Bulk: n, jobs.Hard: n}
	}
	for _, row := range []struct {
		reason string
		mib    int64
		asked  map[jobs.Lane]int
		slots  map[jobs.Lane]int // nil: refused
	}{
		{"plenty", 8 << 10, all(8), all(8)},
		{"the shares of some", 1<<10 + 64, all(8), map[jobs.Lane]int{jobs.Interactive: 5, jobs.Bulk: 5, jobs.Hard: 8}},
		{"one of each", 392, all(8), map[jobs.Lane]int{jobs.Interactive: 1, jobs.Bulk: 1, jobs.Hard: 1}},
		{"not even one of each", 391, all(8), nil},
		{"less for fewer lanes", 248, map[jobs.Lane]int{jobs.Hard: 1}, map[jobs.Lane]int{jobs.Hard: 1}},
	} {
		slots, pool, err := divide(row.mib<<20, 64<<20, DefaultShare().Bytes, row.asked)
		if row.slots == nil {
			if err == nil || !strings.Contains(err.Error(), "--memory to 392 MiB") {
				t.Errorf("%s: %v, %v", row.reason, slots, err)
			}
			continue
		}
		if err != nil || !maps.Equal(slots, row.slots) || pool < leastPool {
			t.Errorf("%s: %v with %d bytes for the hard ones, %v; want %v", row.reason, slots, pool, err, row.slots)
		}
	}
}

func TestHardSearchesWaitForMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := New(Config{})
		w.memory.bound(10)
		first, err := w.memory.room(t.Context(), 7)
		if err != nil {
			t.Fatal(err)
		}
		second := make(chan func())
		go func() {
			release, err := w.memory.room(t.Context(), 5)
			if err != nil {
				t.Error(err)
			}
			second <- release
		}()
		synctest.Wait()
		if got, want := w.memory.use(), (jobs.MemoryUse{Limit: 10, Reserved: 7, Waiting: 1}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		impatient, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := w.memory.room(impatient, 1); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("overtaking one that waits: %v", err)
		}
		first()
		release := <-second
		if got, want := w.memory.use(), (jobs.MemoryUse{Limit: 10, Reserved: 5}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		release()
	})
}

func TestBudgetsAreBoundedByTheWorker(t *testing.T) {
	w := New(Config{Most: solver.Budget{States: 100, Time: time.Minute}})
	w.memory.bound(1 << 30)
	for _, row := range []struct {
		reason      string
		chunk       string
		asked, want solver.Budget
	}{
		{"no budget", "1", solver.Budget{}, solver.Budget{States: 100, Time: time.Minute}},
		{"a smaller one", "1", solver.Budget{States: 7, Bytes: 9, Time: time.Second}, solver.Budget{States: 7, Bytes: 9, Time: time.Second}},
		{"no budget, held back", "1.2", solver.Budget{}, solver.Budget{States: 100, Bytes: 1 << 30, Time: time.Minute}},
		{"more than there is", "1.2", solver.Budget{Bytes: 2 << 30}, solver.Budget{States: 100, Bytes: 1 << 30, Time: time.Minute}},
	} {
		c := &jobs.Chunk{Ref: jobs.Ref{Chunk: row.chunk}, Options: jobs.Options{Budget: row.asked}}
		w.limit(c)
		if c.Options.Budget != row.want {
			t.Errorf("%s: %+v, want %+v", row.reason, c.Options.Budget, row.want)
		}
	}
}
