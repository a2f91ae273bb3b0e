package jobs

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/test/redistest"
)

func TestAProducerHoldsBackUntilThereIsRoom(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		reason string
		fill   func(t *testing.T, r *redistest.Server, s *Store)
		clear  func(t *testing.T, r *redistest.Server, s *Store)
		most   int64
		told   string
	}{
		{
			"too many chunks wait",
			func(t *testing.T, _ *redistest.Server, s *Store) { submit(t, s, 300) },
			func(t *testing.T, _ *redistest.Server, s *Store) {
				if err := answerAll(t.Context(), s); err != nil {
					t.Error(err)
				}
			},
			20, "chunks wait for workers already",
		},
		{
			"the memory is nearly full",
			func(t *testing.T, r *redistest.Server, s *Store) {
				if err := s.rdb.SetRange(t.Context(), "ballast", 30<<20, "x").Err(); err != nil {
					t.Fatal(err)
				}
				v, err := s.Server(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				r.CLI("config", "set", "maxmemory", fmt.Sprint(v.UsedMemory*11/10)) // full to about nine tenths
			},
			func(_ *testing.T, r *redistest.Server, _ *Store) { r.CLI("config", "set", "maxmemory", "1gb") },
			0, "the memory of Redis is full to",
		},
	} {
		t.Run(row.reason, func(t *testing.T) {
			t.Parallel()
			r := redistest.Start(t)
			s := open(t, r.URL())
			row.fill(t, r, s)
			var told notices
			held := make(chan struct{}, 1)
			p := &Producer{Store: s, MaxWaiting: row.most, Held: func(reason string) {
				told.add(reason)
				if reason != "" {
					select {
					case held <- struct{}{}:
					default: // once is enough
					}
				}
			}}
			spec := Spec{ID: "c", Keep: time.Hour, Total: 2000}
			if _, err := p.Begin(t.Context(), spec); err != nil {
				t.Fatal(err)
			}
			filled := make(chan error, 1)
			go func() { filled <- p.Fill(t.Context(), spec, puzzles(2000)) }()
			<-held
			if b, err := s.Batch(t.Context(), "c"); err != nil || b.State != StateOpen {
				t.Errorf("while it holds back: %+v, %v", b, err)
			}
			row.clear(t, r, s)
			if row.most > 0 { // its own chunks count too
				go func() { _ = answer(t.Context(), s, "c") }()
			}
			if err := <-filled; err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(told.String(), "\n")
			if !strings.Contains(lines[0], row.told) || lines[len(lines)-1] != "" || len(lines)%2 != 0 {
				t.Errorf("told %q", lines)
			}
		})
	}
}

func TestAnInterruptEndsHoldingBackAtOnce(t *testing.T) {
	t.Parallel()
	s := open(t, redistest.Start(t).URL())
	submit(t, s, 300)
	ctx, cancel := context.WithCancel(t.Context())
	p := &Producer{Store: s, MaxWaiting: 1, Held: func(string) { cancel() }}
	spec := Spec{ID: "c", Keep: time.Hour, Total: 2000}
	if _, err := p.Begin(ctx, spec); err != nil {
		t.Fatal(err)
	}
	if err := p.Fill(ctx, spec, puzzles(2000)); !errors.Is(err, context.Canceled) {
		t.Errorf("Fill = %v", err)
	}
}

func TestSmallBatchesDoNotWaitBehindLargeOnes(t *testing.T) {
	t.Parallel()
	s := open(t, redistest.Start(t).URL())
	submit(t, s, 300)
	p := &Producer{Store: s, MaxWaiting: 1, Held: func(reason string) { t.Errorf("held back: %s", reason) }}
	spec := Spec{ID: "c", Keep: time.Hour, Total: 16}
	if _, err := p.Begin(t.Context(), spec); err != nil {
		t.Fatal(err)
	}
	if err := p.Fill(t.Context(), spec, puzzles(16)); err != nil {
		t.Fatal(err)
	}
}

func BenchmarkLookingForRoom(b *testing.B) {
	s, err := Open(b.Context(), redistest.Start(b).URL(), "")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for i := range 10 {
		if _, err := s.create(b.Context(), Spec{ID: fmt.Sprint(i), Keep: time.Hour, Total: 100}); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if reason, err := s.full(b.Context(), 1000, true); reason != "" || err != nil {
			b.Fatal(reason, err)
		}
	}
}
