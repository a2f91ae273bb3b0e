//go:build chaos

package chaos

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"

	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

// A master dies, or freezes for ten seconds and comes back, in the middle of a
// batch, and a replica takes its place. Every puzzle has its row, the right
// one; what had to be repaired, and how long nothing moved, is printed.
func TestSentinelFailOver(t *testing.T) {
	x := redistest.StartSentinels(t)
	failOver(t, x.URL(), sentinelClient(t, x.URL()), x.Healed, func(*rand.Rand) *redistest.Server { return x.Master() })
}

// One of three masters of a cluster goes, and its replica takes its place.
func TestClusterFailOver(t *testing.T) {
	c := redistest.StartReplicatedCluster(t)
	opts, err := redis.ParseClusterURL(strings.Replace(c.URL(), "redis-cluster://", "redis://", 1))
	if err != nil {
		t.Fatal(err)
	}
	rdb := redis.NewClusterClient(opts)
	t.Cleanup(func() { _ = rdb.Close() })
	failOver(t, c.URL(), rdb, c.Healed, func(r *rand.Rand) *redistest.Server {
		masters := c.Masters()
		return masters[r.IntN(len(masters))]
	})
}

func sentinelClient(t *testing.T, rawURL string) redis.UniversalClient {
	t.Helper()
	u, err := url.Parse(rawURL)
	if err != nil {
		t.Fatal(err)
	}
	rdb := redis.NewFailoverClient(&redis.FailoverOptions{MasterName: u.Query().Get("master"), SentinelAddrs: strings.Split(u.Host, ",")})
	t.Cleanup(func() { _ = rdb.Close() })
	return rdb
}

// failOver runs a batch a round; in each, the server that victim picks fails.
func failOver(t *testing.T, url string, rdb redis.UniversalClient, healed func() bool, victim func(*rand.Rand) *redistest.Server) {
	redis.SetLogger(&logging.VoidLogger{}) // tests take Redis away on purpose
	rounds := fleet.Size(t, "CHAOS_ROUNDS", 10, 1)
	n := fleet.Size(t, "CHAOS_FAILOVER_PUZZLES", 30_000, 20_000)
	seed, r := fleet.Seed(t)
	f := fleet.New(t, url)
	f.StartWorker("--slots", "1")
	f.StartWorker("--slots", "1")
	for i := range rounds {
		round := &failOverRound{
			Fleet: f, rdb: rdb, file: filepath.Join(f.Dir, fmt.Sprintf("puzzles-%d.jsonl", i)),
			rows: filepath.Join(f.Dir, fmt.Sprintf("rows-%d.jsonl", i)), freeze: i%3 == 2,
		}
		forms := fleet.Generate(t, round.file, n, "-side", "12", "-seed", fmt.Sprint(seed+uint64(i)))
		round.run(i, int64(float64(n)*(0.1+0.5*r.Float64())), func() *redistest.Server { return victim(r) })
		rows, err := os.Open(round.rows)
		if err != nil {
			t.Fatal(err)
		}
		fleet.Verify(t, rows, forms)
		_ = rows.Close()
		for deadline := time.Now().Add(time.Minute); !healed(); time.Sleep(200 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("Redis has not healed within a minute")
			}
		}
	}
}

// failOverRound is one batch and one fault.
type failOverRound struct {
	*fleet.Fleet
	rdb        redis.UniversalClient
	file, rows string
	freeze     bool // instead of a kill

	batch   string
	last    int64         // rows when the counter last moved
	moved   time.Time     // when it did
	longest time.Duration // without a move, since the fault
	back    int64         // rows that the fail-over took back
	reruns  int           // of the producer
}

// run submits and reads the batch, has a server fail at so many rows, and
// prints what it took.
func (x *failOverRound) run(i int, at int64, victim func() *redistest.Server) {
	x.T.Helper()
	before := x.requeued()
	producer := x.produce()
	x.watch(producer, func() bool { return x.last >= at })
	server := victim()
	if server == nil {
		x.T.Fatal("there is no master to fail")
	}
	fault := "killed"
	began := time.Now()
	if x.freeze {
		fault = "frozen for 10 s"
		server.Freeze()
		time.AfterFunc(10*time.Second, server.Thaw)
	} else {
		server.Kill()
	}
	hit := x.last
	x.longest, x.moved = 0, began
	for {
		over := make(chan error, 1)
		go func() { over <- producer.Wait() }()
		err := x.until(over)
		if err == nil {
			break
		}
		if x.reruns++; x.reruns > 3 {
			x.T.Fatalf("round %d: the producer: %v\n%s", i, err, producer.Log())
		}
		x.T.Logf("round %d: the producer had to be run again: %v\n%s", i, err, producer.Log())
		producer = x.produce()
	}
	took := time.Since(began)
	if x.freeze {
		time.Sleep(max(0, 10500*time.Millisecond-took)) // until it is thawed
	} else {
		server.Restart()
	}
	mended := "0 chunks"
	if m := regexp.MustCompile(`put (\d+ chunks?) again`).FindStringSubmatch(producer.Log()); m != nil {
		mended = m[1]
	}
	x.T.Logf("round %d: master %s at %d rows; longest without progress %v; done %v after the fault; %d rows taken back; %d chunks queued again by workers, %s put again by the producer, %d reruns of it",
		i, fault, hit, x.longest.Round(10*time.Millisecond), took.Round(10*time.Millisecond), x.back, x.requeued()-before, mended, x.reruns)
}

func (x *failOverRound) produce() *fleet.Process {
	return x.Start("solve", "--memo", "off", "--algorithm", "sokoban=priority-bfs", "--to", "jsonl", "--progress", "none", "-o", x.rows, x.file)
}

// watch looks at the counter of rows until so is.
func (x *failOverRound) watch(producer *fleet.Process, so func() bool) {
	x.T.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !so(); time.Sleep(20 * time.Millisecond) {
		x.look()
		if time.Now().After(deadline) {
			x.T.Fatalf("no progress to speak of within two minutes, %d rows\n%s", x.last, producer.Log())
		}
	}
}

// until looks at the counter of rows until the producer is over.
func (x *failOverRound) until(over <-chan error) error {
	x.T.Helper()
	deadline := time.After(3 * time.Minute)
	for {
		select {
		case err := <-over:
			return err
		case <-deadline:
			x.T.Fatalf("not done three minutes after the fault: %d rows\n%s", x.last, x.state())
		case <-time.After(20 * time.Millisecond):
			x.look()
		}
	}
}

// look reads the counter; a Redis that does not answer has not moved it.
func (x *failOverRound) look() {
	ctx, cancel := context.WithTimeout(x.T.Context(), time.Second)
	defer cancel()
	if x.batch == "" {
		ids, err := x.rdb.ZRevRange(ctx, "gridmill:open", 0, 0).Result()
		if err != nil || len(ids) == 0 {
			return
		}
		x.batch, x.moved = ids[0], time.Now()
	}
	rows, err := x.rdb.HGet(ctx, fleet.Key(x.batch, "meta"), "rows").Int64()
	now := time.Now()
	if err == nil && rows != x.last {
		x.back += max(0, x.last-rows)
		x.last, x.moved = rows, now
		return
	}
	x.longest = max(x.longest, now.Sub(x.moved))
}

// state is what Redis and the workers say, for the report of a failure.
func (x *failOverRound) state() string {
	ctx, cancel := context.WithTimeout(x.T.Context(), 5*time.Second)
	defer cancel()
	var b strings.Builder
	fmt.Fprintln(&b, "meta", x.rdb.HGetAll(ctx, fleet.Key(x.batch, "meta")))
	fmt.Fprintln(&b, "in", x.rdb.HKeys(ctx, fleet.Key(x.batch, "in")))
	fmt.Fprintln(&b, "claims", x.rdb.ZRangeWithScores(ctx, fleet.Key(x.batch, "claims"), 0, 9))
	fmt.Fprintln(&b, "tries", x.rdb.HGetAll(ctx, fleet.Key(x.batch, "tries")))
	fmt.Fprintln(&b, "open", x.rdb.ZRange(ctx, "gridmill:open", 0, -1))
	for _, w := range x.Workers {
		log := w.Log()
		fmt.Fprintln(&b, log[max(0, len(log)-2000):])
	}
	return b.String()
}

// requeued is how many chunks the workers say they have queued again.
func (x *failOverRound) requeued() int {
	total := 0
	for _, w := range x.Workers {
		for _, m := range regexp.MustCompile(`queued again .* chunks=(\d+)`).FindAllStringSubmatch(w.Log(), -1) {
			n, _ := strconv.Atoi(m[1]) // digits
			total += n
		}
	}
	return total
}
