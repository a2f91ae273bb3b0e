//go:build chaos

package chaos

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

// One puzzle among 500 kills whatever process answers it, in each of the ways
// there are, while workers are also killed at random: all others are answered,
// and that one is failed and says why.
func TestPoison(t *testing.T) {
	for _, row := range []struct{ how, says string }{
		{"exit", "exit status 1"},
		{"kill", "signal: killed"},
		{"stack", "exit status 2: "},
		{"alloc", "exit status 2: "},
		{"hang", "no answer after "},
	} {
		t.Run(row.how, func(t *testing.T) {
			if row.how != "exit" && fleet.Size(t, "CHAOS_POISONS", 5, 1) == 1 {
				t.Skip("the small form has one way to die")
			}
			poison(t, row.how, row.says)
		})
	}
}

func poison(t *testing.T, how, says string) {
	_, r := fleet.Seed(t)
	f := fleet.New(t, redistest.Start(t).URL())
	store := open(t, f.URL)
	const innocents = 500
	forms := standins(innocents, "sleep 20ms", "innocent")
	guilty := r.IntN(innocents)
	forms[guilty] = fleet.Form{Kind: fleet.Standin, Puzzle: "die " + how + " poison"}
	// A chunk takes no longer than workers live on average.
	budget := solver.Budget{Time: 5 * time.Second, Bytes: 256 << 20}
	submit(t, store, jobs.Spec{ID: "b", Options: jobs.Options{Budget: budget}}, forms)

	p := &plague{Fleet: f, rand: r}
	for range 3 {
		p.alive = append(p.alive, p.start())
	}
	began := time.Now()
	p.spread(store, "b", 5*time.Minute)
	t.Logf("done after %v; %d workers killed at random, %d by the poison", time.Since(began).Round(time.Second), p.kills, p.deaths)

	n := int64(0)
	for row, err := range store.Rows(t.Context(), "b", jobs.RowsOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		if row.Seq != n {
			t.Fatalf("row %d has seq %d", n, row.Seq)
		}
		n++
		if row.Seq != int64(guilty) {
			if row.Status != solver.Solved {
				t.Errorf("row %d, an innocent, is %s: %+v", row.Seq, row.Status, row.Error)
			}
			continue
		}
		if row.Status != solver.Failed || !strings.Contains(row.Error.Reason, says) || !strings.Contains(row.Error.Reason, "died three times") {
			t.Errorf("the poison is %s: %+v", row.Status, row.Error)
			continue
		}
		t.Logf("the poison: %s", row.Error.Reason)
	}
	if n != innocents {
		t.Errorf("%d rows", n)
	}
	for _, w := range p.alive {
		w.Kill()
	}
	left := p.apart()
	for deadline := time.Now().Add(10 * time.Second); len(left) > 0 && time.Now().Before(deadline); left = p.apart() {
		time.Sleep(50 * time.Millisecond) // they are told by the kernel, and may not have run since
	}
	if len(left) > 0 {
		t.Errorf("processes apart have outlived their workers: %v", left)
	}
}

// plague is a fleet that loses workers, and gets new ones as a supervisor
// would start them.
type plague struct {
	*fleet.Fleet
	rand          *rand.Rand
	alive         []*fleet.Process
	kills, deaths int
}

func (p *plague) start() *fleet.Process {
	p.T.Helper()
	return p.StartStandinWorker("--slots", "2")
}

// mostKills ends the killing: three deaths of a puzzle that hangs take most of a
// minute, which no worker lives while others are killed every few seconds.
const mostKills = 12

// spread kills a worker every few seconds, up to mostKills, and waits until the
// batch is done.
func (p *plague) spread(store *jobs.Store, id string, atMost time.Duration) {
	began := time.Now()
	next := began.Add(2 * time.Second)
	for ; ; time.Sleep(50 * time.Millisecond) {
		b, err := store.Batch(p.T.Context(), id)
		if err != nil && !errors.Is(err, context.Canceled) {
			p.T.Fatal(err)
		}
		if b.State == jobs.StateDone {
			return
		}
		if time.Since(began) > atMost {
			p.T.Fatalf("%d of %d rows after %v\n%s", b.Rows, b.Total, atMost, p.alive[0].Log())
		}
		for i, w := range p.alive {
			if gone(w) {
				p.deaths++
				p.alive[i] = p.start()
			}
		}
		if p.kills < mostKills && time.Now().After(next) {
			i := p.rand.IntN(len(p.alive))
			p.alive[i].Kill()
			p.kills++
			p.alive[i] = p.start()
			next = time.Now().Add(time.Duration(2000+p.rand.IntN(3000)) * time.Millisecond)
		}
	}
}

// gone reports whether a worker has ended of itself.
func gone(w *fleet.Process) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", w.PID()))
	if err != nil {
		return true
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return strings.HasPrefix(after, "Z")
}

// apart lists the processes that answer alone for a worker of this fleet.
func (p *plague) apart() []string {
	p.T.Helper()
	lines, err := filepath.Glob("/proc/*/cmdline")
	if err != nil {
		p.T.Fatal(err)
	}
	var pids []string
	for _, path := range lines {
		line, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(line), "\x00answer-alone\x00") {
			continue
		}
		dir := filepath.Dir(path)
		environ, err := os.ReadFile(filepath.Join(dir, "environ"))
		if err == nil && strings.Contains(string(environ), "GRIDMILL_REDIS="+p.URL+"\x00") {
			pids = append(pids, filepath.Base(dir))
		}
	}
	return pids
}
