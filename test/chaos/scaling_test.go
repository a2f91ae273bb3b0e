//go:build chaos

package chaos

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

// halfTrip is what the network adds in each direction: 1 ms a round trip.
const halfTrip = 500 * time.Microsecond

// Chunks of 5 ms of waiting, and a network of 1 ms a round trip, for 1 to 64
// worker processes of one slot.
func TestScalingOfSleepingWork(t *testing.T) {
	most := fleet.Size(t, "CHAOS_WORKERS", 64, 8)
	span := fleet.Span(t, "CHAOS_SCALING", 10*time.Second, 2*time.Second)
	var table strings.Builder
	table.WriteString("\n| workers | chunks/s | efficiency | CPU of Redis | CPU of the workers | CPU of the proxy | CPU of others | round trips a chunk |\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	one := 0.0
	for n := 1; n <= most; n *= 2 {
		got := sleepingThroughput(t, n, span)
		if n == 1 {
			one = got.rate
		}
		fmt.Fprintf(&table, "| %d | %.0f | %.0f %% | %.0f %% | %.0f %% | %.0f %% | %.0f %% | %.1f |\n",
			n, got.rate, 100*got.rate/one/float64(n), 100*got.redis, 100*got.workers, 100*got.proxy, 100*got.others, got.trips)
	}
	t.Logf("a round trip through the proxy takes %v; 100 %% of CPU is one core%s", trip(t), table.String())
}

// load is what a fleet does a second, and the cores that it takes.
type load struct {
	rate                  float64 // rows a second
	redis, workers, proxy float64
	others                float64 // of the machine, which have nothing to do with it: 0, for figures that count
	trips                 float64 // a row
}

func sleepingThroughput(t *testing.T, n int, span time.Duration) load {
	t.Helper()
	server := redistest.Start(t)
	near := fleet.New(t, server.URL())
	far := fleet.New(t, fleet.Delay(t, server.URL(), halfTrip))
	store := open(t, near.URL)
	// Enough for all workers to be busy to the end; Total makes one chunk of each.
	count := min(n*int((span+5*time.Second)/(5*time.Millisecond)), 60_000)
	submit(t, store, jobs.Spec{ID: "sleep", Total: 17}, standins(count, "sleep 5ms", "p"))
	for range n {
		far.StartStandinWorker("--log-level", "error", "--slots", "1", "--hard-slots", "0", "--interactive-slots", "0")
	}
	waitServing(near, n)
	defer far.Stop()
	return measure(far, near.Client(), server.PID(), "sleep", span)
}

// measure watches the workers of f at a batch for a while.
func measure(f *fleet.Fleet, rdb *redis.Client, redisPID int, batch string, span time.Duration) load {
	f.T.Helper()
	look := func() (rows, trips int64, spent [4]time.Duration) {
		rows, err := rdb.HGet(f.T.Context(), fleet.Key(batch, "meta"), "rows").Int64()
		if err != nil {
			f.T.Fatal(err)
		}
		return rows, infoNumber(f.T, rdb, "total_reads_processed"),
			[4]time.Duration{fleet.CPU(f.T, redisPID), f.CPU(), fleet.CPU(f.T, os.Getpid()), fleet.MachineCPU(f.T)}
	}
	began := time.Now()
	rows, trips, spent := look()
	time.Sleep(span)
	rowsAfter, tripsAfter, spentAfter := look()
	took := time.Since(began).Seconds()
	cores := func(i int) float64 { return (spentAfter[i] - spent[i]).Seconds() / took }
	if state := rdb.HGet(f.T.Context(), fleet.Key(batch, "meta"), "state").Val(); state == string(jobs.StateDone) {
		f.T.Errorf("the work ended within %v; there was too little", span)
	}
	return load{
		rate:  float64(rowsAfter-rows) / took,
		redis: cores(0), workers: cores(1), proxy: cores(2), others: max(0, cores(3)-cores(0)-cores(1)-cores(2)),
		trips: float64(tripsAfter-trips) / float64(max(1, rowsAfter-rows)),
	}
}

// infoNumber reads a number from what Redis says of itself.
func infoNumber(t testing.TB, rdb *redis.Client, field string) int64 {
	t.Helper()
	text, err := rdb.Info(t.Context()).Result()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok && name == field {
			n, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				t.Fatalf("%s: %v", field, err)
			}
			return n
		}
	}
	t.Fatalf("Redis says nothing of %s", field)
	return 0
}

// waitServing waits until n worker processes serve the fleet's Redis.
func waitServing(f *fleet.Fleet, n int) {
	f.T.Helper()
	at, err := asynq.ParseRedisURI(f.URL)
	if err != nil {
		f.T.Fatal(err)
	}
	inspector := asynq.NewInspector(at)
	defer func() { _ = inspector.Close() }()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		servers, err := inspector.Servers()
		if err != nil {
			f.T.Fatal(err)
		}
		processes := map[int]bool{}
		for _, server := range servers {
			processes[server.PID] = true
		}
		if len(processes) == n {
			return
		}
		if time.Now().After(deadline) {
			f.T.Fatalf("%d workers of %d after a minute", len(processes), n)
		}
	}
}

// Real puzzles, solved by one worker and by two, of one slot each.
func TestScalingOfRealWork(t *testing.T) {
	n := fleet.Size(t, "CHAOS_REAL", 12_000, 2_000)
	seed, _ := fleet.Seed(t)
	file := filepath.Join(t.TempDir(), "puzzles.jsonl")
	forms := fleet.Generate(t, file, n, "-kind", "sokoban", "-boxes", "4", "-side", "10", "-seed", fmt.Sprint(seed))
	var table strings.Builder
	table.WriteString("\n| workers | puzzles/s | efficiency | CPU of Redis | CPU of the workers |\n| ---: | ---: | ---: | ---: | ---: |\n")
	one := 0.0
	for workers := 1; workers <= 2; workers++ {
		server := redistest.Start(t)
		f := fleet.New(t, server.URL())
		store := open(t, f.URL)
		for range workers {
			f.StartQuietWorker()
		}
		waitServing(f, workers)
		began := time.Now()
		submit(t, store, jobs.Spec{ID: "real", Options: jobs.Options{Memo: jobs.MemoOff}}, forms)
		waitDone(t, store, "real", 10*time.Minute)
		took := time.Since(began).Seconds()
		rate := float64(n) / took
		if workers == 1 {
			one = rate
		}
		fmt.Fprintf(&table, "| %d | %.0f | %.0f %% | %.0f %% | %.0f %% |\n", workers, rate, 100*rate/one/float64(workers),
			100*fleet.CPU(t, server.PID()).Seconds()/took, 100*f.CPU().Seconds()/took)
		f.Stop()
		server.Kill()
	}
	t.Logf("%d levels of four boxes, without the memo; 100 %% of CPU is one core of %d%s", n, runtime.NumCPU(), table.String())
}

// trip is the median time of a round trip through the proxy, when nothing else
// goes through it.
func trip(t *testing.T) time.Duration {
	t.Helper()
	f := fleet.New(t, fleet.Delay(t, redistest.Start(t).URL(), halfTrip))
	rdb := f.Client()
	times := make([]time.Duration, 200)
	for i := range times {
		began := time.Now()
		if err := rdb.Ping(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
		times[i] = time.Since(began)
	}
	slices.Sort(times)
	return percentile(times, 50)
}
