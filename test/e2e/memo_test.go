//go:build e2e

package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

// tally is how status counts where the rows of a batch came from.
type tally struct{ Solves, Hits, Waits, Dropped int }

// submitted hands a file to the fleet, waits for its rows, and returns them
// with their origins and the time it took.
func submitted(f *fleet.Fleet, file string, args ...string) (rows []byte, origins tally, took time.Duration) {
	f.T.Helper()
	began := time.Now()
	id := strings.TrimSpace(string(f.Gridmill("submit", append([]string{"submit", "--progress", "none", file}, args...)...)))
	rows = f.Gridmill("results", "results", "--progress", "none", "--follow", id)
	took = time.Since(began)
	var batch struct{ Memo tally }
	if err := json.Unmarshal(f.Gridmill("status", "status", id), &batch); err != nil {
		f.T.Fatal(err)
	}
	return rows, batch.Memo, took
}

// distinctKeys counts the keys of the puzzles of a file.
func distinctKeys(f *fleet.Fleet, file string) int {
	f.T.Helper()
	seen := map[string]bool{}
	for key := range strings.FieldsSeq(string(f.Gridmill("keys", "lookup", "--key", file))) {
		seen[key] = true
	}
	return len(seen)
}

// Of a batch in which nine puzzles of ten are guises of the tenth, each key is
// solved once, however many workers race for it.
func TestGuisesAreSolvedOnce(t *testing.T) {
	n := puzzles(t)
	for _, workers := range []int{2, 4} {
		t.Run(fmt.Sprint(workers, " workers"), func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "puzzles.jsonl")
			forms := fleet.Generate(t, file, n, "-distinct", fmt.Sprint(n/10), "-seed", fmt.Sprint(workers))
			f := fleet.New(t, redistest.Start(t).URL())
			for range workers {
				f.StartWorker()
			}
			keys := distinctKeys(f, file)
			rows, on, with := submitted(f, file)
			fleet.Verify(t, bytes.NewReader(rows), forms)
			_, off, without := submitted(f, file, "--memo", "off")
			t.Logf("%d puzzles, %d keys: %+v in %v; without the memo %+v in %v", n, keys, on, with, off, without)
			if on.Solves != keys || on.Hits != n-keys || on.Dropped != 0 {
				t.Errorf("%+v, want %d solves", on, keys)
			}
			if off.Solves != n || off.Hits != 0 {
				t.Errorf("without the memo: %+v", off)
			}
			if solved := bytes.Count(rows, []byte(`"source":"solved"`)); solved != keys {
				t.Errorf("%d rows say that they were solved", solved)
			}
		})
	}
}

// Whatever happens to what is remembered, no row is wrong.
func TestDamagedMemoriesNeverBecomeRows(t *testing.T) {
	const n = 2000
	file := filepath.Join(t.TempDir(), "puzzles.jsonl")
	forms := fleet.Generate(t, file, n)
	f := fleet.New(t, redistest.Start(t).URL())
	first := f.StartWorker()
	_, before, _ := submitted(f, file)
	first.Kill() // its own memory of the answers goes with it
	flipped, swapped := damage(f, 1000)
	f.StartWorker()
	f.StartWorker()
	rows, after, _ := submitted(f, file, "--fresh")
	fleet.Verify(t, bytes.NewReader(rows), forms)
	t.Logf("flipped a byte of %d values and exchanged %d: first %+v, then %+v", flipped, swapped, before, after)
	if most := flipped + swapped; after.Dropped < most*9/10 || after.Dropped > most {
		t.Errorf("%d dropped, of %d damaged", after.Dropped, most)
	}
	if after.Solves < after.Dropped || after.Hits == 0 {
		t.Errorf("%+v", after)
	}
}

// damage flips one byte of n remembered values and exchanges others by twos.
func damage(f *fleet.Fleet, n int) (flipped, swapped int) {
	f.T.Helper()
	rdb := f.Client()
	ctx := context.Background()
	var names []string
	for it := rdb.Scan(ctx, 0, "gridmill:memo:*", 1000).Iterator(); it.Next(ctx); {
		names = append(names, it.Val())
	}
	r := rand.New(rand.NewPCG(1, 9))
	for i, name := range names {
		value, err := rdb.Get(ctx, name).Bytes()
		if err != nil {
			f.T.Fatal(err)
		}
		switch {
		case i < n:
			value[r.IntN(len(value))] ^= byte(1 + r.IntN(255))
			flipped++
		case i%4 == 0 && i+1 < len(names):
			other, err := rdb.Get(ctx, names[i+1]).Bytes()
			if err != nil {
				f.T.Fatal(err)
			}
			rdb.Set(ctx, names[i+1], value, 0)
			value = other
			swapped += 2
		}
		rdb.Set(ctx, name, value, 0)
	}
	return flipped, swapped
}

// BenchmarkMemo measures what the memo costs where it knows nothing: the CPU
// time of all processes a puzzle, with it and without, on puzzles never seen.
func BenchmarkMemo(b *testing.B) {
	const n = 50_000
	file := filepath.Join(b.TempDir(), "puzzles.jsonl")
	var extra []float64
	for i := 0; b.Loop(); i++ {
		server := redistest.Start(b)
		f := fleet.New(b, server.URL())
		f.StartQuietWorker()
		f.StartQuietWorker()
		fleet.Generate(b, file, n, "-kind", "sokoban", "-side", "6", "-seed", fmt.Sprint(i))
		submitted(f, file, "--memo", "off", "--max-states", "999") // warms up
		var cost [2]time.Duration
		for k, mode := range []string{"off", "on"} {
			before := f.CPU(server.PID())
			submitted(f, file, "--memo", mode)
			cost[k] = f.CPU(server.PID()) - before
		}
		extra = append(extra, float64((cost[1]-cost[0]).Microseconds())/n)
		b.Logf("off %v, on %v: %.2f µs a puzzle; %d bytes a puzzle in Redis", cost[0], cost[1], extra[len(extra)-1], memoBytes(f))
		f.Stop()
	}
	slices.Sort(extra)
	b.ReportMetric(extra[len(extra)/2], "extra-µs/puzzle")
}

// memoBytes is what Redis takes for one remembered answer, key and all.
func memoBytes(f *fleet.Fleet) int64 {
	f.T.Helper()
	rdb := f.Client()
	ctx := context.Background()
	var sum, count int64
	for it := rdb.Scan(ctx, 0, "gridmill:memo:*", 100).Iterator(); it.Next(ctx) && count < 1000; count++ {
		sum += rdb.MemoryUsage(ctx, it.Val()).Val()
	}
	return sum / max(1, count)
}
