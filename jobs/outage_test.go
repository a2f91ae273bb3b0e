package jobs

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/test/redistest"
)

// notices keeps what the user was told.
type notices struct {
	mu   sync.Mutex
	told []string
}

// wait waits until a text has been told n times. Should it never be, whoever
// looks at what was told sees it.
func (n *notices) wait(text string, times int) {
	for deadline := time.Now().Add(30 * time.Second); strings.Count(n.String(), text) < times && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
}

func (n *notices) add(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.told = append(n.told, text)
}

func (n *notices) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return strings.Join(n.told, "\n")
}

func connect(t *testing.T, cfg Config) *Store {
	t.Helper()
	s, err := Connect(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// answerAll answers the chunks of the batch b as a worker would, until it is
// done.
func answerAll(ctx context.Context, s *Store) error { return answer(ctx, s, "b") }

// answer answers the chunks of a batch as a worker would, until it is done.
func answer(ctx context.Context, s *Store, id string) error {
	for i := 0; ctx.Err() == nil; {
		c, err := s.Claim(ctx, Ref{id, fmt.Sprint(i), 1})
		if err != nil {
			return err
		}
		if c == nil {
			if b, err := s.Batch(ctx, id); err == nil && b.State == StateDone {
				return nil
			}
			if s.rdb.HExists(ctx, s.keys.out(id), fmt.Sprint(i)).Val() {
				i++
			} else {
				time.Sleep(5 * time.Millisecond)
			}
			continue
		}
		rows, _ := unsolvable(c)
		if _, err := s.Commit(ctx, c, Result{Rows: rows}); err != nil {
			return err
		}
		i++
	}
	return ctx.Err()
}

// roundTrip submits n puzzles, answers and reads them, all at once, while
// something happens to Redis.
func roundTrip(t *testing.T, cfg Config, n int, happens func()) []int64 {
	t.Helper()
	s, other := connect(t, cfg), connect(t, cfg)
	spec := Spec{ID: "b", Keep: time.Hour, Total: int64(n)}
	p := &Producer{Store: s}
	if _, err := p.Begin(t.Context(), spec); err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	defer running.Wait()
	slowly := func(yield func(solver.Puzzle, error) bool) {
		i := 0
		for puzzle, err := range puzzles(n) {
			if i++; i == n/2 {
				happens()
			}
			if !yield(puzzle, err) {
				return
			}
		}
	}
	running.Go(func() {
		if err := p.Fill(t.Context(), spec, slowly); err != nil {
			t.Errorf("Fill: %v", err)
		}
	})
	running.Go(func() {
		if err := answerAll(t.Context(), other); err != nil {
			t.Errorf("answer: %v", err)
		}
	})
	return seqs(t, s, RowsOptions{Follow: true})
}

func TestABatchOutlastsAnOutage(t *testing.T) {
	for _, row := range []struct {
		what       string
		begin, end func(r *redistest.Server)
	}{
		{"a crash and a restart", (*redistest.Server).Kill, (*redistest.Server).Restart},
		{"a freeze", (*redistest.Server).Freeze, (*redistest.Server).Thaw},
	} {
		t.Run(row.what, func(t *testing.T) {
			t.Parallel()
			r := redistest.Start(t, "--appendfsync", "always") // nobody sweeps here
			var told notices
			var over sync.WaitGroup
			got := roundTrip(t, Config{URL: r.URL(), Notice: told.add}, 3000, func() {
				row.begin(r)
				over.Go(func() {
					told.wait("does not answer", 2)
					if s := told.String(); strings.Count(s, "does not answer") != 2 { // by two stores
						t.Errorf("told while it lasts:\n%s", s)
					}
					row.end(r)
				})
			})
			over.Wait()
			inOrder(t, got, 3000)
			// A process that stood still itself may tell of more, each with its end.
			s := told.String()
			if ends := strings.Count(s, "answers again"); ends < 2 || ends != strings.Count(s, "does not answer") {
				t.Errorf("told:\n%s", s)
			}
		})
	}
}

func TestAFullMemoryIsWaitedOut(t *testing.T) {
	t.Parallel()
	r := redistest.Start(t, "--maxmemory", "100mb")
	var told notices
	var over sync.WaitGroup
	got := roundTrip(t, Config{URL: r.URL(), Notice: told.add}, 3000, func() {
		r.CLI("config", "set", "maxmemory", "1mb")
		over.Go(func() {
			told.wait("no memory left", 1)
			r.CLI("config", "set", "maxmemory", "0")
		})
	})
	over.Wait()
	inOrder(t, got, 3000)
	if s := told.String(); !strings.Contains(s, "no memory left") || !strings.Contains(s, "answers again") {
		t.Errorf("told:\n%s", s)
	}
}

// A Redis that hangs for longer than a reply is waited for also leaves
// connections half greeted. They are dropped, and whoever waits goes on as
// soon as it answers again.
func TestARedisThatHungIsUsedAgainAtOnce(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	s := open(t, server.URL())
	submit(t, s, 3)
	server.Freeze()
	const askers = 40 // more than the pool has connections
	asked := make(chan error, askers)
	for range askers {
		go func() {
			_, err := s.Batch(t.Context(), "b")
			asked <- err
		}()
	}
	time.Sleep(5 * time.Second)
	server.Thaw()
	late := time.After(20 * time.Second)
	for range askers {
		select {
		case err := <-asked:
			if err != nil {
				t.Error(err)
			}
		case <-late:
			t.Fatal("somebody still waits for a Redis that answers")
		}
	}
}
