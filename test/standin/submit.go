package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"iter"
	"os"
	"strings"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// submit hands the puzzles of a file to the workers and prints the batch's id.
// The same file and options name the same batch, as with gridmill submit.
func submit(ctx context.Context, args []string) error {
	set := flag.NewFlagSet("submit", flag.ContinueOnError)
	var at connection
	at.flags(set)
	id := set.String("id", "", "id of the batch; made of its content by default")
	keep := set.Duration("keep", time.Hour, "how long the rows stay once the batch is done")
	halt := set.Int("halt", 0, "how many puzzles to hand in before it stands for ever, so that a test can come between; 0 = all")
	var opts jobs.Options
	set.DurationVar(&opts.Budget.Time, "timeout", time.Minute, "wall time a puzzle")
	set.Int64Var(&opts.Budget.Bytes, "max-memory", 1<<30, "bytes a puzzle")
	priority := set.String("priority", string(jobs.Normal), "high, normal or low")
	memo := set.String("memo", "", "off or refresh; on by default")
	if err := set.Parse(args); err != nil {
		return err
	}
	opts.Memo = jobs.MemoMode(*memo)
	if set.NArg() != 1 {
		return fmt.Errorf("submit takes one file, not %d", set.NArg())
	}
	text, err := os.ReadFile(set.Arg(0))
	if err != nil {
		return err
	}
	if *id == "" {
		if *id, err = jobs.BatchID(text, opts); err != nil {
			return err
		}
	}
	store, err := at.open(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	all := allKinds()
	spec := jobs.Spec{
		ID: *id, Label: set.Arg(0), Kinds: all.Names(), Options: opts, Keep: *keep,
		Priority: jobs.Priority(*priority), Total: int64(strings.Count(string(text), "\n")),
	}
	producer := &jobs.Producer{Store: store, Kinds: all}
	state, err := producer.Begin(ctx, spec)
	if err != nil {
		return err
	}
	if state == jobs.StateOpen {
		if err := producer.Fill(ctx, spec, puzzles(string(text), *halt)); err != nil {
			return err
		}
	}
	fmt.Println(*id)
	return nil
}

// puzzles reads one puzzle a line, and stands still after some, if halt is not 0.
func puzzles(text string, halt int) iter.Seq2[solver.Puzzle, error] {
	return func(yield func(solver.Puzzle, error) bool) {
		n := 0
		for line := range strings.Lines(text) {
			n++
			var p struct{ Kind, Puzzle, Name string }
			err := json.Unmarshal([]byte(line), &p)
			if halt > 0 && n > halt {
				select {}
			}
			if !yield(solver.Puzzle{Kind: p.Kind, Form: p.Puzzle, Name: p.Name, Line: n}, err) {
				return
			}
		}
	}
}
