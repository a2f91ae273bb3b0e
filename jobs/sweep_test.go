package jobs

import (
	"context"
	"testing"
	"time"

	"github.com/hibiken/asynq"
)

func sweep(t *testing.T, s *Store, want int, reason string) {
	t.Helper()
	if n, err := s.Sweep(t.Context()); n != want || err != nil {
		t.Fatalf("%s: the sweep queued %d chunks (%v), want %d", reason, n, err, want)
	}
}

// A chunk whose task vanished, as in a fail-over that forgot it, has its task
// back after the sweep; one whose task still waits is left alone.
func TestTheSweepFindsInputWithoutATask(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 3)
		queue := s.Queues(Interactive)[0]
		lapse(t, s, "0")
		sweep(t, s, 0, "its task waits in the queue")
		if err := s.inspector.DeleteTask(queue, "b/0/1"); err != nil {
			t.Fatal(err)
		}
		sweep(t, s, 0, "it is too early to look again")
		lapse(t, s, "0")
		sweep(t, s, 1, "the task is gone")
		if _, err := s.inspector.GetTaskInfo(queue, "b/0/1"); err != nil {
			t.Errorf("the task is not back: %v", err)
		}
	})
}

// Input that has lost its deadline as well is still found.
func TestTheSweepFindsInputWithoutADeadline(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 3)
		for _, key := range []string{s.keys.claims("b"), s.keys.tries("b")} {
			if err := s.rdb.Del(t.Context(), key).Err(); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.inspector.DeleteAllPendingTasks(s.Queues(Interactive)[0]); err != nil {
			t.Fatal(err)
		}
		sweep(t, s, 3, "neither task nor deadline")
	})
}

// A frozen worker wakes up: while nobody took its chunk up it goes on, and
// once another has it, it is told to stop.
func TestALapsedClaimIsTakenBackOrLost(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 1)
		frozen := claim(t, s, Ref{"b", "0", 1})
		renew := func(c *Chunk, want bool, reason string) {
			t.Helper()
			if held, err := s.Renew(t.Context(), c); held != want || err != nil {
				t.Fatalf("%s: held %v, %v", reason, held, err)
			}
		}
		renew(frozen, true, "while it stands")
		lapse(t, s, "0")
		sweep(t, s, 1, "lapsed")
		renew(frozen, true, "nobody has taken it up")
		if claim(t, s, Ref{"b", "0", 2}) != nil {
			t.Fatal("another took the claim that was taken back")
		}
		lapse(t, s, "0")
		sweep(t, s, 0, "the task of the first sweep still waits")
		other := claim(t, s, Ref{"b", "0", 2})
		if other == nil || other.Deaths != 1 {
			t.Fatalf("the swept chunk: %+v", other)
		}
		renew(frozen, false, "another has it")
		if err := s.HandBack(t.Context(), frozen); err != nil {
			t.Fatal(err)
		}
		renew(other, true, "a late hand-back of the frozen one")
		rows, _ := unsolvable(other)
		if first, err := s.Commit(t.Context(), other, Result{Rows: rows}); !first || err != nil {
			t.Fatal(first, err)
		}
		if first, err := s.Commit(t.Context(), frozen, Result{Rows: rows}); first || err != nil {
			t.Fatalf("the late commit counted: %v, %v", first, err)
		}
		renew(other, false, "committed")
	})
}

// Executions that end without a commit and without a farewell are deaths.
func TestDeathsAreCounted(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 1)
		for deaths := range 4 {
			c := claim(t, s, Ref{"b", "0", 1})
			if c == nil || c.Deaths != deaths {
				t.Fatalf("after %d deaths: %+v", deaths, c)
			}
			lapse(t, s, "0")
			if _, err := s.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// Small batches are interactive, the others are queued by their priority.
func TestBatchesAreQueuedByLaneAndPriority(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		for _, row := range []struct {
			reason   string
			total    int64
			priority Priority
			queue    string
		}{
			{"a few puzzles", 16, "", s.Queues(Interactive)[0]},
			{"a few puzzles of high priority", 1, High, s.Queues(Interactive)[0]},
			{"a few puzzles nobody waits for", 1, Low, s.Queues(Bulk)[2]},
			{"many", 17, "", s.Queues(Bulk)[1]},
			{"many, before the others", 17, High, s.Queues(Bulk)[0]},
			{"many, after the others", 17, Low, s.Queues(Bulk)[2]},
		} {
			spec := Spec{ID: row.reason, Keep: time.Hour, Total: row.total, Priority: row.priority}
			p := &Producer{Store: s}
			if _, err := p.Begin(t.Context(), spec); err != nil {
				t.Fatal(err)
			}
			if err := p.Fill(t.Context(), spec, puzzles(int(row.total))); err != nil {
				t.Fatal(err)
			}
			first := Ref{row.reason, "0", 1}
			if _, err := s.inspector.GetTaskInfo(row.queue, first.String()); err != nil {
				t.Errorf("%s: not in %s: %v", row.reason, row.queue, err)
			}
			if queue, err := s.queueOf(t.Context(), first); queue != row.queue || err != nil {
				t.Errorf("%s: found again in %s, %v", row.reason, queue, err)
			}
		}
	})
}

// A worker took a task and died before it claimed the chunk: for asynq the
// task goes on running, so the sweep queues the next try beside it.
func TestATaskInNobodysHandsIsPassedBy(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 1)
		queue := s.Queues(Interactive)[0]
		taken, leave := make(chan struct{}), make(chan struct{})
		server := asynq.NewServer(s.Conn(), asynq.Config{Concurrency: 1, Queues: map[string]int{queue: 1}, LogLevel: asynq.FatalLevel})
		if err := server.Start(asynq.HandlerFunc(func(context.Context, *asynq.Task) error {
			close(taken)
			<-leave
			return nil
		})); err != nil {
			t.Fatal(err)
		}
		defer server.Shutdown()
		defer close(leave)
		<-taken
		lapse(t, s, "0")
		sweep(t, s, 1, "taken and never claimed")
		if _, err := s.inspector.GetTaskInfo(queue, "b/0/2"); err != nil {
			t.Errorf("the next try is not queued: %v", err)
		}
		if c := claim(t, s, Ref{"b", "0", 2}); c == nil || c.Deaths != 0 {
			t.Errorf("claimed by the next try: %+v", c)
		}
	})
}
