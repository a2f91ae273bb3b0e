//go:build budgets

package budgets

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"syscall"
	"time"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/kinds"
)

// question is what a process is asked.
type question struct {
	Kind    string
	Form    string
	Options solver.Options
	Budget  solver.Budget
	Cancel  time.Duration // after which the context is called off; 0 = never
}

// reply is what it answers. Memory is in bytes.
type reply struct {
	Answer    solver.Answer
	Ended     string        // status and limit, or "cancelled"
	Took      time.Duration // the whole call
	Late      time.Duration // after the limit of time, or the cancel
	Gap       time.Duration // the most work between two looks at the context, in processor time
	Before    int64         // most memory before the search
	Peak      int64         // most memory after it
	PeakAgain int64         // most memory after the same search was made once more
	Differs   string        // how another search ended, when that was otherwise
}

// search is how much memory the search has added.
func (r reply) search() int64 { return r.Peak - r.Before }

// child answers the question on standard input.
func child() {
	var q question
	if err := json.NewDecoder(os.Stdin).Decode(&q); err != nil {
		fail(err)
	}
	kind := kinds.All().Lookup(q.Kind)
	r := reply{Before: peak()}
	r.solve(kind, q)
	r.Peak, r.PeakAgain = peak(), peak()
	if r.Took < longest {
		r.repeat(kind, q)
	}
	r.Answer.Plan = ""
	if err := json.NewEncoder(os.Stdout).Encode(r); err != nil {
		fail(err)
	}
}

// repeat answers q again, which must end in the same way.
func (r *reply) repeat(kind solver.Kind, q question) {
	again := reply{}
	again.solve(kind, q)
	r.Late, r.Gap = max(r.Late, again.Late), max(r.Gap, again.Gap)
	if timed := q.Cancel > 0 || r.Answer.Limit == solver.LimitTime; !timed && again.Answer != r.Answer {
		r.Differs = fmt.Sprintf("%+v, and then %+v", r.Answer, again.Answer)
	}
	r.PeakAgain = peak()
}

// solve answers q once.
func (r *reply) solve(kind solver.Kind, q question) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cancelled := make(chan time.Time, 1)
	if q.Cancel > 0 {
		time.AfterFunc(q.Cancel, func() {
			cancel()
			cancelled <- time.Now()
		})
	}
	begin := time.Now()
	last := busy()
	w := watch{ctx, &last, &r.Gap}
	a, err := kind.Solve(w, q.Form, q.Options, q.Budget)
	end := time.Now()
	w.look()
	r.Answer, r.Took = a, end.Sub(begin)
	switch {
	case errors.Is(err, context.Canceled):
		r.Ended, r.Late = "cancelled", max(0, end.Sub(<-cancelled))
	case err != nil:
		fail(err)
	case a.Status == solver.Limited:
		r.Ended = fmt.Sprintf("limit %s", a.Limit)
		if a.Limit == solver.LimitTime {
			r.Late = max(0, r.Took-q.Budget.Time)
		}
	default:
		r.Ended = string(a.Status)
		if q.Budget.Time > 0 {
			r.Late = max(0, r.Took-q.Budget.Time)
		}
	}
}

// watch is a context that knows how long the process has worked without a look at
// it: no search ends later than that after a limit of time or a cancel, whenever
// it comes, unless others keep the processors busy.
type watch struct {
	context.Context
	last *time.Duration
	gap  *time.Duration
}

func (w watch) Err() error {
	w.look()
	return w.Context.Err()
}

func (w watch) look() {
	now := busy()
	*w.gap, *w.last = max(*w.gap, now-*w.last), now
}

// busy returns the processor time that the process has taken so far.
func busy() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		fail(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

var highWater = regexp.MustCompile(`VmHWM:\s*(\d+) kB`)

// peak returns the most memory that the process has had so far.
func peak() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		fail(err)
	}
	m := highWater.FindSubmatch(status)
	if m == nil {
		fail(errors.New("/proc/self/status does not say how much memory was used"))
	}
	kilobytes, err := strconv.ParseInt(string(m[1]), 10, 64)
	if err != nil {
		fail(err)
	}
	return kilobytes << 10
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
