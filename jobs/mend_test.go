package jobs

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/test/redistest"
)

// lose forgets chunks as a fail-over would: input, claim and all.
func lose(t *testing.T, s *Store, chunks ...string) {
	t.Helper()
	if err := s.rdb.HDel(t.Context(), s.keys.in("b"), chunks...).Err(); err != nil {
		t.Fatal(err)
	}
	for _, chunk := range chunks {
		if err := s.rdb.ZRem(t.Context(), s.keys.claims("b"), chunk).Err(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestChunksLostWhileABatchIsWrittenArePutAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		p := &Producer{Store: s}
		spec := Spec{ID: "b", Keep: time.Hour, Total: 1000}
		if _, err := p.Begin(t.Context(), spec); err != nil {
			t.Fatal(err)
		}
		lost := false
		err := p.Fill(t.Context(), spec, func(yield func(solver.Puzzle, error) bool) {
			for puzzle, err := range puzzles(1000) {
				if puzzle.Line == 800 && !lost {
					lose(t, s, "7", "20")
					lost = true
				}
				if !yield(puzzle, err) {
					return
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := answerAll(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		inOrder(t, seqs(t, s, RowsOptions{Follow: true}), 1000)
	})
}

func TestAProducerWhoseWindowIsBlockedLooksForLostChunks(t *testing.T) {
	t.Parallel()
	s := open(t, redistest.Start(t).URL())
	window := NewWindow(4)
	p := &Producer{Store: s, Window: window}
	spec := Spec{ID: "b", Keep: time.Hour, Total: 1000}
	if _, err := p.Begin(t.Context(), spec); err != nil {
		t.Fatal(err)
	}
	filled := make(chan error, 1)
	go func() { filled <- p.Fill(t.Context(), spec, puzzles(1000)) }()
	for s.rdb.HLen(t.Context(), s.keys.in("b")).Val() < 4 {
	}
	lose(t, s, "0", "1")
	go func() { _ = answer(t.Context(), s, "b") }()
	var got []int64
	for row, err := range s.Rows(t.Context(), "b", RowsOptions{Follow: true, Printed: window.Finish}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, row.Seq)
		if len(got) == 1000 {
			break
		}
	}
	inOrder(t, got, 1000)
	if err := <-filled; err != nil {
		t.Fatal(err)
	}
}

func TestASealedBatchThatLostChunksIsFilledAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 1000)
		lose(t, s, "3", "64")
		if state, err := (&Producer{Store: s}).Begin(t.Context(), Spec{ID: "b", Keep: time.Hour, Total: 1000}); state != StateOpen || err != nil {
			t.Fatalf("state %s, %v; want it to be filled", state, err)
		}
		submit(t, s, 1000)
		if err := answerAll(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		inOrder(t, seqs(t, s, RowsOptions{Follow: true}), 1000)
	})
}

func TestAGuardSealsABatchThatForgotItsSeal(t *testing.T) {
	t.Parallel()
	s := open(t, redistest.Start(t).URL())
	submit(t, s, 100)
	if err := s.rdb.HSet(t.Context(), s.keys.meta("b"), "state", "open").Err(); err != nil {
		t.Fatal(err)
	}
	lose(t, s, "49")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	guarded := make(chan error, 1)
	go func() {
		guarded <- (&Producer{Store: s}).Guard(ctx, Spec{ID: "b", Keep: time.Hour, Total: 100}, puzzles(100))
	}()
	if err := answerAll(ctx, s); err != nil {
		t.Fatal(err)
	}
	if err := <-guarded; err != nil {
		t.Fatal(err)
	}
	inOrder(t, seqs(t, s, RowsOptions{Follow: true}), 100)
}

// untilListed returns a context that ends once the batch is listed as open, or
// after 20 s.
func untilListed(t *testing.T, s *Store) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	go func() {
		defer cancel()
		for ctx.Err() == nil {
			if ids, _ := s.OpenBatches(ctx); slices.Contains(ids, "b") {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	return ctx
}

func TestAForgottenBatchIsListedAgain(t *testing.T) {
	for _, row := range []struct {
		who string
		do  func(t *testing.T, s *Store)
	}{
		{"a worker that claims a chunk", func(t *testing.T, s *Store) { claim(t, s, Ref{"b", "0", 1}) }},
		{"a watcher without news", func(t *testing.T, s *Store) {
			for range s.Watch(untilListed(t, s), "b") { //nolint:errcheck // it ends with the context
			}
		}},
		{"a reader without news", func(t *testing.T, s *Store) {
			for range s.Rows(untilListed(t, s), "b", RowsOptions{Follow: true}) { //nolint:errcheck // it ends with the context
			}
		}},
		{"the producer, run again", func(t *testing.T, s *Store) { submit(t, s, 3) }},
	} {
		t.Run(row.who, func(t *testing.T) {
			t.Parallel()
			s := open(t, redistest.Start(t).URL())
			submit(t, s, 3)
			if err := s.rdb.Del(t.Context(), s.keys.open(), s.keys.batches()).Err(); err != nil {
				t.Fatal(err)
			}
			row.do(t, s)
			if ids, err := s.OpenBatches(t.Context()); err != nil || !slices.Contains(ids, "b") {
				t.Errorf("open batches %v, %v", ids, err)
			}
		})
	}
}
