package jobs

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// said is what a worker of that name may say.
func said(name string, busy int) *WorkerStatus {
	lane := LaneWork{Lane: Bulk, Slots: 4, Rows: 10, Rate: 2.5, Hits: 3, Misses: 7}
	for i := range busy {
		lane.Busy = append(lane.Busy, Work{Batch: "b", Chunk: fmt.Sprint(i), Try: 1, Seq: -1})
	}
	return &WorkerStatus{Worker: name, Host: name, State: Serving, Lanes: []LaneWork{lane}}
}

func beat(t *testing.T, s *Store, forget bool, workers ...*WorkerStatus) {
	t.Helper()
	for _, w := range workers {
		if err := s.Beat(t.Context(), w, forget); err != nil {
			t.Fatal(err)
		}
	}
}

// age makes what a worker said seem to have been said so long ago.
func age(t *testing.T, s *Store, name string, by time.Duration) {
	t.Helper()
	text := fmt.Sprintf(`%d {"worker":%q,"state":"serving"}`, time.Now().Add(-by).UnixMilli(), name)
	if err := s.rdb.HSet(t.Context(), s.keys.workers(), name, text).Err(); err != nil {
		t.Fatal(err)
	}
}

func names(t *testing.T, s *Store) []string {
	t.Helper()
	workers, err := s.Workers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range workers {
		got = append(got, w.Worker)
	}
	return got
}

func TestAWorkerIsListedWhileItIsHeard(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		if got := names(t, s); got != nil {
			t.Errorf("nobody beats, but %v", got)
		}
		beat(t, s, true, said("c", 1), said("a", 0), said("b", 2))
		if got := names(t, s); !slices.Equal(got, []string{"a", "b", "c"}) {
			t.Errorf("listed %v", got)
		}
		workers, err := s.Workers(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if b := workers[1]; len(b.Lanes) != 1 || len(b.Lanes[0].Busy) != 2 || b.Lanes[0].Busy[1].Chunk != "1" || time.Since(b.Seen) > time.Minute {
			t.Errorf("b said %+v", b)
		}
		if err := s.Depart(t.Context(), "b"); err != nil {
			t.Fatal(err)
		}
		age(t, s, "c", 11*time.Second)
		if got := names(t, s); !slices.Equal(got, []string{"a"}) {
			t.Errorf("b left and c is silent, but %v", got)
		}
	})
}

func TestALongSilentWorkerIsForgotten(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		age(t, s, "dead", 61*time.Second)
		age(t, s, "slow", 50*time.Second)
		if err := s.rdb.HSet(t.Context(), s.keys.workers(), "odd", "not a heartbeat").Err(); err != nil {
			t.Fatal(err)
		}
		kept := func() []string {
			fields, err := s.rdb.HKeys(t.Context(), s.keys.workers()).Result()
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(fields)
			return fields
		}
		beat(t, s, false, said("a", 0))
		if got := kept(); len(got) != 4 {
			t.Errorf("a plain heartbeat left %v", got)
		}
		beat(t, s, true, said("a", 0))
		if got := kept(); !slices.Equal(got, []string{"a", "slow"}) {
			t.Errorf("kept %v", got)
		}
	})
}

// A worker that is stopping still runs chunks, but serves no lane any more.
func TestALaneAddsUpItsWorkers(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		stopping := said("c", 1)
		stopping.State = Stopping
		beat(t, s, false, said("a", 3), said("b", 0), stopping)
		submit(t, s, 200)
		lanes, workers, err := s.Fleet(t.Context())
		if err != nil || len(workers) != 3 {
			t.Fatal(err, workers)
		}
		bulk := lanes[slices.Index(Lanes(), Bulk)]
		oldest := bulk.Oldest
		if bulk.Oldest = 0; oldest < 0 || oldest > 60_000 {
			t.Errorf("oldest waits %d ms", oldest)
		}
		want := LaneStatus{Lane: Bulk, Workers: 2, Slots: 8, Running: 4, Waiting: 50, Rate: 7.5, Hits: 9, Misses: 21}
		if bulk != want {
			t.Errorf("bulk %+v, want %+v", bulk, want)
		}
	})
}

func TestATaskSaysWhenItWasQueued(t *testing.T) {
	before := time.Now().Truncate(time.Millisecond)
	for _, row := range []struct {
		reason, payload string
		want            time.Time
	}{
		{"as queued", `{"batch":"b","chunk":"1","try":1,"queued":1700000000123}`, time.UnixMilli(1700000000123)},
		{"unknown counts as just now", `{"batch":"b","chunk":"1","try":1}`, time.Time{}},
		{"nonsense too", `{`, time.Time{}},
	} {
		got := QueuedAt([]byte(row.payload))
		if row.want.IsZero() && !got.Before(before) {
			continue
		}
		if !got.Equal(row.want) {
			t.Errorf("%s: %v, want %v", row.reason, got, row.want)
		}
	}
}

// Watchers catch up from the batch itself, so old events may go: however many
// chunks a batch has, its stream stays short.
func TestProgressEventsAreCapped(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		const chunks, most = 1500, 1200 // Redis trims by whole blocks of about a hundred
		spec := Spec{ID: "b", Keep: time.Hour, Total: chunks}
		if _, err := s.create(t.Context(), spec); err != nil {
			t.Fatal(err)
		}
		for n := range chunks {
			puzzle := solver.Puzzle{Seq: int64(n), Kind: "none", Form: "x"}
			c := &Chunk{Ref: Ref{"b", fmt.Sprint(n), 1}, Puzzles: []solver.Puzzle{puzzle}}
			if err := s.rdb.HSet(t.Context(), s.keys.in("b"), c.Chunk, "x").Err(); err != nil {
				t.Fatal(err)
			}
			rows, _ := unsolvable(c)
			if _, err := s.Commit(t.Context(), c, Result{Rows: rows}); err != nil {
				t.Fatal(err)
			}
		}
		if n := s.rdb.XLen(t.Context(), s.keys.events("b")).Val(); n < 100 || n > most {
			t.Errorf("%d events of %d chunks", n, chunks)
		}
	})
}
