package jobs

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/test/redistest"
)

// onBoth runs a test against a real Redis and against the embedded one: what
// the road relies on must hold on either.
func onBoth(t *testing.T, test func(t *testing.T, s *Store)) {
	t.Helper()
	t.Run("redis-server", func(t *testing.T) {
		test(t, open(t, redistest.Start(t).URL()))
	})
	t.Run("embedded", func(t *testing.T) {
		e, err := StartEmbedded()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(e.Close)
		test(t, open(t, e.URL()))
	})
}

func open(t *testing.T, url string) *Store {
	t.Helper()
	s, err := Open(t.Context(), url, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// puzzles yields n puzzles named after their place.
func puzzles(n int) iter.Seq2[solver.Puzzle, error] {
	return func(yield func(solver.Puzzle, error) bool) {
		for i := range n {
			if !yield(solver.Puzzle{Kind: "none", Form: fmt.Sprint("puzzle ", i), Line: i + 1}, nil) {
				return
			}
		}
	}
}

func submit(t *testing.T, s *Store, n int) {
	t.Helper()
	p := &Producer{Store: s}
	spec := Spec{ID: "b", Keep: time.Hour, Total: int64(n)}
	state, err := p.Begin(t.Context(), spec)
	if err == nil && state == StateOpen {
		err = p.Fill(t.Context(), spec, puzzles(n))
	}
	if err != nil {
		t.Fatal(err)
	}
}

func claim(t *testing.T, s *Store, ref Ref) *Chunk {
	t.Helper()
	c, err := s.Claim(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// unsolvable answers every puzzle of c whose place in the chunk is not held.
func unsolvable(c *Chunk, heldPlaces ...int) (rows []solver.Row, held []solver.Puzzle) {
	for k := range c.Puzzles {
		isHeld := false
		for _, h := range heldPlaces {
			isHeld = isHeld || h == k
		}
		if isHeld {
			held = append(held, c.Puzzles[k])
			continue
		}
		row := c.Puzzles[k].Blank()
		row.Status = solver.Unsolvable
		rows = append(rows, row)
	}
	return rows, held
}

func seqs(t *testing.T, s *Store, opts RowsOptions) []int64 {
	t.Helper()
	var got []int64
	for row, err := range s.Rows(t.Context(), "b", opts) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, row.Seq)
	}
	return got
}

func inOrder(t *testing.T, got []int64, n int) {
	t.Helper()
	if len(got) != n {
		t.Fatalf("%d rows, want %d", len(got), n)
	}
	for i, seq := range got {
		if seq != int64(i) {
			t.Fatalf("row %d has seq %d", i, seq)
		}
	}
}

func TestCommittingAChunkTwiceChangesNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 10)
		chunk := claim(t, s, Ref{"b", "0", 1})
		rows, _ := unsolvable(chunk)
		first, err := s.Commit(t.Context(), chunk, rows, nil)
		if err != nil || !first {
			t.Fatalf("first commit: %v, %v", first, err)
		}
		before, err := s.Batch(t.Context(), "b")
		if err != nil {
			t.Fatal(err)
		}
		rows[0].Status = solver.Invalid
		again, err := s.Commit(t.Context(), chunk, rows, nil)
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

func TestABatchIsDoneWhenItsLastChunkIs(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		const n = 130 // in chunks of 3
		submit(t, s, n)
		b, err := s.Batch(t.Context(), "b")
		if err != nil || b.State != StateSealed || b.Total != n {
			t.Fatalf("after submit: %+v, %v", b, err)
		}
		for i := range b.Chunks {
			if b, _ := s.Batch(t.Context(), "b"); b.State != StateSealed {
				t.Fatalf("state %s before chunk %d", b.State, i)
			}
			chunk := claim(t, s, Ref{"b", fmt.Sprint(i), 1})
			rows, _ := unsolvable(chunk)
			if _, err := s.Commit(t.Context(), chunk, rows, nil); err != nil {
				t.Fatal(err)
			}
		}
		if b, err = s.Batch(t.Context(), "b"); err != nil || b.State != StateDone || b.Rows != n || b.Done.IsZero() {
			t.Fatalf("after the last commit: %+v, %v", b, err)
		}
		if open, err := s.OpenBatches(t.Context()); err != nil || len(open) != 0 {
			t.Errorf("open batches %v, %v", open, err)
		}
		if ttl := s.rdb.PTTL(t.Context(), s.keys.out("b")).Val(); ttl <= 0 || ttl > time.Hour {
			t.Errorf("rows expire in %v, want up to an hour", ttl)
		}
		inOrder(t, seqs(t, s, RowsOptions{}), n)
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
		if _, err := s.Commit(t.Context(), chunk, rows, held); err != nil {
			t.Fatal(err)
		}
		if got := seqs(t, s, RowsOptions{}); len(got) != 2 || got[0] != 0 || got[1] != 2 {
			t.Fatalf("rows before the splits: %v", got)
		}
		for _, info := range []struct {
			lane Lane
			want int
		}{{Bulk, 50}, {Hard, 2}} {
			fleet, err := s.Fleet()
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
		if again, err := s.Commit(t.Context(), chunk, rows, held); err != nil || again {
			t.Fatalf("second commit: %v, %v", again, err)
		}
		for i := 1; i < 50; i++ {
			c := claim(t, s, Ref{"b", fmt.Sprint(i), 1})
			rows, _ := unsolvable(c)
			if _, err := s.Commit(t.Context(), c, rows, nil); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{"0.3", "0.1"} {
			split := claim(t, s, Ref{"b", name, 1})
			if split == nil || len(split.Puzzles) != 1 || !split.Split() {
				t.Fatalf("split %s: %+v", name, split)
			}
			rows, _ := unsolvable(split)
			if _, err := s.Commit(t.Context(), split, rows, nil); err != nil {
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
		// Let the claim lapse as a dead worker would.
		if err := s.rdb.ZAdd(t.Context(), s.keys.claims("b"), zNow(first.Chunk)).Err(); err != nil {
			t.Fatal(err)
		}
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
		if err := s.HandBack(t.Context(), ref); err != nil {
			t.Fatal(err)
		}
		if _, err := s.inspector.GetTaskInfo(s.Queue(Bulk), "b/0/2"); err != nil {
			t.Fatalf("the next try is not queued: %v", err)
		}
		if claim(t, s, Ref{"b", "0", 2}) == nil {
			t.Fatal("the next try cannot claim")
		}
		rows, _ := unsolvable(chunk)
		if first, err := s.Commit(t.Context(), chunk, rows, nil); err != nil || !first {
			t.Fatalf("the one that handed back may still be first: %v, %v", first, err)
		}
		if err := s.HandBack(t.Context(), Ref{"b", "0", 2}); err != nil {
			t.Fatalf("handing back a committed chunk: %v", err)
		}
	})
}

func TestAnInterruptedSubmissionIsCompletedByTheNext(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		broken := errors.New("broken pipe")
		p := &Producer{Store: s}
		spec := Spec{ID: "b", Keep: time.Hour, Total: 1000}
		if _, err := p.Begin(t.Context(), spec); err != nil {
			t.Fatal(err)
		}
		err := p.Fill(t.Context(), spec, func(yield func(solver.Puzzle, error) bool) {
			for puzzle, err := range puzzles(500) {
				yield(puzzle, err)
			}
			yield(solver.Puzzle{}, broken)
		})
		if !errors.Is(err, broken) {
			t.Fatalf("Fill = %v", err)
		}
		if b, _ := s.Batch(t.Context(), "b"); b.State != StateOpen {
			t.Fatalf("state %s", b.State)
		}
		// A worker may be done with a part of it before the producer returns.
		c := claim(t, s, Ref{"b", "3", 1})
		rows, _ := unsolvable(c)
		if _, err := s.Commit(t.Context(), c, rows, nil); err != nil {
			t.Fatal(err)
		}
		submit(t, s, 1000)
		submit(t, s, 1000) // a third time attaches and changes nothing
		b, err := s.Batch(t.Context(), "b")
		if err != nil || b.State != StateSealed || b.Total != 1000 {
			t.Fatalf("%+v, %v", b, err)
		}
		if c := claim(t, s, Ref{"b", "3", 2}); c != nil {
			t.Error("a committed chunk came back")
		}
		for i := range b.Chunks {
			if c := claim(t, s, Ref{"b", fmt.Sprint(i), 1}); c != nil {
				rows, _ := unsolvable(c)
				if _, err := s.Commit(t.Context(), c, rows, nil); err != nil {
					t.Fatal(err)
				}
			}
		}
		inOrder(t, seqs(t, s, RowsOptions{Follow: true}), 1000)
	})
}

func TestRowsFollowABatchThatIsStillBeingWritten(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		const n = 2000
		window := make(chan struct{}, 4)
		for range cap(window) {
			window <- struct{}{}
		}
		p := &Producer{Store: s, Window: window}
		failed := make(chan error, 2)
		spec := Spec{ID: "b", Keep: time.Hour, Total: n}
		if _, err := p.Begin(ctx, spec); err != nil {
			t.Fatal(err)
		}
		go func() { failed <- p.Fill(ctx, spec, puzzles(n)) }()
		go func() {
			for i := 0; ; i++ {
				var c *Chunk
				for c == nil && ctx.Err() == nil {
					if b, err := s.Batch(ctx, "b"); err == nil && b.State != StateOpen && int64(i) >= b.Chunks {
						failed <- nil
						return
					}
					c, _ = s.Claim(ctx, Ref{"b", fmt.Sprint(i), 1})
				}
				if c == nil {
					failed <- ctx.Err()
					return
				}
				rows, _ := unsolvable(c)
				if _, err := s.Commit(ctx, c, rows, nil); err != nil {
					failed <- err
					return
				}
			}
		}()
		most := int64(0)
		var got []int64
		opts := RowsOptions{Follow: true, Remove: true, Printed: func() {
			tx := s.rdb.TxPipeline()
			in, out := tx.HLen(ctx, s.keys.in("b")), tx.HLen(ctx, s.keys.out("b"))
			_, _ = tx.Exec(ctx) // an error leaves both at 0 and the test fails on the rows
			most = max(most, in.Val()+out.Val())
			window <- struct{}{}
		}}
		for row, err := range s.Rows(ctx, "b", opts) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, row.Seq)
		}
		for range 2 {
			if err := <-failed; err != nil {
				t.Fatal(err)
			}
		}
		inOrder(t, got, n)
		if most > int64(cap(window)) {
			t.Errorf("%d chunks were in Redis at once, the window is %d", most, cap(window))
		}
		if left := s.rdb.HLen(ctx, s.keys.out("b")).Val(); left != 0 {
			t.Errorf("%d chunks left after they were printed", left)
		}
	})
}

func TestBatchIDDependsOnInputAndOptions(t *testing.T) {
	id := func(input string, o Options) string {
		s, err := BatchID([]byte(input), o)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	base := id("x", Options{})
	if base != id("x", Options{}) || len(base) != 32 {
		t.Errorf("id %q is not stable or not 128 bits", base)
	}
	for reason, other := range map[string]string{
		"input":     id("y", Options{}),
		"max moves": id("x", Options{MaxMoves: 3}),
		"budget":    id("x", Options{Budget: solver.Budget{States: 1}}),
		"algorithm": id("x", Options{Algorithms: map[string]string{"mapf": "one-way"}}),
	} {
		if other == base {
			t.Errorf("another %s gives the same id", reason)
		}
	}
}

func TestOpenSaysWhereNothingAnswers(t *testing.T) {
	_, err := Open(t.Context(), "redis://:secret@127.0.0.1:1/0", "")
	var unreachable *UnreachableError
	if !errors.As(err, &unreachable) || unreachable.Addr != "127.0.0.1:1" {
		t.Errorf("Open = %v", err)
	}
}

func TestParseURL(t *testing.T) {
	for _, row := range []struct{ url, addr string }{
		{"redis://h:1/2", "h:1"},
		{"rediss://u:p@h:1", "h:1"},
		{"redis-sentinel://u:p@h1:1,h2:2/3?master=m", "h1:1,h2:2"},
		{"redis-cluster://u:p@h1:1?addr=h2:2", "h1:1"},
	} {
		c, err := parseURL(row.url)
		if err != nil || c.addr != row.addr {
			t.Errorf("parseURL(%s) = %q, %v", row.url, c.addr, err)
			continue
		}
		_ = c.open().Close()
	}
	for _, bad := range []string{"", "h:1", "http://h", "redis-sentinel://h:1", "redis-sentinel://h:1/x?master=m", "redis://h:1/x", "redis://u:p w@h\x7f"} {
		if _, err := parseURL(bad); err == nil {
			t.Errorf("parseURL(%q): no error", bad)
		}
	}
}
