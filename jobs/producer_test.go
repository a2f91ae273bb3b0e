package jobs

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// longPuzzles yields n puzzles of a file, so long that chunks end by their bytes.
func longPuzzles(n int, file string) iter.Seq2[solver.Puzzle, error] {
	return func(yield func(solver.Puzzle, error) bool) {
		for p, err := range puzzles(n) {
			p.File, p.Form = file, p.Form+strings.Repeat("#", 700+p.Line%50)
			if !yield(p, err) {
				return
			}
		}
	}
}

// The same bytes are the same batch under any name, so they are cut the same
// way: a producer that comes after another was killed goes on where that
// stopped, whatever the path it was given.
func TestTheNameOfAFileChangesNoChunk(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		const n = 20_000
		spec := Spec{ID: "b", Keep: time.Hour, Total: n}
		p := &Producer{Store: s}
		if _, err := p.Begin(t.Context(), spec); err != nil {
			t.Fatal(err)
		}
		killed := errors.New("killed")
		first := func(yield func(solver.Puzzle, error) bool) {
			for p, err := range longPuzzles(n, "a") {
				if p.Line == n/3 {
					err = killed
				}
				if !yield(p, err) {
					return
				}
			}
		}
		if err := p.Fill(t.Context(), spec, first); !errors.Is(err, killed) {
			t.Fatal(err)
		}
		if err := p.Fill(t.Context(), spec, longPuzzles(n, strings.Repeat("far/", 60)+"a")); err != nil {
			t.Fatal(err)
		}
		seen := make([]int, n)
		b, err := s.Batch(t.Context(), "b")
		if err != nil || b.Total != n {
			t.Fatalf("%+v, %v", b, err)
		}
		for i := range b.Chunks {
			for _, p := range claim(t, s, Ref{"b", fmt.Sprint(i), 1}).Puzzles {
				seen[p.Seq]++
			}
		}
		for seq, times := range seen {
			if times != 1 {
				t.Fatalf("puzzle %d is in %d chunks", seq, times)
			}
		}
	})
}

// A batch that was cut into other chunks, as by another version, is not mixed
// with these: puzzles would be answered twice or never.
func TestABatchCutOtherwiseIsNotContinued(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		spec := Spec{ID: "b", Keep: time.Hour, Total: 1000}
		p := &Producer{Store: s}
		if _, err := p.Begin(t.Context(), spec); err != nil {
			t.Fatal(err)
		}
		if err := s.put(t.Context(), Ref{"b", "1", 1}, spec.queue(s.keys), []solver.Puzzle{{Seq: 7}}); err != nil {
			t.Fatal(err)
		}
		if err := p.Fill(t.Context(), spec, puzzles(1000)); !errors.Is(err, ErrCutOtherwise) {
			t.Errorf("Fill = %v", err)
		}
	})
}

// A reader that comes to rows of an earlier producer's chunks is ahead of the
// producer, however far: that one never waits for chunks it finds answered.
func TestAReaderMayBeFarAheadOfTheProducer(t *testing.T) {
	window := NewWindow(4)
	for range 1000 {
		window.Finish()
	}
	for range 1004 {
		if window.enter() != nil {
			t.Fatal("the window is full before its chunks are outstanding")
		}
	}
	moved := window.enter()
	if moved == nil {
		t.Fatal("the window has no bound")
	}
	window.Finish()
	select {
	case <-moved:
	default:
		t.Fatal("a chunk was finished and nobody was told")
	}
	if window.enter() != nil {
		t.Error("no room although a chunk was finished")
	}
}

// A killed run that had printed most of its rows is run again: it prints them
// all, and ends.
func TestARunAgainAfterMostWasAnsweredEnds(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		const n, chunks = 2000, 60
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		spec := Spec{ID: "b", Keep: time.Hour, Total: n}
		killed := errors.New("killed")
		first := func(yield func(solver.Puzzle, error) bool) {
			for p, err := range puzzles(n) {
				if p.Line == 1950 {
					err = killed
				}
				if !yield(p, err) {
					return
				}
			}
		}
		p := &Producer{Store: s}
		if _, err := p.Begin(ctx, spec); err != nil {
			t.Fatal(err)
		}
		if err := p.Fill(ctx, spec, first); !errors.Is(err, killed) {
			t.Fatal(err)
		}
		for i := range chunks {
			c := claim(t, s, Ref{"b", fmt.Sprint(i), 1})
			if c == nil {
				t.Fatalf("chunk %d was not put", i)
			}
			rows, _ := unsolvable(c)
			if _, err := s.Commit(ctx, c, Result{Rows: rows}); err != nil {
				t.Fatal(err)
			}
		}
		go func() { _ = answer(ctx, s, "b") }()
		again := &Producer{Store: s, Window: NewWindow(4)}
		ahead, filled := make(chan struct{}), make(chan error, 1)
		go func() {
			<-ahead // the reader has read what was there
			filled <- again.Fill(ctx, spec, puzzles(n))
		}()
		var got []int64
		settled := 0
		opts := RowsOptions{Follow: true, Settled: func() {
			again.Window.Finish()
			if settled++; settled == chunks {
				close(ahead)
			}
		}}
		for row, err := range s.Rows(ctx, "b", opts) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, row.Seq)
		}
		inOrder(t, got, n)
		if err := <-filled; err != nil {
			t.Error(err)
		}
	})
}
