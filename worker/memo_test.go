package worker

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/test/redistest"
)

// party is a worker that counts what it solves and remembers it in url.
func party(t *testing.T, url string, solves *atomic.Int64) *Worker {
	t.Helper()
	store, err := jobs.Open(t.Context(), url, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return New(Config{
		Kinds: solver.Kinds{scripted{solves}}, Share: solver.Budget{Time: time.Hour},
		Memo: store.NewMemo(jobs.MemoConfig{Local: 1 << 20}),
	})
}

// gated is a scripted kind whose puzzle "gated" takes until the gate is open.
type gated struct {
	scripted
	gate chan struct{}
}

func (g gated) Solve(ctx context.Context, form string, opts solver.Options, budget solver.Budget) (solver.Answer, error) {
	if form == "gated" {
		<-g.gate
	}
	return g.scripted.Solve(ctx, form, opts, budget)
}

// runOf answers forms as one chunk of w.
func runOf(t *testing.T, w *Worker, opts jobs.Options, forms ...string) jobs.Result {
	t.Helper()
	return runOfChunk(t, w, "7", opts, forms...)
}

func runOfChunk(t *testing.T, w *Worker, name string, opts jobs.Options, forms ...string) jobs.Result {
	t.Helper()
	chunk := &jobs.Chunk{Ref: jobs.Ref{Chunk: name}, Options: opts}
	for i, form := range forms {
		chunk.Puzzles = append(chunk.Puzzles, solver.Puzzle{Seq: int64(i), Kind: "scripted", Form: form})
	}
	var asker *jobs.Asker
	switch opts.Memo {
	case jobs.MemoOff:
	case jobs.MemoRefresh:
		asker = w.cfg.Memo.Refresher(t.Name()+opts.Algorithms["batch"], "1")
	default:
		asker = w.cfg.Memo.Asker()
	}
	r := w.newRun(chunk, asker, w.cfg.Log)
	if err := r.answer(t.Context()); err != nil {
		t.Error(err)
	}
	return r.result(asker)
}

func sources(rows []solver.Row) map[solver.Source]int {
	n := map[solver.Source]int{}
	for _, row := range rows {
		n[row.Source]++
	}
	return n
}

func TestGuisesInAChunkAreSolvedOnce(t *testing.T) {
	var solves atomic.Int64
	w := party(t, redistest.Start(t).URL(), &solves)
	forms := []string{"solve~1", "unsolvable~1", "solve~2", "solve~3", "unsolvable~2", "panic~1", "panic~2"}
	for n, row := range []struct {
		reason string
		opts   jobs.Options
		solves int64
		memo   int // rows
	}{
		{"nothing is known", jobs.Options{}, 3, 3},
		{"all but what broke is known", jobs.Options{}, 1, 5},
		{"without the memo each is solved", jobs.Options{Memo: jobs.MemoOff}, 7, 0},
		{"a refresh solves each key again", jobs.Options{Memo: jobs.MemoRefresh}, 3, 3},
		{"but once for its batch, apart from what broke", jobs.Options{Memo: jobs.MemoRefresh}, 1, 5},
		{"and again for another", jobs.Options{Memo: jobs.MemoRefresh, Algorithms: map[string]string{"batch": "2"}}, 3, 3},
	} {
		solves.Store(0)
		result := runOf(t, w, row.opts, forms...)
		if len(result.Rows) != len(forms) || solves.Load() != row.solves || sources(result.Rows)[solver.FromMemo] != row.memo {
			t.Errorf("%d, %s: %d solves, rows %v", n, row.reason, solves.Load(), sources(result.Rows))
		}
		for _, got := range result.Rows {
			if (got.Status == solver.Failed) != (got.Seq >= 5) || got.Key == "" {
				t.Errorf("%s: %+v", row.reason, got)
			}
		}
	}
}

func TestAPuzzleIsSolvedByOneWhileOthersWait(t *testing.T) {
	url := redistest.Start(t).URL()
	var solves atomic.Int64
	const parties = 4
	kind := gated{scripted{&solves}, make(chan struct{})}
	open := sync.OnceFunc(func() { close(kind.gate) })
	defer open()
	results := make(chan jobs.Result, parties)
	for n := range parties {
		w := party(t, url, &solves)
		w.cfg.Kinds = solver.Kinds{kind}
		go func() {
			results <- runOf(t, w, jobs.Options{}, fmt.Sprint("gated~", n), fmt.Sprint("mine ", n))
		}()
	}
	// Whoever has solved his own has been told that another has the gated one.
	until(t, "all but one wait", func() bool { return solves.Load() == parties-1 })
	open()
	waits := 0
	for range parties {
		result := <-results
		if len(result.Rows) != 2 || len(result.Held) != 0 {
			t.Errorf("rows %+v, held %v", result.Rows, result.Held)
		}
		waits += result.Waits
	}
	if solves.Load() != 1+parties || waits != parties-1 {
		t.Errorf("%d solves, %d waits", solves.Load(), waits)
	}
}

func TestAWaiterTakesOverFromOneWhoGivesUp(t *testing.T) {
	url := redistest.Start(t).URL()
	var solves atomic.Int64
	first, second := party(t, url, &solves), party(t, url, &solves)
	asker := first.cfg.Memo.Asker()
	q := &jobs.Question{Key: solver.NewKeyer(scripted{}, solver.Options{}).Key(digest(t, "solve")), Algorithm: solver.Auto}
	if known, err := asker.Ask(t.Context(), []*jobs.Question{q}); err != nil || known[0].Knowledge != jobs.Mine {
		t.Fatal(known, err)
	}
	done := make(chan jobs.Result)
	go func() { done <- runOf(t, second, jobs.Options{}, "solve~1", "other") }()
	select {
	case result := <-done:
		t.Fatalf("did not wait: %+v", result)
	case <-time.After(200 * time.Millisecond):
	}
	if err := asker.ReleaseAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if result := <-done; sources(result.Rows)[solver.FromSearch] != 2 || result.Waits != 0 {
		t.Errorf("taken over: %+v", result)
	}
}

func digest(t *testing.T, form string) solver.Digest {
	t.Helper()
	_, _, d, err := solver.NewKeyer(scripted{}, solver.Options{}).Digest(form)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestAWaitThatIsTooLongHoldsThePuzzleBack(t *testing.T) {
	url := redistest.Start(t).URL()
	var solves atomic.Int64
	first, second := party(t, url, &solves), party(t, url, &solves)
	asker := first.cfg.Memo.Asker()
	q := &jobs.Question{Key: solver.NewKeyer(scripted{}, solver.Options{}).Key(digest(t, "solve")), Algorithm: solver.Auto}
	if _, err := asker.Ask(t.Context(), []*jobs.Question{q}); err != nil {
		t.Fatal(err)
	}
	second.cfg.Share.Time = 100 * time.Millisecond
	if result := runOf(t, second, jobs.Options{}, "solve~1", "other", "solve~2"); len(result.Held) != 2 || len(result.Rows) != 1 {
		t.Errorf("in company: %+v", result)
	}
	// Held back before, it waits as long as it may search, and then searches
	// itself.
	own := jobs.Options{Budget: solver.Budget{Time: 200 * time.Millisecond}}
	began := time.Now()
	if result := runOfChunk(t, second, "7.1", own, "solve~1"); len(result.Held) != 0 || sources(result.Rows)[solver.FromSearch] != 1 {
		t.Errorf("alone: %+v", result)
	}
	if waited := time.Since(began); waited < own.Budget.Time {
		t.Errorf("waited %v only", waited)
	}
}

func TestARunGoesOnWithoutAMemoThatFails(t *testing.T) {
	server := redistest.Start(t)
	var solves atomic.Int64
	w := party(t, server.URL(), &solves)
	store, err := jobs.Open(t.Context(), server.URL(), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil { // its memo can ask nobody any more
		t.Fatal(err)
	}
	w.cfg.Memo = store.NewMemo(jobs.MemoConfig{})
	result := runOf(t, w, jobs.Options{}, "solve~1", "unsolvable", "solve~2")
	if len(result.Rows) != 3 || len(result.Held) != 0 || solves.Load() != 2 {
		t.Errorf("%d solves, %+v", solves.Load(), result)
	}
}
