package jobs

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/test/redistest"
)

// keysLike lists the keys of all masters that match a pattern.
func keysLike(t *testing.T, s *Store, pattern string) []string {
	t.Helper()
	cluster, ok := s.rdb.(*redis.ClusterClient)
	if !ok {
		return s.rdb.Keys(t.Context(), pattern).Val()
	}
	var mu sync.Mutex
	var all []string
	err := cluster.ForEachMaster(t.Context(), func(ctx context.Context, node *redis.Client) error {
		some, err := node.Keys(ctx, pattern).Result()
		mu.Lock()
		defer mu.Unlock()
		all = append(all, some...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What a batch that refreshes the memo leaves behind is gone when it is done,
// what it told the memo is not, nor is what another batch still needs.
func TestWhatIsRefreshedGoesWithItsBatch(t *testing.T) {
	for _, row := range []struct {
		what string
		url  func() string
	}{
		{"redis-server", func() string { return redistest.Start(t).URL() }},
		{"cluster", func() string { return redistest.StartCluster(t) }},
	} {
		t.Run(row.what, func(t *testing.T) {
			s := open(t, row.url())
			submit(t, s, 1)
			m := s.NewMemo(MemoConfig{})
			const chunks, each = 3 * dropPage, 3
			for c := range chunks {
				a := m.Refresher("b", "1")
				var asked []*Question
				var answers []Answered
				for n := range each {
					asked = append(asked, ask(each*c+n))
					answers = append(answers, Answered{asked[n], found("R", 1)})
				}
				known, err := a.Ask(t.Context(), asked)
				if err != nil || slices.ContainsFunc(known, func(k Known) bool { return k.Knowledge != Mine }) {
					t.Fatal(known, err)
				}
				if c == 0 {
					continue // it was called off: its reservations stay
				}
				if err := a.Tell(t.Context(), answers); err != nil {
					t.Fatal(err)
				}
			}
			says(t, m.Refresher("other", "1"), ask(0))
			if k := says(t, m.Refresher("b", "2"), ask(each)); k.Knowledge != Mine {
				t.Errorf("a batch made anew finds %v", k)
			}
			left := keysLike(t, s, "gridmill:refresh:*")
			if len(left) != chunks*each+2 {
				t.Fatalf("%d keys", len(left))
			}
			for _, key := range append(left, s.keys.refreshes("b")) {
				if ttl := s.rdb.PTTL(t.Context(), key).Val(); ttl <= 0 || ttl > refreshLife {
					t.Errorf("%s lives for %v", key, ttl)
				}
			}
			chunk := claim(t, s, Ref{"b", "0", 1})
			rows, _ := unsolvable(chunk)
			if _, err := s.Commit(t.Context(), chunk, Result{Rows: rows}); err != nil {
				t.Fatal(err)
			}
			if left := keysLike(t, s, "gridmill:*refresh*"); len(left) != 2 { // one value and the list of the other batch
				t.Errorf("left: %q", left)
			}
			if memo := keysLike(t, s, "gridmill:memo:*"); len(memo) != (chunks-1)*each {
				t.Errorf("the memo has %d answers", len(memo))
			}
		})
	}
}

// A worker that dies while it drops what was refreshed leaves the rest, and the
// batch, to the sweep.
func TestASweepDropsWhatWasRefreshed(t *testing.T) {
	s := open(t, redistest.Start(t).URL())
	submit(t, s, 1)
	says(t, s.NewMemo(MemoConfig{}).Refresher("b", "1"), ask(0))
	chunk := claim(t, s, Ref{"b", "0", 1})
	args, _, err := s.commitArgs(chunk, Result{Rows: cancelledRows(chunk.Puzzles)})
	if err != nil {
		t.Fatal(err)
	}
	if err := commitScript.Run(t.Context(), s.rdb, s.keys.all("b"), args...).Err(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := keysLike(t, s, "gridmill:*refresh*"); len(left) != 0 {
		t.Errorf("left: %q", left)
	}
	if open, err := s.OpenBatches(t.Context()); err != nil || len(open) != 0 {
		t.Errorf("open: %v, %v", open, err)
	}
}

// A reservation of the memo itself is written over by whoever asks next, and
// needs no timer.
func TestReservationsOfTheMemoStay(t *testing.T) {
	s := open(t, redistest.Start(t).URL())
	m := s.NewMemo(MemoConfig{})
	for n := range 2 { // the second time the memo is known not to be empty
		q := ask(0)
		q.Budget = solver.Budget{States: int64(n)}
		says(t, m.Asker(), q)
		if ttl := s.rdb.PTTL(t.Context(), s.keys.memo(q.identity())).Val(); ttl != -1 {
			t.Errorf("a reservation lives for %v", ttl)
		}
	}
}

func BenchmarkDropRefreshed(b *testing.B) {
	s, err := Open(b.Context(), redistest.Start(b).URL(), "")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	m := s.NewMemo(MemoConfig{})
	const chunks, each = 100, 256
	for b.Loop() {
		b.StopTimer()
		for c := range chunks {
			asked := make([]*Question, each)
			for n := range asked {
				asked[n] = &Question{Key: solver.Key(fmt.Sprint("none:1:", c*each+n)), Algorithm: solver.Auto}
			}
			if _, err := m.Refresher("b", "1").Ask(b.Context(), asked); err != nil {
				b.Fatal(err)
			}
		}
		b.StartTimer()
		if err := s.dropRefreshed(b.Context(), "b"); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*chunks*each), "ns/key")
}
