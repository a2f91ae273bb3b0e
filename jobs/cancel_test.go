package jobs

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/test/redistest"
)

func state(t *testing.T, s *Store, want State) Batch {
	t.Helper()
	b, err := s.Batch(t.Context(), "b")
	if err != nil || b.State != want {
		t.Fatalf("batch %+v, %v; want it %s", b, err, want)
	}
	return b
}

func cancelBatch(t *testing.T, s *Store, want State) {
	t.Helper()
	if was, err := s.Cancel(t.Context(), "b"); was != want || err != nil {
		t.Fatalf("Cancel = %s, %v; want %s", was, err, want)
	}
}

func TestACancelledBatchHasARowForEveryPuzzle(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		const n = 400 // in chunks of 7
		submit(t, s, n)
		answered := claim(t, s, Ref{"b", "0", 1})
		rows, held := unsolvable(answered, 2)
		if _, err := s.Commit(t.Context(), answered, Result{Rows: rows, Held: held}); err != nil {
			t.Fatal(err)
		}
		running := claim(t, s, Ref{"b", "1", 1})
		cancelBatch(t, s, StateSealed)

		b := state(t, s, StateDone)
		if b.Cancelled.IsZero() || b.Rows != n || b.Counts[solver.Cancelled] != n-int64(len(rows)) {
			t.Errorf("batch %+v", b)
		}
		inOrder(t, seqs(t, s, RowsOptions{Follow: true}), n)
		for row, err := range s.Rows(t.Context(), "b", RowsOptions{}) {
			if err != nil || row.Kind != "none" || row.Line != int(row.Seq)+1 {
				t.Fatalf("row %+v, %v", row, err)
			}
		}
		late, _ := unsolvable(running)
		if first, err := s.Commit(t.Context(), running, Result{Rows: late}); first || err != nil {
			t.Errorf("a late commit was taken: %v, %v", first, err)
		}
		if again := state(t, s, StateDone); again.Rows != n || again.Counts[solver.Unsolvable] != int64(len(rows)) {
			t.Errorf("a late commit changed %+v", again)
		}
		if open, err := s.OpenBatches(t.Context()); err != nil || len(open) != 0 {
			t.Errorf("open batches %v, %v", open, err)
		}
		if left := s.rdb.Exists(t.Context(), s.keys.in("b"), s.keys.claims("b"), s.keys.tries("b")).Val(); left != 0 {
			t.Errorf("%d keys of the work are left", left)
		}
		cancelBatch(t, s, StateDone)
	})
}

// Whoever cancels may be killed at any point after the mark. Nothing is claimed
// from then on, and a sweeper does the rest.
func TestASweeperCompletesACancelCutShort(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 100)
		running := claim(t, s, Ref{"b", "1", 1})
		if err := cancelScript.Run(t.Context(), s.rdb, s.keys.all("b")).Err(); err != nil {
			t.Fatal(err)
		}
		if held, err := s.Renew(t.Context(), running); held || err != nil {
			t.Fatalf("a claim on a cancelled batch was renewed: %v, %v", held, err)
		}
		if claim(t, s, Ref{"b", "0", 1}) != nil {
			t.Fatal("a chunk of a cancelled batch was claimed")
		}
		// The one who cancels is at it: the sweeper leaves it alone.
		s.rdb.HSet(t.Context(), s.keys.meta("b"), "closing", time.Now().Add(time.Minute).UnixMilli())
		if _, err := s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		state(t, s, StateSealed)
		s.rdb.HSet(t.Context(), s.keys.meta("b"), "closing", time.Now().Add(-time.Second).UnixMilli())
		if _, err := s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if b := state(t, s, StateDone); b.Counts[solver.Cancelled] != 100 {
			t.Errorf("batch %+v", b)
		}
	})
}

func TestABatchThatWasNeverAcceptedIsRemovedByCancel(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		p, spec := &Producer{Store: s}, Spec{ID: "b", Keep: time.Hour, Total: 1000}
		if _, err := p.Begin(t.Context(), spec); err != nil {
			t.Fatal(err)
		}
		err := p.Fill(t.Context(), spec, func(yield func(solver.Puzzle, error) bool) {
			for puzzle, err := range puzzles(1000) {
				if puzzle.Line == 500 {
					cancelBatch(t, s, StateOpen)
				}
				if !yield(puzzle, err) {
					return
				}
			}
		})
		if !errors.Is(err, ErrNoBatch) {
			t.Errorf("its producer ends with %v", err)
		}
		for batch, err := range s.Batches(t.Context()) {
			t.Errorf("still listed: %+v, %v", batch, err)
		}
		if _, err := s.Cancel(t.Context(), "b"); !errors.Is(err, ErrNoBatch) {
			t.Errorf("cancelled once more: %v", err)
		}
	})
}

func TestAPuzzleThatIsNoneIsInvalidInACancelledBatchToo(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		p, spec := &Producer{Store: s}, Spec{ID: "b", Keep: time.Hour, Total: 2}
		if _, err := p.Begin(t.Context(), spec); err != nil {
			t.Fatal(err)
		}
		err := p.Fill(t.Context(), spec, func(yield func(solver.Puzzle, error) bool) {
			_ = yield(solver.Puzzle{Error: &solver.ParseError{Line: 1, Reason: "no"}}, nil) && yield(solver.Puzzle{Form: "a"}, nil)
		})
		if err != nil {
			t.Fatal(err)
		}
		cancelBatch(t, s, StateSealed)
		b := state(t, s, StateDone)
		if got := fmt.Sprint(b.Counts); got != fmt.Sprint(map[solver.Status]int64{solver.Invalid: 1, solver.Cancelled: 1}) {
			t.Errorf("counts %s", got)
		}
	})
}

func TestACancelThatCannotEndSaysSo(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 100)
		s.rdb.HDel(t.Context(), s.keys.in("b"), "3")
		if _, err := s.Cancel(t.Context(), "b"); err == nil {
			t.Error("no error although puzzles are lost")
		}
		s.rdb.HDel(t.Context(), s.keys.meta("b"), "closing")
		if _, err := s.Sweep(t.Context()); err == nil {
			t.Error("no error although puzzles are lost")
		}
	})
}

// Who has filled the memory of Redis can call a batch off and remove it, and the
// workers are still seen.
func TestAFullRedisCanBeMadeRoomIn(t *testing.T) {
	t.Parallel()
	r := redistest.Start(t)
	s := connect(t, Config{URL: r.URL(), Patience: time.Second})
	submit(t, s, 300)
	r.CLI("config", "set", "maxmemory", "1")
	if err := s.rdb.Set(t.Context(), "x", "y", 0).Err(); err == nil {
		t.Fatal("the memory is not full")
	}
	if err := s.Beat(t.Context(), &WorkerStatus{Worker: "w"}, true); err != nil {
		t.Error(err)
	}
	if was, err := s.Cancel(t.Context(), "b"); was != StateSealed || err != nil {
		t.Fatal(was, err)
	}
	if b, err := s.Batch(t.Context(), "b"); err != nil || b.State != StateDone || b.Counts[solver.Cancelled] != 300 {
		t.Errorf("%+v, %v", b, err)
	}
	if _, err := s.Remove(t.Context(), "b"); err != nil {
		t.Error(err)
	}
}
