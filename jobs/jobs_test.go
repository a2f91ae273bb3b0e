package jobs

import (
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

// A batch that vanishes, as by a flush, is an error for whoever writes or
// reads it, never a success and never a wait without end.
