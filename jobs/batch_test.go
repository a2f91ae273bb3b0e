package jobs

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/test/redistest"
)

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
			if _, err := s.Commit(t.Context(), chunk, Result{Rows: rows}); err != nil {
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
		if _, err := s.Commit(t.Context(), c, Result{Rows: rows}); err != nil {
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
				if _, err := s.Commit(t.Context(), c, Result{Rows: rows}); err != nil {
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
		window := NewWindow(4)
		p := &Producer{Store: s, Window: window, Consumed: true}
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
				if _, err := s.Commit(ctx, c, Result{Rows: rows}); err != nil {
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
			window.Finish()
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
		if most > window.most {
			t.Errorf("%d chunks were in Redis at once, the window is %d", most, window.most)
		}
		if left := s.rdb.HLen(ctx, s.keys.out("b")).Val(); left != 0 {
			t.Errorf("%d chunks left after they were printed", left)
		}
	})
}

func TestABatchThatVanishesIsMissed(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		p, spec := &Producer{Store: s}, Spec{ID: "b", Keep: time.Hour, Total: 1000}
		begin := func() {
			if _, err := p.Begin(t.Context(), spec); err != nil {
				t.Fatal(err)
			}
		}
		begin()
		err := p.Fill(t.Context(), spec, func(yield func(solver.Puzzle, error) bool) {
			for puzzle, err := range puzzles(1000) {
				if puzzle.Line == 500 {
					s.rdb.FlushDB(t.Context())
				}
				if !yield(puzzle, err) {
					return
				}
			}
		})
		if !errors.Is(err, ErrNoBatch) {
			t.Errorf("while it is written: %v", err)
		}
		begin()
		s.rdb.FlushDB(t.Context())
		if err := p.Fill(t.Context(), spec, puzzles(0)); !errors.Is(err, ErrNoBatch) {
			t.Errorf("before it is sealed: %v", err)
		}

		submit(t, s, 200)
		chunk := claim(t, s, Ref{"b", "0", 1})
		rows, held := unsolvable(chunk, 3)
		if _, err := s.Commit(t.Context(), chunk, Result{Rows: rows, Held: held}); err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, err = range s.Rows(t.Context(), "b", RowsOptions{Follow: true}) {
			if n++; n == 3 { // the next one is held back, and will never come
				s.rdb.FlushDB(t.Context())
			}
		}
		if !errors.Is(err, ErrNoBatch) {
			t.Errorf("while a row held back is awaited: %v", err)
		}
	})
}

// A restart of Redis is waited out by whoever writes or reads meanwhile.
func TestARestartIsWaitedOut(t *testing.T) {
	server := redistest.Start(t)
	// Without this a crash may lose the last second, which is another test's.
	server.CLI("config", "set", "appendfsync", "always")
	s := open(t, server.URL())
	submit(t, s, 3)
	server.Kill()
	restarted := make(chan struct{})
	go func() {
		defer close(restarted)
		time.Sleep(1500 * time.Millisecond)
		server.Restart()
	}()
	defer func() { <-restarted }()
	for i := range 3 {
		chunk := claim(t, s, Ref{"b", fmt.Sprint(i), 1})
		rows, _ := unsolvable(chunk)
		if _, err := s.Commit(t.Context(), chunk, Result{Rows: rows}); err != nil {
			t.Fatal(err)
		}
	}
	inOrder(t, seqs(t, s, RowsOptions{Follow: true}), 3)
}

func TestReadingKeepsADoneBatch(t *testing.T) {
	s := open(t, redistest.Start(t).URL())
	p, spec := &Producer{Store: s}, Spec{ID: "b", Keep: time.Hour, Total: 3}
	if _, err := p.Begin(t.Context(), spec); err != nil {
		t.Fatal(err)
	}
	if err := p.Fill(t.Context(), spec, puzzles(3)); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		chunk := claim(t, s, Ref{"b", fmt.Sprint(i), 1})
		rows, _ := unsolvable(chunk)
		if _, err := s.Commit(t.Context(), chunk, Result{Rows: rows}); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range s.keys.all("b") {
		s.rdb.PExpire(t.Context(), key, 30*time.Minute)
	}
	inOrder(t, seqs(t, s, RowsOptions{}), 3)
	for _, key := range s.keys.all("b") {
		const gone = -2
		if left := s.rdb.PTTL(t.Context(), key).Val(); left != gone && (left <= 30*time.Minute || left > time.Hour) {
			t.Errorf("%s is kept for %v after reading, want an hour", key, left)
		}
	}
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
