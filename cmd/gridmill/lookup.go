package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

func (a *app) lookupCommand() *cobra.Command {
	var keysOnly bool
	cmd := &cobra.Command{
		Use:   "lookup [KEY|PUZZLE|FILE|FOLDER|PATTERN|-]...",
		Short: "Print what the memo knows of puzzles, without solving any",
		Long: `Lookup prints a row for each puzzle or key with the answer that is remembered
of it, in whatever guise it was solved; the plan is that of the puzzle asked
for, and that of the canonical form when a key is asked for. Nothing is solved:
a puzzle never seen has the status unknown. With --key it prints the key of
each puzzle instead, and needs no Redis. The exit code is 3 when some are not
known.`,
		Example: `  gridmill lookup --redis redis://host:6379 levels.txt
  gridmill lookup --redis redis://host:6379 '#####|#@$.#|#####'
  gridmill lookup --key levels.txt | sort | uniq -c`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if keysOnly {
				return a.printKeys(cmd.Context(), cmd, args)
			}
			return a.lookup(cmd.Context(), cmd, args)
		},
	}
	flags(cmd, []string{"from", "algorithm", "max-moves", "objective"}, printFlags, []string{"fields"}, connectFlags)
	prints(cmd, "jsonl", "csv", "table")
	cmd.Flags().BoolVar(&keysOnly, "key", false, "print keys only")
	return cmd
}

// printKeys prints the key of each puzzle on a line of its own.
func (a *app) printKeys(ctx context.Context, cmd *cobra.Command, args []string) (err error) {
	print := func(_ *solver.Puzzle, key solver.Key, w io.Writer) error {
		_, err := fmt.Fprintln(w, key)
		return err
	}
	switch a.cfg.To {
	case "auto":
	case "jsonl":
		print = func(p *solver.Puzzle, key solver.Key, w io.Writer) error {
			return json.NewEncoder(w).Encode(keyed{p.Seq, p.Name, p.File, p.Line, p.Kind, key})
		}
	default:
		return usage(cmd, "--key prints plain lines, or objects with --to jsonl, not %s", a.cfg.To)
	}
	out, err := a.openText()
	if err != nil {
		return err
	}
	defer func() { err = out.closeAfter(err) }()
	keyers := a.keyers()
	var unsettled error
	keys := 0
	for p, err := range a.asked(ctx, cmd, args) {
		if err != nil {
			return err
		}
		key, _, err := keyers.key(&p)
		if err != nil {
			a.warn("%s", err)
			unsettled = errUnsettled
			continue
		}
		if err := print(&p, key, out); err != nil {
			return fmt.Errorf("print keys: %w", err)
		}
		keys++
	}
	if keys == 0 && unsettled == nil {
		a.warn("there is no puzzle to print a key of")
	}
	return unsettled
}

// keyed is a puzzle's key as lookup --key --to jsonl prints it.
type keyed struct {
	Seq  int64      `json:"seq"`
	Name string     `json:"name,omitempty"`
	File string     `json:"file,omitempty"`
	Line int        `json:"line,omitempty"`
	Kind string     `json:"kind"`
	Key  solver.Key `json:"key"`
}

// lookupMost is how many puzzles are asked for at once.
const lookupMost = 256

func (a *app) lookup(ctx context.Context, cmd *cobra.Command, args []string) (err error) {
	if err := a.checkFormat(cmd); err != nil {
		return err
	}
	algorithms, err := a.lookupAlgorithms(cmd)
	if err != nil {
		return err
	}
	store, err := a.openStore(ctx, cmd)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	out, err := a.openOutput(cmd, "", nil)
	if err != nil {
		return err
	}
	defer func() { err = out.closeAfter(err) }()
	l := &lookup{
		app: a, memo: store.NewMemo(jobs.MemoConfig{Log: a.errorLog()}), keyers: a.keyers(),
		algorithms: algorithms, out: out, progress: a.newProgress(0, 0),
	}
	defer l.progress.close()
	for p, err := range a.asked(ctx, cmd, args) {
		if err != nil {
			return err
		}
		l.add(p)
		if len(l.rows) == lookupMost {
			if err := l.answer(ctx); err != nil {
				return err
			}
		}
	}
	if err := l.answer(ctx); err != nil {
		return err
	}
	l.progress.known()
	return l.progress.unsettled()
}
