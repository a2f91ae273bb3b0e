//go:build budgets

// Package budgets puts each kind, algorithm and size to every limit of a budget
// and prints what was asked, what was spent and how much memory the process
// took. Each cell of the table is a process of its own, so that one's memory
// does not hide another's.
package budgets

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/kinds"
)

// childMark in the environment makes the test binary answer one question.
const childMark = "GRIDMILL_BUDGETS_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childMark) != "" {
		child()
		return
	}
	os.Exit(m.Run())
}

const (
	// mostLate is how much later than a limit of time or a cancel a search may end,
	// in processor time: others on the machine are not the search's fault.
	mostLate = 50 * time.Millisecond
	// mostExtra is how many bytes a process may take besides those of its budget:
	// the board as read, and what the Go runtime keeps for itself.
	mostExtra = 24 << 20
)

func TestBudgetsHold(t *testing.T) {
	const row = "%-9s  %-15s  %-12s  %-6s  %7s  %-12s  %8v  %5s  %9v  %9s  %8v  %7v  %9v  %5v\n"
	fmt.Printf(row, "kind", "size", "algorithm", "limit", "asked", "ended", "states", "bound", "took", "over", "gap", "peak MB", "search MB", "twice")
	for _, c := range instances() {
		t.Run(c.kind+" "+c.size, func(t *testing.T) {
			kind := kinds.All().Lookup(c.kind)
			q := question{Kind: c.kind, Form: c.hardest(t, kind), Options: c.opts}
			for _, name := range append([]string{solver.Auto}, kind.Info().Algorithms...) {
				for _, l := range limits() {
					q.Options.Algorithm, q.Budget, q.Cancel = name, l.budget, l.cancel
					r := ask(t, q)
					judge(t, name+" "+l.name+" "+l.asked(), l, r)
					fmt.Printf(row, q.Kind, c.size, name, l.name, l.asked(),
						r.Ended, r.Answer.States, bound(r), r.Took.Round(10*time.Microsecond), over(l, r), r.Gap.Round(10*time.Microsecond),
						r.Peak>>20, r.search()>>20, (r.PeakAgain-r.Before)>>20)
				}
			}
		})
	}
}

// judge checks that a cell has kept its budget.
func judge(t *testing.T, where string, l limit, r reply) {
	t.Helper()
	if l.budget.States > 0 && r.Ended == "limit states" && r.Answer.States != l.budget.States {
		t.Errorf("%s: %d states", where, r.Answer.States)
	}
	if b := l.budget.Bytes; b > 0 && (r.search() > b+mostExtra || r.PeakAgain-r.Before > b+mostExtra) {
		t.Errorf("%s: the process took %d bytes for the search, %d for two", where, r.search(), r.PeakAgain-r.Before)
	}
	if r.Gap > mostLate {
		t.Errorf("%s: no look at the context for %s", where, r.Gap)
	}
	if r.Differs != "" {
		t.Errorf("%s: %s", where, r.Differs)
	}
	if r.Answer.Status == solver.Limited && r.Answer.Bound < 1 {
		t.Errorf("%s: the bound is %d", where, r.Answer.Bound)
	}
}

func bound(r reply) string {
	if r.Answer.Status == solver.Limited {
		return fmt.Sprint(r.Answer.Bound)
	}
	return "-"
}

// over is how long after its limit of time a search ended, or by how much it
// went beyond another limit.
func over(l limit, r reply) string {
	switch {
	case l.budget.States > 0:
		return fmt.Sprint(max(0, r.Answer.States-l.budget.States))
	case l.budget.Bytes > 0:
		return fmt.Sprintf("%d MB", max(0, r.search()-l.budget.Bytes)>>20)
	default:
		return r.Late.Round(10 * time.Microsecond).String()
	}
}

// ask has a process of its own answer q.
func ask(t *testing.T, q question) reply {
	t.Helper()
	in, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childMark+"=1")
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v", q.Kind, q.Options.Algorithm, err)
	}
	var r reply
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatalf("%s: %v", strings.TrimSpace(string(out)), err)
	}
	return r
}
