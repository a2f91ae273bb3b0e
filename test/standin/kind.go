package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// standin is a kind whose puzzles say how their search behaves. A form is a
// verb with its argument, a word that tells it from others, and settings:
//
//	sleep 5ms a1              answers after 5 ms of waiting
//	cpu 10ms a2               answers after 10 ms of CPU time
//	grow 100MiB a3            answers after taking that much search memory
//	die HOW a4                ends its process, or its solver: see die
//	sleep 5ms a5 work=1s      is estimated to be a second of work
//
// Searches look at their context and their budget at least every 10 ms.
// A plan is the word done, which costs one step.
type standin struct{}

const (
	plan = "done"
	// unknown is the estimate of a puzzle that does not say what it takes, as
	// a quick one would be estimated: a hard one then hides among quick ones.
	unknown = 10 * time.Microsecond
)

func (standin) Info() solver.Info {
	return solver.Info{
		Name: "standin", Version: 1, About: "Puzzles that say how their search behaves.",
		Algorithms: []string{"script"}, Measures: []string{"steps"}, Example: "sleep 5ms a1",
	}
}

func (standin) Check(form string) error {
	_, err := parse(form)
	return err
}

func (standin) Work(form string) time.Duration {
	s, err := parse(form)
	if err != nil {
		return 0
	}
	return s.work
}

func (standin) Canonical(dst []byte, form string) ([]byte, solver.Transform, error) {
	if _, err := parse(form); err != nil {
		return nil, solver.Transform{}, err
	}
	return append(dst, form...), solver.Transform{}, nil
}

func (standin) KeyOptions(solver.Options) string                     { return "" }
func (standin) Restore(_ solver.Transform, p string) (string, error) { return p, nil }
func (standin) Carry(_ solver.Transform, p string) (string, error)   { return p, nil }

func (standin) Replay(_, p string) (solver.Cost, error) {
	if p != plan {
		return solver.Cost{}, fmt.Errorf("step 1: %q is not %q", p, plan)
	}
	return solver.Cost{{Name: "steps", Value: 1}}, nil
}

func (k standin) Solve(ctx context.Context, form string, opts solver.Options, budget solver.Budget) (solver.Answer, error) {
	if _, err := k.Info().Algorithm(opts.Algorithm); err != nil {
		return solver.Answer{}, err
	}
	s, err := parse(form)
	if err != nil {
		return solver.Answer{}, err
	}
	m := solver.NewMeter(ctx, budget)
	m.Visit()
	stopped := false
	switch s.verb {
	case "sleep":
		stopped = !sleep(m, s.time)
	case "cpu":
		stopped = !burn(m, s.time)
	case "grow":
		stopped = !grow(m, s.bytes)
	case "die":
		die(s.how)
		return solver.Answer{}, errors.New("it lives")
	}
	if stopped {
		return m.Stopped(1)
	}
	return solver.Answer{Status: solver.Solved, Cost: solver.Cost{{Name: "steps", Value: 1}}, Plan: plan, States: m.States()}, nil
}

// script is a parsed form.
type script struct {
	verb  string
	time  time.Duration // to sleep, or of CPU
	bytes int64         // to take
	how   string        // to die
	work  time.Duration // estimated
}

func parse(form string) (script, error) {
	words := strings.Fields(form)
	if len(words) < 3 {
		return script{}, &solver.FormError{Reason: "a stand-in puzzle is a verb, its argument and a name, as in: sleep 5ms a1"}
	}
	s := script{verb: words[0], work: unknown}
	var err error
	switch s.verb {
	case "sleep", "cpu":
		s.time, err = time.ParseDuration(words[1])
	case "grow":
		s.bytes, err = mebibytes(words[1])
	case "die":
		s.how = words[1]
		err = checkDeath(s.how)
	default:
		err = fmt.Errorf("no verb %q; there are sleep, cpu, grow and die", s.verb)
	}
	for _, word := range words[3:] {
		name, value, _ := strings.Cut(word, "=")
		if name != "work" {
			err = errors.Join(err, fmt.Errorf("no setting %q; there is work", name))
			continue
		}
		work, wrong := time.ParseDuration(value)
		s.work, err = work, errors.Join(err, wrong)
	}
	if err != nil {
		return s, &solver.FormError{Reason: err.Error()}
	}
	return s, nil
}

// mebibytes reads a size such as 100MiB as bytes.
func mebibytes(text string) (int64, error) {
	var n int64
	if _, err := fmt.Sscanf(text, "%dMiB", &n); err != nil || n < 0 {
		return 0, fmt.Errorf("%q is no size; write it like 100MiB", text)
	}
	return n << 20, nil
}
