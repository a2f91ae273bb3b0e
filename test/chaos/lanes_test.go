//go:build chaos

package chaos

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/solvertest"
	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

// Hard puzzles hold nobody back: neither the quick ones of their own batch,
// nor somebody who asks for one puzzle meanwhile.
func TestHardPuzzlesHoldNobodyBack(t *testing.T) {
	quick := fleet.Size(t, "CHAOS_QUICK", 10_000, 3_000)
	hard := fleet.Size(t, "CHAOS_HARD", 20, 4)
	long := fleet.Span(t, "CHAOS_HARD_TIME", 10500*time.Millisecond, 4*time.Second)
	seed, r := fleet.Seed(t)
	forms := fleet.Generate(t, filepath.Join(t.TempDir(), "quick.jsonl"), quick, "-seed", fmt.Sprint(seed))
	forms = append(forms, standins(hard, "cpu "+long.String(), "h")...)
	r.Shuffle(len(forms), func(i, j int) { forms[i], forms[j] = forms[j], forms[i] })

	f := fleet.New(t, redistest.Start(t).URL())
	store := open(t, f.URL)
	for range 2 {
		f.StartStandinWorker()
	}
	began := time.Now()
	submit(t, store, jobs.Spec{ID: "mixed"}, forms)
	asker := &asker{t: t, fleet: f, store: store, rand: r}
	var inside, outside []time.Duration
	for b, err := store.Batch(t.Context(), "mixed"); b.State != jobs.StateDone; b, err = store.Batch(t.Context(), "mixed") {
		asked := time.Now()
		if err != nil || asked.Sub(began) > 15*time.Minute {
			t.Fatalf("%d rows: %v", b.Rows, err)
		}
		if k := len(inside) + len(outside); k%2 == 0 {
			inside = append(inside, asker.inside())
		} else {
			outside = append(outside, asker.outside())
		}
		time.Sleep(200*time.Millisecond - time.Since(asked))
	}
	when := readTimes(t, f, forms, began)
	t.Logf("%d quick puzzles and %d that take %v: 99 %% of the quick rows after %.2f s, the first hard one after %.2f s, all after %.1f s",
		quick, hard, long, when.quick.Seconds(), when.hard.Seconds(), when.all.Seconds())
	if when.quick >= when.hard {
		t.Error("a hard puzzle ended before 99 % of the quick ones")
	}
	for name, times := range map[string][]time.Duration{"in-process": inside, "gridmill solve": outside} {
		slices.Sort(times)
		t.Logf("a single puzzle meanwhile, %s: median %v, p99 %v, of %d", name, percentile(times, 50), percentile(times, 99), len(times))
	}
	if median := percentile(inside, 50); median >= 100*time.Millisecond {
		t.Errorf("a single puzzle takes %v, want less than 100 ms", median)
	}
}

// timetable is when rows were out, counted from the submission of the batch.
type timetable struct {
	quick time.Duration // 99 of 100 quick puzzles
	hard  time.Duration // the first hard one
	all   time.Duration
}

// readTimes reads when the rows of the batch came from its events, which have
// the time of their Redis: whoever looks for rows may look late.
func readTimes(t *testing.T, f *fleet.Fleet, forms []fleet.Form, began time.Time) timetable {
	t.Helper()
	rdb := f.Client()
	events, err := rdb.XRange(t.Context(), fleet.Key("mixed", "events"), "-", "+").Result()
	if err != nil {
		t.Fatal(err)
	}
	came := map[string]time.Duration{} // by chunk
	for _, event := range events {
		if chunk, ok := event.Values["chunk"].(string); ok {
			var ms int64
			if _, err := fmt.Sscanf(event.ID, "%d-", &ms); err != nil {
				t.Fatalf("event %s: %v", event.ID, err)
			}
			came[chunk] = time.UnixMilli(ms).Sub(began)
		}
	}
	out, err := fleet.NewOutput(rdb, "mixed")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := out.Next(t.Context())
	if err != nil || len(rows) != len(forms) {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	var quick, hard []time.Duration
	for _, row := range rows {
		at, ok := came[row.Chunk]
		if !ok || !row.Status.Verdict() {
			t.Errorf("row %d is %s, its chunk %s has an event: %t", row.Seq, row.Status, row.Chunk, ok)
		}
		if forms[row.Seq].Kind == fleet.Standin {
			hard = append(hard, at)
		} else {
			quick = append(quick, at)
		}
	}
	slices.Sort(quick)
	slices.Sort(hard)
	return timetable{quick: percentile(quick, 99), hard: hard[0], all: max(quick[len(quick)-1], hard[len(hard)-1])}
}

// asker asks for single puzzles that nobody has seen.
type asker struct {
	t     *testing.T
	fleet *fleet.Fleet
	store *jobs.Store
	rand  *rand.Rand
	keep  time.Duration // of the rows; 0 means an hour
	asked int
}

func (a *asker) next() fleet.Form {
	a.asked++
	return fleet.Form{Kind: "sokoban", Puzzle: solvertest.RandomSokoban(a.rand, 10, 10, 0.25)}
}

// inside asks through the Go packages, and returns how long the row took.
func (a *asker) inside() time.Duration {
	a.t.Helper()
	form, id := a.next(), fmt.Sprint("single", a.asked)
	began := time.Now()
	submit(a.t, a.store, jobs.Spec{ID: id, Keep: a.keep}, []fleet.Form{form})
	for row, err := range a.store.Rows(a.t.Context(), id, jobs.RowsOptions{Follow: true}) {
		if err != nil || (row.Status != solver.Solved && row.Status != solver.Unsolvable) {
			a.t.Errorf("%s: %v, %v", form.Puzzle, row, err)
		}
	}
	return time.Since(began)
}

// outside asks through the command line, start of the program and all.
func (a *asker) outside() time.Duration {
	a.t.Helper()
	form := a.next()
	file := filepath.Join(a.fleet.Dir, "single.jsonl")
	fleet.Write(a.t, file, []fleet.Form{form})
	began := time.Now()
	a.fleet.Gridmill("one puzzle", "solve", "--progress", "none", "--fresh", file)
	return time.Since(began)
}
