package jobs

import (
	"errors"
	"fmt"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/gridmill/gridmill/solver"
)

func TestCommittingAChunkTwiceChangesNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 10)
		chunk := claim(t, s, Ref{"b", "0", 1})
		rows, _ := unsolvable(chunk)
		first, err := s.Commit(t.Context(), chunk, Result{Rows: rows})
		if err != nil || !first {
			t.Fatalf("first commit: %v, %v", first, err)
		}
		before, err := s.Batch(t.Context(), "b")
		if err != nil {
			t.Fatal(err)
		}
		rows[0].Status = solver.Invalid
		again, err := s.Commit(t.Context(), chunk, Result{Rows: rows})
		if err != nil || again {
			t.Fatalf("second commit: %v, %v", again, err)
		}
		after, err := s.Batch(t.Context(), "b")
		if err != nil {
			t.Fatal(err)
		}
		if before.Rows != after.Rows || after.Counts[solver.Invalid] != 0 || after.Rows != int64(len(rows)) {
			t.Errorf("counters moved from %+v to %+v", before, after)
		}
		if c := claim(t, s, Ref{"b", "0", 9}); c != nil {
			t.Error("a committed chunk was claimed")
		}
	})
}

func TestACommitMovesHeldPuzzlesToChunksOfTheirOwn(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 200) // chunks of 4
		chunk := claim(t, s, Ref{"b", "0", 1})
		if len(chunk.Puzzles) != 4 {
			t.Fatalf("chunk of %d", len(chunk.Puzzles))
		}
		rows, held := unsolvable(chunk, 1, 3)
		if _, err := s.Commit(t.Context(), chunk, Result{Rows: rows, Held: held}); err != nil {
			t.Fatal(err)
		}
		if got := seqs(t, s, RowsOptions{}); len(got) != 2 || got[0] != 0 || got[1] != 2 {
			t.Fatalf("rows before the splits: %v", got)
		}
		for _, info := range []struct {
			lane Lane
			want int
		}{{Bulk, 50}, {Hard, 2}} {
			fleet, _, err := s.Fleet(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, lane := range fleet {
				if lane.Lane == info.lane && lane.Waiting != info.want {
					t.Errorf("%d tasks wait in lane %s, want %d", lane.Waiting, info.lane, info.want)
				}
			}
		}
		// Committing chunk 0 again must not bring its splits back.
		if again, err := s.Commit(t.Context(), chunk, Result{Rows: rows, Held: held}); err != nil || again {
			t.Fatalf("second commit: %v, %v", again, err)
		}
		for i := 1; i < 50; i++ {
			c := claim(t, s, Ref{"b", fmt.Sprint(i), 1})
			rows, _ := unsolvable(c)
			if _, err := s.Commit(t.Context(), c, Result{Rows: rows}); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{"0.3", "0.1"} {
			split := claim(t, s, Ref{"b", name, 1})
			if split == nil || len(split.Puzzles) != 1 || !split.Split() {
				t.Fatalf("split %s: %+v", name, split)
			}
			rows, _ := unsolvable(split)
			if _, err := s.Commit(t.Context(), split, Result{Rows: rows}); err != nil {
				t.Fatal(err)
			}
		}
		inOrder(t, seqs(t, s, RowsOptions{Follow: true}), 200)
		if b, _ := s.Batch(t.Context(), "b"); b.State != StateDone || b.Counts[solver.Unsolvable] != 200 {
			t.Errorf("batch %+v", b)
		}
	})
}

func TestOnlyOneHoldsAClaimUntilItLapses(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 3)
		first := Ref{"b", "0", 1}
		if claim(t, s, first) == nil {
			t.Fatal("not claimed")
		}
		if claim(t, s, first) != nil {
			t.Fatal("a redelivered task took a live claim")
		}
		if n, err := s.Sweep(t.Context()); n != 0 || err != nil {
			t.Fatalf("swept a live claim: %d, %v", n, err)
		}
		lapse(t, s, first.Chunk)
		n1, err1 := s.Sweep(t.Context())
		n2, err2 := s.Sweep(t.Context())
		if n1 != 1 || n2 != 0 || err1 != nil || err2 != nil {
			t.Fatalf("sweeps found %d and %d (%v, %v), want 1 and 0", n1, n2, err1, err2)
		}
		if claim(t, s, Ref{"b", "0", 2}) == nil {
			t.Fatal("the swept task did not win the chunk")
		}
		if claim(t, s, Ref{"b", "0", 2}) != nil {
			t.Fatal("two hold the chunk")
		}
	})
}

func TestAChunkHandedBackIsQueuedAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 1)
		ref := Ref{"b", "0", 1}
		chunk := claim(t, s, ref)
		if err := s.HandBack(t.Context(), chunk); err != nil {
			t.Fatal(err)
		}
		if _, err := s.inspector.GetTaskInfo(s.Queues(Interactive)[0], "b/0/2"); err != nil {
			t.Fatalf("the next try is not queued: %v", err)
		}
		next := claim(t, s, Ref{"b", "0", 2})
		if next == nil || next.Deaths != 0 {
			t.Fatalf("the next try cannot claim, or takes the hand-back for a death: %+v", next)
		}
		rows, _ := unsolvable(chunk)
		if first, err := s.Commit(t.Context(), chunk, Result{Rows: rows}); err != nil || !first {
			t.Fatalf("the one that handed back may still be first: %v, %v", first, err)
		}
		if err := s.HandBack(t.Context(), next); err != nil {
			t.Fatalf("handing back a committed chunk: %v", err)
		}
	})
}

// A claim whose reply was lost is asked for again by the same caller; another
// does not get it.
func TestAClaimMayBeRepeated(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 1)
		claim := func(token string) error {
			return claimScript.Run(t.Context(), s.rdb, s.keys.all("b"), "0", Lease.Milliseconds(), token).Err()
		}
		if err := claim("one"); err != nil {
			t.Fatal(err)
		}
		if err := claim("one"); err != nil {
			t.Errorf("repeated: %v", err)
		}
		if err := claim("two"); !errors.Is(err, redis.Nil) {
			t.Errorf("claimed by another: %v", err)
		}
		if tries := s.rdb.HGet(t.Context(), s.keys.tries("b"), "0").Val(); tries != "1 0 one" {
			t.Errorf("tries %q", tries)
		}
	})
}

// lapse lets the deadline of a chunk pass, as it does when whoever held it is
// dead or frozen.
func lapse(t *testing.T, s *Store, chunk string) {
	t.Helper()
	if err := s.rdb.ZAdd(t.Context(), s.keys.claims("b"), zNow(chunk)).Err(); err != nil {
		t.Fatal(err)
	}
}

func TestASuspectIsKnownFromItsFirstClaimOn(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 200) // chunks of 4
		chunk := claim(t, s, Ref{"b", "0", 1})
		rows, held := unsolvable(chunk, 1, 3)
		result := Result{Rows: rows, Held: held, Suspects: []int64{held[1].Seq}}
		if _, err := s.Commit(t.Context(), chunk, result); err != nil {
			t.Fatal(err)
		}
		for name, deaths := range map[string]int{"0.1": 0, "0.3": SuspectDeaths} {
			if split := claim(t, s, Ref{"b", name, 1}); split == nil || split.Deaths != deaths {
				t.Errorf("split %s: %+v, want %d deaths", name, split, deaths)
			}
		}
	})
}
