//go:build chaos

package chaos

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/kinds"
	"github.com/gridmill/gridmill/solver/solvertest"
	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

// memoryMiB is the limit of the worker that is given more than it can take.
const memoryMiB = 512

// A worker that may take 512 MiB, of which the kernel or an address space of
// that size allows no more, is given puzzles that want far more, with budgets
// larger than that: every one gets its row, and the worker lives.
func TestAWorkerNeverDiesOfMemory(t *testing.T) {
	_, r := fleet.Seed(t)
	f := fleet.New(t, redistest.Start(t).URL())
	store := open(t, f.URL)
	forms := greedy(r, fleet.Size(t, "CHAOS_GREEDY", 6, 2))
	worker := confined(t, f, "worker", "--slots", "4", "--log-level", "info")
	opts := jobs.Options{
		Budget:     solver.Budget{Bytes: 4 << 30, Time: 20 * time.Second},
		Algorithms: map[string]string{"sokoban": "priority-bfs"},
	}
	for _, id := range []string{"named", "auto"} {
		submit(t, store, jobs.Spec{ID: id, Options: opts}, forms)
		waitAlive(t, store, id, worker)
		checkRows(t, store, id, forms)
		opts.Algorithms = nil
	}
	peak := status(t, worker.PID(), "VmHWM")
	t.Logf("the worker took %d MiB at most", peak)
	if peak >= memoryMiB {
		t.Errorf("the worker took %d MiB of %d", peak, memoryMiB)
	}
}

// waitAlive waits until a batch is done by a worker that lives.
func waitAlive(t *testing.T, store *jobs.Store, id string, w *fleet.Process) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		b, err := store.Batch(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if gone(w) || time.Now().After(deadline) {
			t.Fatalf("batch %s has %d of %d rows, and the worker is gone: %v\n%s", id, b.Rows, b.Total, gone(w), w.Log())
		}
		if b.State == jobs.StateDone {
			return
		}
	}
}

// greedy returns n puzzles of each size that wants much memory.
func greedy(r *rand.Rand, n int) []fleet.Form {
	var forms []fleet.Form
	for range n {
		forms = append(forms,
			fleet.Form{Kind: "mapf", Puzzle: solvertest.RandomMapf(r, 40, 40, 5, 0.2)},
			fleet.Form{Kind: "mapf", Puzzle: solvertest.RandomMapf(r, 1000, 1000, 5, 0.1)},
			fleet.Form{Kind: "sokoban", Puzzle: solvertest.RandomSokoban(r, 1000, 1000, 0.1)},
			fleet.Form{Kind: "sokoban", Puzzle: solvertest.RandomSokoban(r, 200, 200, 0.15)},
			fleet.Form{Kind: "sokoban", Puzzle: solvertest.RoomSokoban(r, 20, 20, 8, 400)},
			fleet.Form{Kind: "sokoban", Puzzle: crowded(1000)},
			fleet.Form{Kind: "solitaire", Puzzle: solvertest.RandomSolitaire(r, 8, 8, 8)},
			fleet.Form{Kind: "sokoban", Puzzle: strings.Repeat("#-", 5<<20)},
		)
	}
	return forms
}

// crowded is a board of side by side cells with boxes and goals all over.
func crowded(side int) string {
	wall := strings.Repeat("#", side+2)
	rows := []string{wall, "#@" + strings.Repeat("-", side-1) + "#"}
	for i := range side - 1 {
		row := strings.Repeat("-", side)
		if i%3 == 1 {
			row = strings.Repeat("$-.-", side/4)
		}
		rows = append(rows, "#"+row+"#")
	}
	return strings.Join(append(rows, wall), "|")
}

// checkRows checks that there is a row for each form, in order, and that it is
// an outcome of the puzzle.
func checkRows(t *testing.T, store *jobs.Store, id string, forms []fleet.Form) {
	t.Helper()
	counts := map[string]int{}
	n := 0
	for row, err := range store.Rows(t.Context(), id, jobs.RowsOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		if row.Seq != int64(n) {
			t.Fatalf("row %d has seq %d", n, row.Seq)
		}
		counts[string(row.Status)+" "+string(row.Limit)]++
		switch row.Status {
		case solver.Solved:
			cost, err := kinds.All().Lookup(row.Kind).Replay(forms[n].Puzzle, *row.Plan)
			if err != nil || cost != row.Cost {
				t.Errorf("row %d: the plan replays to %v, %v; want %v", n, cost, err, row.Cost)
			}
		case solver.Failed, solver.Cancelled:
			t.Errorf("row %d is %s: %+v", n, row.Status, row.Error)
		default: // as good an outcome
		}
		n++
	}
	if n != len(forms) {
		t.Errorf("%d rows for %d puzzles", n, len(forms))
	}
	if counts["limit bytes"] == 0 {
		t.Errorf("no puzzle came to the limit of memory: %v", counts)
	}
	t.Logf("batch %s: %v", id, counts)
}

// confined starts gridmill in a control group with memoryMiB of memory, or
// where no group can be made with that much address space to write to.
func confined(t *testing.T, f *fleet.Fleet, args ...string) *fleet.Process {
	t.Helper()
	group := filepath.Join("/sys/fs/cgroup/memory", fmt.Sprintf("gridmill-test-%d", os.Getpid()))
	if err := os.Mkdir(group, 0o700); err == nil {
		t.Cleanup(func() { _ = os.Remove(group) }) // the kernel keeps it while a process is in it
		if err := os.WriteFile(filepath.Join(group, "memory.limit_in_bytes"), []byte(strconv.Itoa(memoryMiB<<20)), 0o600); err != nil {
			t.Fatal(err)
		}
		t.Logf("bounded by the control group %s", group)
		cmd := f.Command("gridmill")
		cmd.Path = "/bin/sh"
		cmd.Args = append([]string{"sh", "-c", `echo $$ > "$0/cgroup.procs" && exec "$@"`, group, fleet.Program(t, "gridmill")}, args...)
		return f.Run(cmd)
	}
	t.Log("bounded by RLIMIT_DATA")
	cmd := f.Command("gridmill")
	cmd.Path = "/usr/bin/prlimit"
	args = append(args, "--memory", fmt.Sprintf("%dMiB", memoryMiB*4/5))
	cmd.Args = append([]string{"prlimit", fmt.Sprintf("--data=%d", memoryMiB<<20), fleet.Program(t, "gridmill")}, args...)
	return f.Run(cmd)
}

// status returns a number of MiB that the kernel knows about a process.
func status(t *testing.T, pid int, name string) int {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(name + `:\s+(\d+) kB`).FindSubmatch(b)
	if m == nil {
		t.Fatalf("no %s of process %d", name, pid)
	}
	kib, _ := strconv.Atoi(string(m[1])) // digits
	return kib >> 10
}
