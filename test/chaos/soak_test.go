//go:build chaos

package chaos

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver/solvertest"
	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

const (
	soakRate = 500              // puzzles a second, of each of the two who submit batches
	soakKeep = 30 * time.Second // of done batches, and of remembered answers four times that
	asksOff  = 500 * time.Millisecond
)

// An hour of mixed load: batches of all kinds, two at a time, single puzzles
// between them, done batches that expire and a memo that forgets. What the
// workers and Redis hold does not grow.
func TestSoak(t *testing.T) {
	span := fleet.Span(t, "CHAOS_SOAK", time.Hour, 30*time.Second)
	seed, _ := fleet.Seed(t)
	server := redistest.Start(t)
	f := fleet.New(t, server.URL())
	for range 2 {
		f.StartWorker("--log-level", "info", "--worker.listen", "127.0.0.1:0", "--memo.local", "8MiB", "--memo.ttl", (4 * soakKeep).String())
	}
	s := &soak{t: t, store: open(t, f.URL), end: time.Now().Add(span)}
	var load sync.WaitGroup
	for i := range 2 {
		load.Go(func() { s.submitBatches(i, rand.New(rand.NewPCG(seed, uint64(i)))) })
	}
	load.Go(func() { s.askSingles(f, rand.New(rand.NewPCG(seed, 2))) })
	samples := watchMemory(f, server.PID(), s.end)
	load.Wait()
	rdb := f.Client()
	t.Logf("%d batches with %d puzzles, %d single ones; %d keys and %d listed batches left in Redis", s.batches.Load(), s.puzzles.Load(), s.singles.Load(),
		rdb.DBSize(t.Context()).Val(), rdb.ZCard(t.Context(), "gridmill:batches").Val())
	t.Log(slopes(samples))
	checkFlat(t, samples, span)
}

// soak is the load, and what it came to.
type soak struct {
	t     *testing.T
	store *jobs.Store
	end   time.Time

	batches, puzzles, singles atomic.Int64
}

// submitBatches submits one batch after the other and reads its rows, at a
// bounded rate.
func (s *soak) submitBatches(who int, r *rand.Rand) {
	for n := 0; time.Now().Before(s.end); n++ {
		began := time.Now()
		id := fmt.Sprintf("soak-%d-%d", who, n)
		forms := soakForms(r)
		// What refreshers tell each other stays for an hour, so that it would
		// grow for as long as this lasts: not MemoRefresh.
		modes := []jobs.MemoMode{jobs.MemoOn, jobs.MemoOn, jobs.MemoOn, jobs.MemoOff}
		opts := jobs.Options{Memo: modes[n%len(modes)]}
		submit(s.t, s.store, jobs.Spec{ID: id, Keep: soakKeep, Options: opts}, forms)
		rows := 0
		for row, err := range s.store.Rows(s.t.Context(), id, jobs.RowsOptions{Follow: true}) {
			if err != nil || !row.Status.Verdict() || row.Seq != int64(rows) {
				s.t.Errorf("%s: row %d is %+v, %v", id, rows, row, err)
				return
			}
			rows++
		}
		if rows != len(forms) {
			s.t.Errorf("%s: %d rows for %d puzzles", id, rows, len(forms))
		}
		s.batches.Add(1)
		s.puzzles.Add(int64(rows))
		time.Sleep(time.Until(began.Add(time.Duration(rows) * time.Second / soakRate)))
	}
}

// soakForms returns some hundreds to thousands of puzzles of one kind or of
// all, some of them levels of several boxes, which may go to the hard lane, and
// some guises of others.
func soakForms(r *rand.Rand) []fleet.Form {
	forms := make([]fleet.Form, 200+r.IntN(2800))
	only := r.IntN(6)
	for i := range forms {
		kind := only
		if kind > 2 {
			kind = r.IntN(3)
		}
		switch {
		case i > 0 && r.IntN(4) == 0:
			forms[i] = guise(r, forms[r.IntN(i)])
		case kind == 0 && r.IntN(100) == 0:
			forms[i] = fleet.Form{Kind: "sokoban", Puzzle: solvertest.RoomSokoban(r, 10, 10, 4+r.IntN(2), 300)}
		case kind == 0:
			forms[i] = fleet.Form{Kind: "sokoban", Puzzle: solvertest.RandomSokoban(r, 10, 10, 0.25)}
		case kind == 1:
			forms[i] = fleet.Form{Kind: "mapf", Puzzle: solvertest.RandomMapf(r, 10, 10, 1+r.IntN(3), 0.45)}
		default:
			forms[i] = fleet.Form{Kind: "solitaire", Puzzle: solvertest.WalkSolitaire(r, 8, 8, 4, r.IntN(10))}
		}
	}
	return forms
}

func guise(r *rand.Rand, f fleet.Form) fleet.Form {
	switch f.Kind {
	case "sokoban":
		f.Puzzle = solvertest.GuiseSokoban(r, f.Puzzle)
	case "mapf":
		f.Puzzle = solvertest.GuiseMapf(r, f.Puzzle)
	case "solitaire":
		f.Puzzle = solvertest.GuiseSolitaire(r, f.Puzzle)
	}
	return f
}

// askSingles asks for one puzzle at a time.
func (s *soak) askSingles(f *fleet.Fleet, r *rand.Rand) {
	a := &asker{t: s.t, fleet: f, store: s.store, rand: r, keep: soakKeep}
	var times []time.Duration
	for time.Now().Before(s.end) {
		times = append(times, a.inside())
		s.singles.Add(1)
		time.Sleep(asksOff)
	}
	slices.Sort(times)
	s.t.Logf("a single puzzle took %v (median), %v (p99)", percentile(times, 50), percentile(times, 99))
}

// slopes describes how the samples went, as a table.
func slopes(samples []sample) string {
	var text strings.Builder
	text.WriteString("\n| what | first | last | most | slope over the last five sixths |\n| --- | ---: | ---: | ---: | ---: |\n")
	rest := samples[len(samples)/6:]
	for _, name := range names(samples) {
		most := 0.0
		for _, s := range samples {
			most = max(most, s.values[name])
		}
		unit := "KiB"
		if strings.Contains(name, "goroutines") || strings.Contains(name, "objects") {
			unit = ""
		}
		fmt.Fprintf(&text, "| %s | %.0f | %.0f | %.0f | %+.2f %s/min |\n", name, rest[0].values[name], samples[len(samples)-1].values[name], most, slope(rest, name), unit)
	}
	return text.String()
}

func names(samples []sample) []string {
	var all []string
	for name := range samples[0].values {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// slope fits a line to a value by least squares, and returns its rise a minute.
func slope(samples []sample, name string) float64 {
	var n, sx, sy, sxx, sxy float64
	for _, s := range samples {
		x, y := s.at.Minutes(), s.values[name]
		n, sx, sy, sxx, sxy = n+1, sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	if d := n*sxx - sx*sx; d != 0 {
		return (n*sxy - sx*sy) / d
	}
	return 0
}

// checkFlat compares the last quarter of a long soak with the second: what
// grows for ever shows, what only breathes does not.
func checkFlat(t *testing.T, samples []sample, span time.Duration) {
	t.Helper()
	quarter := len(samples) / 4
	if span < 10*time.Minute || quarter == 0 {
		return
	}
	for _, name := range names(samples) {
		before, after := middle(samples[quarter:2*quarter], name), middle(samples[3*quarter:], name)
		if strings.Contains(name, "Redis") {
			continue // the batches that are kept come in all sizes
		}
		if after > before*1.25 {
			t.Errorf("%s: %.0f in the second quarter, %.0f in the last", name, before, after)
		}
	}
}

func middle(samples []sample, name string) float64 {
	var values []float64
	for _, s := range samples {
		values = append(values, s.values[name])
	}
	slices.Sort(values)
	return values[len(values)/2]
}
