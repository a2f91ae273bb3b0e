package jobs

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// finishChunk answers a chunk, but holds back the puzzles at some places.
func finishChunk(t *testing.T, s *Store, name string, heldPlaces ...int) {
	t.Helper()
	chunk := claim(t, s, Ref{"b", name, 1})
	rows, held := unsolvable(chunk, heldPlaces...)
	if _, err := s.Commit(t.Context(), chunk, Result{Rows: rows, Held: held}); err != nil {
		t.Fatal(err)
	}
}

func TestRowsComeAsTheyAreDone(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 200) // 50 chunks of 4
		settled, printed := 0, 0
		opts := RowsOptions{Follow: true, Done: true, Settled: func() { settled++ }, Printed: func() { printed++ }}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		next := []func(){
			func() { finishChunk(t, s, "7", 1, 3) },
			func() { finishChunk(t, s, "2") },
			func() { finishChunk(t, s, "7.3") },
			func() { finishChunk(t, s, "7.1") },
		}
		next[0]()
		next = next[1:]
		var got []int64
		for row, err := range s.Rows(ctx, "b", opts) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, row.Seq)
			switch len(got) {
			case 2:
				if printed != 0 || settled != 0 {
					t.Errorf("printed %d, settled %d before the chunk was yielded", printed, settled)
				}
				next[0]() // while the reader is busy
			case 6:
				if printed != 1 || settled != 0 {
					t.Errorf("printed %d, settled %d; two rows of the first chunk are held back", printed, settled)
				}
				next[1]()
			case 7:
				next[2]()
			case 8:
				if settled != 1 {
					t.Errorf("settled %d, want the chunk without puzzles held back alone", settled)
				}
				for i := range 50 {
					if i != 2 && i != 7 {
						finishChunk(t, s, fmt.Sprint(i))
					}
				}
			}
		}
		if want := []int64{28, 30, 8, 9, 10, 11, 31, 29}; len(got) < 8 || !slices.Equal(got[:8], want) {
			t.Errorf("the first rows are %v, want %v", got, want)
		}
		slices.Sort(got)
		inOrder(t, got, 200)
		if settled != 50 || printed != 52 {
			t.Errorf("settled %d, printed %d", settled, printed)
		}
	})
}

// Events that a reader missed, because the stream was trimmed or it came late,
// are made up for.
func TestRowsWhoseEventsAreGoneComeAllTheSame(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		forget := func() { s.rdb.XTrimMaxLen(t.Context(), s.keys.events("b"), 0) }
		submit(t, s, 200)
		for i := range 20 {
			finishChunk(t, s, fmt.Sprint(i), i%4)
		}
		forget()
		sorted := func(opts RowsOptions) []int64 {
			got := seqs(t, s, opts)
			slices.Sort(got)
			return got
		}
		if got := sorted(RowsOptions{Done: true}); len(got) != 60 || len(slices.Compact(got)) != 60 {
			t.Errorf("late: %v", got)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		var got []int64
		for row, err := range s.Rows(ctx, "b", RowsOptions{Follow: true, Done: true, Remove: true}) {
			if err != nil {
				t.Fatal(err)
			}
			if got = append(got, row.Seq); len(got) == 60 {
				for i := range 20 {
					finishChunk(t, s, fmt.Sprintf("%d.%d", i, i%4))
				}
				forget()
				for i := 20; i < 50; i++ {
					finishChunk(t, s, fmt.Sprint(i))
					if i == 40 {
						forget()
					}
				}
			}
		}
		slices.Sort(got)
		inOrder(t, got, 200)
		if left := s.rdb.HLen(t.Context(), s.keys.out("b")).Val(); left != 0 {
			t.Errorf("%d chunks left after they were printed", left)
		}
	})
}

func TestRowsOfADoneBatchComeInAnyOrderOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 100)
		cancelBatch(t, s, StateSealed)
		for _, follow := range []bool{false, true} {
			got := seqs(t, s, RowsOptions{Done: true, Follow: follow})
			slices.Sort(got)
			inOrder(t, got, 100)
		}
		// Rows that Redis lost are not waited for.
		s.rdb.HDel(t.Context(), s.keys.out("b"), "3")
		if got := seqs(t, s, RowsOptions{Done: true, Follow: true}); len(got) != 98 {
			t.Errorf("%d rows", len(got))
		}
		if b := state(t, s, StateDone); b.Counts[solver.Cancelled] != 100 {
			t.Errorf("batch %+v", b)
		}
	})
}
