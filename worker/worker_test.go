package worker

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/test/redistest"
)

// childMark in the environment makes the test binary the child of a careful
// worker.
const childMark = "GRIDMILL_WORKER_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childMark) != "" {
		if err := AnswerAlone(solver.Kinds{deadly{}}, os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if err := os.Setenv(childMark, "1"); err != nil { // for the processes that tests start
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// scripted is a kind whose puzzles say how its solver behaves. What follows a
// ~ in a form is only guise.
type scripted struct{ solves *atomic.Int64 }

func (scripted) Info() solver.Info {
	return solver.Info{Name: "scripted", Algorithms: []string{"script"}, Measures: []string{"steps"}}
}
func (scripted) Check(string) error        { return nil }
func (scripted) Work(string) time.Duration { return time.Microsecond }
func (scripted) Canonical(dst []byte, form string) ([]byte, solver.Transform, error) {
	canonical, _, _ := strings.Cut(form, "~")
	if canonical == "panic early" {
		panic("no board")
	}
	return append(dst, canonical...), solver.Transform{}, nil
}
func (scripted) KeyOptions(solver.Options) string                        { return "" }
func (scripted) Restore(_ solver.Transform, plan string) (string, error) { return plan, nil }
func (scripted) Carry(_ solver.Transform, plan string) (string, error)   { return plan, nil }
func (scripted) Replay(_, plan string) (solver.Cost, error) {
	if strings.Contains(plan, "!") {
		return solver.Cost{}, errors.New("step 1 walks into a wall")
	}
	return solver.Cost{{Name: "steps", Value: len(plan)}}, nil
}

func (k scripted) Solve(ctx context.Context, form string, opts solver.Options, budget solver.Budget) (solver.Answer, error) {
	if _, err := k.Info().Algorithm(opts.Algorithm); err != nil {
		return solver.Answer{}, err
	}
	if k.solves != nil {
		k.solves.Add(1)
	}
	solved := solver.Answer{Status: solver.Solved, Cost: solver.Cost{{Name: "steps", Value: 3}}, Plan: "abc", States: 7}
	switch form {
	case "panic":
		panic("index out of range")
	case "bad plan":
		solved.Plan = "a!c"
	case "wrong cost":
		solved.Plan = "abcd"
	case "refuse":
		return solver.Answer{}, &solver.FormError{Column: 2, Reason: "no such cell"}
	case "deaf":
		time.Sleep(time.Hour)
	case "unsolvable":
		return solver.Answer{Status: solver.Unsolvable, States: 9}, nil
	case "half a second", "for ever":
		wait := 500 * time.Millisecond
		if form == "for ever" {
			wait = time.Hour
		}
		if budget.Time > 0 && budget.Time < wait {
			time.Sleep(budget.Time)
			return solver.Answer{Status: solver.Limited, Limit: solver.LimitTime, Bound: 2, States: 5}, nil
		}
		select {
		case <-ctx.Done():
			return solver.Answer{}, ctx.Err()
		case <-time.After(wait):
		}
	}
	return solved, nil
}

// answerOne answers a chunk as it was submitted.
func answerOne(t *testing.T, opts jobs.Options, forms ...string) ([]solver.Row, []solver.Puzzle) {
	t.Helper()
	return answerChunk(t, "7", opts, forms...)
}

func answerChunk(t *testing.T, name string, opts jobs.Options, forms ...string) ([]solver.Row, []solver.Puzzle) {
	t.Helper()
	w := New(Config{Kinds: solver.Kinds{scripted{}}, Share: solver.Budget{Time: 20 * time.Millisecond}})
	chunk := &jobs.Chunk{Ref: jobs.Ref{Chunk: name}, Options: opts}
	for i, form := range forms {
		chunk.Puzzles = append(chunk.Puzzles, solver.Puzzle{Seq: int64(i), Kind: "scripted", Form: form, Line: 4})
	}
	r := w.newRun(chunk, nil, w.cfg.Log)
	if err := r.answer(t.Context()); err != nil {
		t.Fatal(err)
	}
	return r.rows, r.held
}

func TestARowSaysHowItsPuzzleEnded(t *testing.T) {
	for _, row := range []struct {
		reason, form string
		status       solver.Status
		says         string // in the row's error
	}{
		{"a plan that replays", "solve", solver.Solved, ""},
		{"no way", "unsolvable", solver.Unsolvable, ""},
		{"a form the kind refuses", "refuse", solver.Invalid, "character 2: no such cell"},
		{"a solver that panics", "panic", solver.Failed, "panicked: index out of range"},
		{"a canonical form that panics", "panic early", solver.Failed, "panicked: no board"},
		{"a plan that walks into a wall", "bad plan", solver.Failed, "not valid"},
		{"a plan that does not cost what it should", "wrong cost", solver.Failed, "does not have the cost"},
	} {
		rows, held := answerOne(t, jobs.Options{}, row.form)
		if len(rows) != 1 || len(held) != 0 {
			t.Fatalf("%s: %d rows, %d held", row.reason, len(rows), len(held))
		}
		got := rows[0]
		if got.Status != row.status {
			t.Errorf("%s: %s, want %s", row.reason, got.Status, row.status)
		}
		if row.says != "" && (got.Error == nil || got.Error.Line != 4 || !strings.Contains(got.Error.Reason, row.says)) {
			t.Errorf("%s: error %+v", row.reason, got.Error)
		}
		if solved := got.Plan != nil && got.Cost != (solver.Cost{}); solved != (row.status == solver.Solved) {
			t.Errorf("%s: cost %v, plan %v", row.reason, got.Cost, got.Plan)
		}
	}
}

func TestUnknownNamesAreInvalidRows(t *testing.T) {
	rows, _ := answerOne(t, jobs.Options{Algorithms: map[string]string{"scripted": "magic"}}, "solve")
	if rows[0].Status != solver.Invalid || !strings.Contains(rows[0].Error.Reason, `no algorithm "magic"`) {
		t.Errorf("unknown algorithm: %+v", rows[0])
	}
	w := New(Config{})
	r := w.newRun(&jobs.Chunk{Puzzles: []solver.Puzzle{{Kind: "chess"}}}, nil, w.cfg.Log)
	if err := r.answer(t.Context()); err != nil || len(r.rows) != 1 || r.rows[0].Status != solver.Invalid || !strings.Contains(r.rows[0].Error.Reason, "chess") {
		t.Errorf("unknown kind: %+v, %v", r.rows, err)
	}
}

func TestAPuzzleThatOutgrowsItsShareIsHeldBack(t *testing.T) {
	rows, held := answerOne(t, jobs.Options{}, "solve", "half a second", "solve")
	if len(rows) != 2 || len(held) != 1 || held[0].Seq != 1 {
		t.Errorf("in company: %d rows, held %v", len(rows), held)
	}
	if rows, held = answerOne(t, jobs.Options{}, "half a second"); len(held) != 1 {
		t.Errorf("alone in the chunk it was submitted in: %+v, held %v", rows, held)
	}
	rows, held = answerChunk(t, "7.1", jobs.Options{}, "half a second")
	if len(held) != 0 || rows[0].Status != solver.Solved {
		t.Errorf("held back before: %+v, held %v", rows, held)
	}
	own := jobs.Options{Budget: solver.Budget{Time: 10 * time.Millisecond}}
	rows, held = answerOne(t, own, "solve", "half a second")
	if len(held) != 0 || rows[1].Status != solver.Limited || rows[1].Limit != solver.LimitTime || rows[1].Bound != 2 {
		t.Errorf("with a budget below its share: %+v, held %v", rows, held)
	}
}

// fleet opens a store on a Redis of its own and submits forms as batch "b".
func fleet(t *testing.T, forms ...string) (*jobs.Store, func() *Worker) {
	t.Helper()
	store, err := jobs.Open(t.Context(), redistest.Start(t).URL(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	var puzzles iter.Seq2[solver.Puzzle, error] = func(yield func(solver.Puzzle, error) bool) {
		for i, form := range forms {
			if !yield(solver.Puzzle{Kind: "scripted", Form: form, Name: fmt.Sprint(i)}, nil) {
				return
			}
		}
	}
	p := &jobs.Producer{Store: store, Kinds: solver.Kinds{scripted{}}}
	spec := jobs.Spec{ID: "b", Keep: time.Hour, Total: 1000} // large: several puzzles to a chunk
	if _, err := p.Begin(t.Context(), spec); err != nil {
		t.Fatal(err)
	}
	if err := p.Fill(t.Context(), spec, puzzles); err != nil {
		t.Fatal(err)
	}
	return store, func() *Worker {
		w := New(Config{
			Store: store, Kinds: solver.Kinds{scripted{}}, Share: solver.Budget{Time: 20 * time.Millisecond},
			Slots: map[jobs.Lane]int{jobs.Bulk: 2, jobs.Hard: 1},
		})
		if err := w.Start(); err != nil {
			t.Fatal(err)
		}
		return w
	}
}

func TestHeldPuzzlesComeBackInTheirPlaces(t *testing.T) {
	forms := make([]string, 40)
	for i := range forms {
		forms[i] = "solve"
	}
	forms[3], forms[20] = "half a second", "panic"
	store, start := fleet(t, forms...)
	w := start()
	defer w.Stop(t.Context())
	next := int64(0)
	for row, err := range store.Rows(t.Context(), "b", jobs.RowsOptions{Follow: true}) {
		if err != nil {
			t.Fatal(err)
		}
		want := solver.Solved
		if row.Seq == 20 {
			want = solver.Failed
		}
		if row.Seq != next || row.Status != want {
			t.Fatalf("row %d is %+v", next, row)
		}
		next++
	}
	if next != int64(len(forms)) {
		t.Errorf("%d rows", next)
	}
}

func TestStoppingHandsBackWhatDoesNotEnd(t *testing.T) {
	store, start := fleet(t, "for ever")
	first := start()
	until(t, "something runs", func() bool { return first.activity.running(jobs.Hard) > 0 })
	grace, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	first.Stop(grace)
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("stopping took %v", took)
	}
	// The chunk is there for others at once, long before its claim would lapse.
	lanes, _, err := store.Fleet(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if hard := lanes[slices.Index(jobs.Lanes(), jobs.Hard)]; hard.Waiting != 1 {
		t.Errorf("once it has stopped: %+v", hard)
	}
	second := start()
	until(t, "another has picked the chunk up", func() bool { return second.activity.running(jobs.Hard) > 0 })
	now, cancelNow := context.WithCancel(t.Context())
	cancelNow()
	second.Stop(now)
}

func TestStoppingFinishesWhatEndsInTime(t *testing.T) {
	store, start := fleet(t, "half a second")
	w := start()
	until(t, "something runs", func() bool { return w.activity.running(jobs.Hard) > 0 })
	w.Stop(t.Context())
	if b, err := store.Batch(t.Context(), "b"); err != nil || b.State != jobs.StateDone || b.Counts[solver.Solved] != 1 {
		t.Errorf("after a patient stop: %+v, %v", b, err)
	}
}
