//go:build e2e

package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/gridmill/gridmill/test/redistest"
)

// tally is how status counts where the rows of a batch came from.
type tally struct{ Solves, Hits, Waits, Dropped int }

// submitted hands a file to the fleet, waits for its rows, and returns them
// with their origins and the time it took.
func (f *fleet) submitted(file string, args ...string) (rows []byte, origins tally, took time.Duration) {
	f.t.Helper()
	began := time.Now()
	id := strings.TrimSpace(string(f.gridmill("submit", append([]string{"submit", "--progress", "none", file}, args...)...)))
	rows = f.gridmill("results", "results", "--progress", "none", "--follow", id)
	took = time.Since(began)
	var batch struct{ Memo tally }
	if err := json.Unmarshal(f.gridmill("status", "status", id), &batch); err != nil {
		f.t.Fatal(err)
	}
	return rows, batch.Memo, took
}

// distinctKeys counts the keys of the puzzles of a file.
func (f *fleet) distinctKeys(file string) int {
	f.t.Helper()
	seen := map[string]bool{}
	for key := range strings.FieldsSeq(string(f.gridmill("keys", "lookup", "--key", file))) {
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
			forms := generate(t, file, n, "-distinct", fmt.Sprint(n/10), "-seed", fmt.Sprint(workers))
			f := newFleet(t, redistest.Start(t))
			for range workers {
				f.startWorker()
			}
			keys := f.distinctKeys(file)
			rows, on, with := f.submitted(file)
			verify(t, bytes.NewReader(rows), forms)
			_, off, without := f.submitted(file, "--memo", "off")
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
	forms := generate(t, file, n)
	f := newFleet(t, redistest.Start(t))
	first := f.startWorker()
	_, before, _ := f.submitted(file)
	_ = first.cmd.Process.Kill() // its own memory of the answers goes with it
	_ = first.cmd.Wait()
	flipped, swapped := f.damage(1000)
	f.startWorker()
	f.startWorker()
	rows, after, _ := f.submitted(file, "--fresh")
	verify(t, bytes.NewReader(rows), forms)
	t.Logf("flipped a byte of %d values and exchanged %d: first %+v, then %+v", flipped, swapped, before, after)
	if most := flipped + swapped; after.Dropped < most*9/10 || after.Dropped > most {
		t.Errorf("%d dropped, of %d damaged", after.Dropped, most)
	}
	if after.Solves < after.Dropped || after.Hits == 0 {
		t.Errorf("%+v", after)
	}
}

// damage flips one byte of n remembered values and exchanges others by twos.
func (f *fleet) damage(n int) (flipped, swapped int) {
	f.t.Helper()
	opts, err := redis.ParseURL(f.redis.URL())
	if err != nil {
		f.t.Fatal(err)
	}
	rdb := redis.NewClient(opts)
	defer func() { _ = rdb.Close() }()
	ctx := context.Background()
	var names []string
	for it := rdb.Scan(ctx, 0, "gridmill:memo:*", 1000).Iterator(); it.Next(ctx); {
		names = append(names, it.Val())
	}
	r := rand.New(rand.NewPCG(1, 9))
	for i, name := range names {
		value, err := rdb.Get(ctx, name).Bytes()
		if err != nil {
			f.t.Fatal(err)
		}
		switch {
		case i < n:
			value[r.IntN(len(value))] ^= byte(1 + r.IntN(255))
			flipped++
		case i%4 == 0 && i+1 < len(names):
			other, err := rdb.Get(ctx, names[i+1]).Bytes()
			if err != nil {
				f.t.Fatal(err)
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
		f := newFleet(b, redistest.Start(b))
		f.startQuietWorker()
		f.startQuietWorker()
		generate(b, file, n, "-kind", "sokoban", "-side", "6", "-seed", fmt.Sprint(i))
		f.submitted(file, "--memo", "off", "--max-states", "999") // warms up
		var cost [2]time.Duration
		for k, mode := range []string{"off", "on"} {
			before := f.cpu()
			f.submitted(file, "--memo", mode)
			cost[k] = f.cpu() - before
		}
		extra = append(extra, float64((cost[1]-cost[0]).Microseconds())/n)
		b.Logf("off %v, on %v: %.2f µs a puzzle; %d bytes a puzzle in Redis", cost[0], cost[1], extra[len(extra)-1], f.memoBytes())
		f.stop()
	}
	slices.Sort(extra)
	b.ReportMetric(extra[len(extra)/2], "extra-µs/puzzle")
}

// cpu is the time the server, the workers and the producers have spent.
func (f *fleet) cpu() time.Duration {
	f.t.Helper()
	total := f.spent
	pids := []int{f.redis.PID()}
	for _, w := range f.workers {
		pids = append(pids, w.cmd.Process.Pid)
	}
	for _, pid := range pids {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			f.t.Fatal(err)
		}
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+2:]))
		for _, field := range fields[11:13] { // user and system time, in hundredths of a second
			ticks, err := strconv.ParseInt(field, 10, 64)
			if err != nil {
				f.t.Fatal(err)
			}
			total += time.Duration(ticks) * 10 * time.Millisecond
		}
	}
	return total
}

// memoBytes is what Redis takes for one remembered answer, key and all.
func (f *fleet) memoBytes() int64 {
	f.t.Helper()
	opts, err := redis.ParseURL(f.redis.URL())
	if err != nil {
		f.t.Fatal(err)
	}
	rdb := redis.NewClient(opts)
	defer func() { _ = rdb.Close() }()
	ctx := context.Background()
	var sum, count int64
	for it := rdb.Scan(ctx, 0, "gridmill:memo:*", 100).Iterator(); it.Next(ctx) && count < 1000; count++ {
		sum += rdb.MemoryUsage(ctx, it.Val()).Val()
	}
	return sum / max(1, count)
}
