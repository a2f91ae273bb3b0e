//go:build chaos

package chaos

import (
	"fmt"
	"iter"
	"testing"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/kinds"
	"github.com/gridmill/gridmill/test/fleet"
)

// submit puts forms as a batch from within the test, as a program on the Go
// packages does. The estimates are those of the real kinds; a stand-in is
// taken for no work at all.
func submit(t testing.TB, store *jobs.Store, spec jobs.Spec, forms []fleet.Form) {
	t.Helper()
	if spec.Total == 0 {
		spec.Total = int64(len(forms))
	}
	if spec.Keep == 0 {
		spec.Keep = time.Hour
	}
	p := &jobs.Producer{Store: store, Kinds: kinds.All()}
	if _, err := p.Begin(t.Context(), spec); err != nil {
		t.Fatal(err)
	}
	if err := p.Fill(t.Context(), spec, puzzlesOf(forms)); err != nil {
		t.Fatal(err)
	}
}

func puzzlesOf(forms []fleet.Form) iter.Seq2[solver.Puzzle, error] {
	return func(yield func(solver.Puzzle, error) bool) {
		for _, f := range forms {
			if !yield(solver.Puzzle{Kind: f.Kind, Form: f.Puzzle}, nil) {
				return
			}
		}
	}
}

// standins returns n stand-in puzzles of the same behaviour, none like another
// of the same series.
func standins(n int, behaviour, series string) []fleet.Form {
	forms := make([]fleet.Form, n)
	for i := range forms {
		forms[i] = fleet.Form{Kind: fleet.Standin, Puzzle: fmt.Sprintf("%s %s%d", behaviour, series, i)}
	}
	return forms
}

// waitDone waits until a batch is done, and returns it.
func waitDone(t testing.TB, store *jobs.Store, id string, atMost time.Duration) jobs.Batch {
	t.Helper()
	for deadline := time.Now().Add(atMost); ; time.Sleep(5 * time.Millisecond) {
		b, err := store.Batch(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if b.State == jobs.StateDone {
			return b
		}
		if time.Now().After(deadline) {
			t.Fatalf("batch %s has %d of %d rows after %v", id, b.Rows, b.Total, atMost)
		}
	}
}

// percentile returns the time that p of 100 times, sorted, are below.
func percentile(times []time.Duration, p int) time.Duration {
	return times[min(len(times)-1, len(times)*p/100)]
}
