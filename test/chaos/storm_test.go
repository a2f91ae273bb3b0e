//go:build chaos

// Package chaos puts a fleet of real processes through what real fleets go
// through, and prints what it took: run it with make chaos, or in a small form
// with make chaos-small. Sizes and the seed of each test can be set by the
// environment; each prints its own.
package chaos

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

const (
	stormWorkers = 4
	stormSlots   = 2 // of a worker, in each lane
	killEvery    = 3 * time.Second
)

// A batch goes through a storm: workers are killed, one is frozen, Redis and
// the producer are killed, and every puzzle has exactly one row, the right one.
func TestStorm(t *testing.T) {
	n := fleet.Size(t, "CHAOS_PUZZLES", 200_000, 8_000)
	span := fleet.Span(t, "CHAOS_SECONDS", 10*time.Minute, 40*time.Second)
	seed, r := fleet.Seed(t)
	forms := stormForms(t, n, span, seed, r)
	file := filepath.Join(t.TempDir(), "puzzles.jsonl")
	fleet.Write(t, file, forms)

	server := redistest.Start(t)
	f := fleet.New(t, server.URL())
	for range stormWorkers {
		f.StartStandinWorker(stormArgs...)
	}
	id := submitInPieces(f, file, n)
	s := &storm{
		Fleet: f, server: server, batch: id, file: file, span: span, rand: r,
		progress: newProgress(f.Client(), id), began: time.Now(),
	}
	reader := s.startReader()
	s.rage()
	s.progress.stop()
	if err := reader.wait(); err != nil {
		t.Fatalf("reader: %v", err)
	}
	s.report()
	checkOutput(t, f, id, n)
	rows := reader.open()
	defer func() { _ = rows.Close() }()
	fleet.Verify(t, rows, forms)
	if least := int(span/time.Second) / 6; s.busy < least {
		t.Errorf("%d kills hit a busy worker, fewer than %d", s.busy, least)
	}
}

var stormArgs = []string{"--slots", fmt.Sprint(stormSlots), "--hard-slots", fmt.Sprint(stormSlots)}

// stormForms returns n puzzles of all kinds, as many of them sleeping ones as
// keep the workers for about span, and one in two thousand slow enough for the
// hard lane.
func stormForms(t *testing.T, n int, span time.Duration, seed uint64, r *rand.Rand) []fleet.Form {
	t.Helper()
	const shortest, spread = 20, 160                  // in milliseconds
	work := span * stormWorkers * stormSlots * 9 / 10 // deaths add the rest
	sleepers := min(n/2, int(work/((shortest+spread/2)*time.Millisecond)))
	file := filepath.Join(t.TempDir(), "real.jsonl")
	forms := fleet.Generate(t, file, n-sleepers, "-seed", fmt.Sprint(seed), "-distinct", fmt.Sprint((n-sleepers)*9/10))
	for i := range sleepers {
		form := fmt.Sprintf("sleep %[1]dms s%[2]d work=%[1]dms", shortest+r.IntN(spread), i)
		if i%2000 == 0 {
			form = fmt.Sprintf("sleep %dms h%d", 1000+r.IntN(4000), i)
		}
		forms = append(forms, fleet.Form{Kind: fleet.Standin, Puzzle: form})
	}
	r.Shuffle(len(forms), func(i, j int) { forms[i], forms[j] = forms[j], forms[i] })
	t.Logf("%d puzzles, %d of them sleeping ones", n, sleepers)
	return forms
}

// submitInPieces submits the file, and kills the producer once in the middle.
// It returns the batch's id.
func submitInPieces(f *fleet.Fleet, file string, n int) string {
	f.T.Helper()
	rdb := f.Client()
	id := ""
	producer := f.StartStandin("submit", "--halt", fmt.Sprint(n/2), file)
	put := func(what string) int64 { return rdb.HLen(f.T.Context(), fleet.Key(id, what)).Val() }
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			f.T.Fatal("the producer put nothing within a minute")
		}
		if id == "" {
			if ids := rdb.ZRange(f.T.Context(), "gridmill:open", 0, -1).Val(); len(ids) == 1 {
				id = ids[0]
			}
			continue
		}
		if put("in")+put("out") > 20 {
			break
		}
	}
	producer.Kill()
	state := rdb.HGet(f.T.Context(), fleet.Key(id, "meta"), "state").Val()
	if state != string(jobs.StateOpen) {
		f.T.Fatalf("the producer was killed too late: the batch is %s", state)
	}
	f.T.Logf("killed the producer when %d chunks waited and %d were answered", put("in"), put("out"))
	resubmit(f, file, id)
	return id
}

// resubmit runs the producer to its end. It must find the batch id.
func resubmit(f *fleet.Fleet, file, id string) {
	f.T.Helper()
	out, err := f.Command("standin", "submit", file).Output()
	if err != nil || strings.TrimSpace(string(out)) != id {
		f.T.Fatalf("the producer, run again, said %q, %v; want %s", out, err, id)
	}
}

// checkOutput compares what lies in Redis with what the batch says of itself.
func checkOutput(t *testing.T, f *fleet.Fleet, id string, n int) {
	t.Helper()
	rdb := f.Client()
	out, err := fleet.NewOutput(rdb, id)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := out.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	times := make([]int, n)
	counts := map[solver.Status]int64{}
	for _, row := range rows {
		if row.Seq < 0 || row.Seq >= int64(n) {
			t.Fatalf("a row of puzzle %d of %d", row.Seq, n)
		}
		times[row.Seq]++
		counts[row.Status]++
	}
	for seq, k := range times {
		if k != 1 {
			t.Errorf("puzzle %d has %d rows", seq, k)
		}
	}
	store := open(t, f.URL)
	b, err := store.Batch(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if b.State != jobs.StateDone || b.Total != int64(n) || b.Rows != int64(n) {
		t.Errorf("the batch is %s with %d rows of %d; want %d", b.State, b.Rows, b.Total, n)
	}
	for _, status := range solver.Statuses() {
		if b.Counts[status] != counts[status] {
			t.Errorf("the batch counts %d rows %s, there are %d", b.Counts[status], status, counts[status])
		}
	}
	if failed := counts[solver.Failed]; failed > 0 {
		t.Errorf("%d rows failed", failed)
	}
	for _, what := range []string{"in", "claims", "tries"} {
		if left := rdb.Exists(t.Context(), fleet.Key(id, what)).Val(); left != 0 {
			t.Errorf("%s is still there after the last row", what)
		}
	}
	t.Logf("rows in Redis %v; the batch counts %v, memo %+v", counts, b.Counts, b.Memo)
}

// open connects to a Redis as the product does. It closes with the test.
func open(t *testing.T, url string) *jobs.Store {
	t.Helper()
	store, err := jobs.Open(t.Context(), url, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}
