package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// deadly is a scripted kind whose puzzles also kill the process that answers
// them, each in its way.
type deadly struct{ scripted }

func (d deadly) Canonical(dst []byte, form string) ([]byte, solver.Transform, error) {
	if form == "exit early" {
		os.Exit(4)
	}
	return d.scripted.Canonical(dst, form)
}

func (d deadly) Solve(ctx context.Context, form string, opts solver.Options, budget solver.Budget) (solver.Answer, error) {
	switch form {
	case "exit":
		fmt.Fprintln(os.Stderr, "the library gave up")
		os.Exit(3)
	case "overflow":
		return solver.Answer{States: descend(0)}, nil
	case "kill":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	case "eat":
		return solver.Answer{States: int64(len(slices.Repeat([]byte{1}, 4<<30)))}, nil
	case "hang":
		time.Sleep(time.Hour)
	case "babble":
		fmt.Println("hello")
		time.Sleep(time.Hour)
	case "whole budget":
		return solver.Answer{Status: solver.Limited, Limit: solver.LimitBytes, States: budget.Bytes >> 20}, nil
	}
	return d.scripted.Solve(ctx, form, opts, budget)
}

// descend recurses until the stack is full.
func descend(n int64) int64 {
	var frame [1 << 10]byte
	frame[n&1023] = byte(n)
	return descend(n+1) + int64(frame[0]) //nolint:staticcheck // that it never ends is the point
}

// answerApart answers forms as a chunk that executions have died of, by
// processes apart, with short pauses.
func answerApart(t *testing.T, chunk string, budget solver.Budget, forms ...string) jobs.Result {
	t.Helper()
	w := New(Config{Share: solver.Budget{Time: 100 * time.Millisecond}, Alone: []string{os.Args[0]}})
	w.memory.bound(256 << 20)
	c := &jobs.Chunk{Ref: jobs.Ref{Chunk: chunk}, Options: jobs.Options{Budget: budget}, Deaths: carefulAfter}
	for i, form := range forms {
		c.Puzzles = append(c.Puzzles, solver.Puzzle{Seq: int64(i), Kind: "scripted", Form: form, Line: 4})
	}
	w.limit(c)
	k := w.newCareful(c, w.cfg.Log)
	k.rest = func(int) time.Duration { return time.Millisecond }
	if slices.Contains(forms, "hang") {
		k.grace = time.Second
	}
	release, err := w.memory.roomForChild(t.Context(), &k.order)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if err := k.answerAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	return k.result
}

func TestAPuzzleThatKillsItsProcessThreeTimesFails(t *testing.T) {
	for _, row := range []struct {
		reason, form, says string
	}{
		{"a library ends the process", "exit", "exit status 3: the library gave up"},
		{"it ends before the search begins", "exit early", "exit status 4"},
		{"the stack overflows", "overflow", "exit status "}, // 2, or that of the race detector
		{"a signal", "kill", "signal: killed"},
		{"more memory than there is", "eat", "exit status "}, // of a failed allocation, of a signal in the runtime, or of the race detector
		{"a hang that looks at no clock", "hang", "no answer after 1.1s"},
		{"something else is written where the row belongs", "babble", `it answered "hello"`},
	} {
		t.Run(row.form, func(t *testing.T) {
			t.Parallel()
			if row.form == "eat" && runtime.GOOS != "linux" {
				t.Skip("children have a ceiling on Linux only")
			}
			budget := solver.Budget{Time: time.Minute} // dying takes its time, where others have the cores too
			if row.form == "hang" {
				budget.Time = 100 * time.Millisecond
			}
			got := answerApart(t, "7.2", budget, row.form)
			if len(got.Rows) != 1 || len(got.Held) != 0 || got.Rows[0].Status != solver.Failed {
				t.Fatalf("%s: %+v", row.reason, got)
			}
			if reason := got.Rows[0].Error.Reason; !strings.Contains(reason, row.says) || !strings.Contains(reason, "died three times") {
				t.Errorf("%s: %s", row.reason, reason)
			}
		})
	}
}

func TestOnlyThePuzzleThatKillsIsSuspected(t *testing.T) {
	got := answerApart(t, "7", solver.Budget{}, "solve", "exit", "unsolvable", "for ever", "panic", "kill", "solve")
	var rows []string
	for _, row := range got.Rows {
		rows = append(rows, fmt.Sprintf("%d %s", row.Seq, row.Status))
	}
	if want := []string{"0 solved", "2 unsolvable", "4 failed", "6 solved"}; !slices.Equal(rows, want) {
		t.Errorf("rows %q, want %q", rows, want)
	}
	if len(got.Held) != 3 || got.Held[0].Seq != 1 || got.Held[1].Seq != 3 || got.Held[2].Seq != 5 {
		t.Errorf("held %+v", got.Held)
	}
	if want := []int64{1, 5}; !slices.Equal(got.Suspects, want) {
		t.Errorf("suspects %v, want %v: one that only takes long is none", got.Suspects, want)
	}
}

func TestASuspectThatIsInnocentIsAnswered(t *testing.T) {
	got := answerApart(t, "7.2", solver.Budget{}, "half a second")
	if len(got.Rows) != 1 || got.Rows[0].Status != solver.Solved {
		t.Errorf("%+v", got)
	}
}

func TestABudgetInAProcessApartIsCutToTheMemoryThereIs(t *testing.T) {
	got := answerApart(t, "7.2", solver.Budget{}, "whole budget")
	if len(got.Rows) != 1 || got.Rows[0].States != 256-childHeadroom>>20 {
		t.Errorf("%+v", got)
	}
}

func TestCallingOffKillsTheProcessApart(t *testing.T) {
	w := New(Config{Alone: []string{os.Args[0]}})
	c := &jobs.Chunk{Ref: jobs.Ref{Chunk: "7.2"}, Puzzles: []solver.Puzzle{{Kind: "scripted", Form: "hang"}}}
	k := w.newCareful(c, w.cfg.Log)
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	if err := k.answerAll(ctx); !errors.Is(err, context.DeadlineExceeded) || len(k.result.Rows) != 0 {
		t.Errorf("%v, %+v", err, k.result)
	}
}

func TestAProcessApartThatCannotBeStartedIsNoPuzzlesFault(t *testing.T) {
	for _, command := range []string{"/no/such/program", "/bin/false"} {
		w := New(Config{Alone: []string{command}})
		c := &jobs.Chunk{Ref: jobs.Ref{Chunk: "7.2"}, Puzzles: []solver.Puzzle{{Kind: "scripted", Form: "solve"}}}
		k := w.newCareful(c, w.cfg.Log)
		err := k.answerAll(t.Context())
		if _, death := errors.AsType[*deathError](err); err == nil || death || len(k.result.Rows) != 0 {
			t.Errorf("%s: %v, %+v", command, err, k.result)
		}
	}
}
