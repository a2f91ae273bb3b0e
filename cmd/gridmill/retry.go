package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// inheritedFlags are the settings that retry takes from the old batch unless
// they are given.
var inheritedFlags = []string{"algorithm", "max-states", "max-memory", "timeout", "max-moves", "objective", "memo", "priority"}

func (a *app) retryCommand() *cobra.Command {
	var names []string
	cmd := &cobra.Command{
		Use:   "retry BATCH",
		Short: "Submit the puzzles of a batch again that have no verdict",
		Long: `Retry submits those puzzles of a done batch again whose rows are limit or failed
(--only chooses the statuses, cancelled too), as a new batch, and prints its id.
Its options are those of the old batch, whatever the environment and the
configuration file say, apart from the flags given here. Its rows are numbered
from 0 in the order of the old ones; file, line and name are as they were. Where
no row ended so, there is nothing to do: it prints no id, and the exit code is 0.`,
		Example: `  gridmill retry ID --timeout 10m --max-memory 4GiB
  gridmill retry ID --only cancelled`,
		Args: oneBatch,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.retry(cmd.Context(), cmd, args[0], names)
		},
	}
	flags(cmd, inheritedFlags, []string{"keep", "fresh"}, connectFlags, []string{"progress"})
	for _, name := range inheritedFlags {
		f := cmd.Flags().Lookup(name)
		f.Usage, f.DefValue = f.Usage+" (default: as in the old batch)", ""
	}
	cmd.Flags().StringSliceVar(&names, "only", []string{string(solver.Limited), string(solver.Failed)}, "statuses of the rows to try again: limit, failed or cancelled, several parted by commas")
	var again []string
	for _, status := range jobs.Retryable() {
		again = append(again, string(status))
	}
	_ = cmd.RegisterFlagCompletionFunc("only", listOf(again)) // the flag is there
	return cmd
}

// retryStatuses reads --only of retry.
func retryStatuses(cmd *cobra.Command, names []string) ([]solver.Status, error) {
	var statuses []solver.Status
	for _, status := range jobs.Retryable() {
		if slices.Contains(names, string(status)) {
			statuses = append(statuses, status)
		}
	}
	for _, name := range names {
		if !slices.Contains(jobs.Retryable(), solver.Status(name)) {
			return nil, usage(cmd, "--only: rows that are %q are not tried again%s; there are limit, failed and cancelled", name, didYouMean(name, "", []string{"limit", "failed", "cancelled"}))
		}
	}
	if len(statuses) == 0 {
		return nil, usage(cmd, "--only names no status; there are limit, failed and cancelled")
	}
	return statuses, nil
}

func (a *app) retry(ctx context.Context, cmd *cobra.Command, name string, names []string) error {
	statuses, err := retryStatuses(cmd, names)
	if err != nil {
		return err
	}
	store, id, err := a.openBatch(ctx, cmd, name)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	parent, err := store.Batch(ctx, id)
	if err != nil {
		return a.listed(err)
	}
	if parent.State != jobs.StateDone {
		return notDone(&parent, parent.Rows, "try again once it is, or call it off: "+a.command("cancel", id))
	}
	left := store.Left(ctx, id, statuses)
	in, err := surveyLeft(parent, statuses, left)
	if err != nil {
		return err
	}
	if in.total == 0 {
		a.warn("no row of batch %s is %s; %s", id, words(statuses), a.othersLeft(parent, statuses))
		return nil
	}
	spec, err := a.retrySpec(cmd, parent, in)
	if err != nil {
		return err
	}
	if slices.Contains(statuses, solver.Limited) && parent.Counts[solver.Limited] > 0 && spec.Options.Budget == parent.Options.Budget {
		a.warn("the budget is that of batch %s; --timeout, --max-memory and --max-states give more", id)
	}
	a.warn("%s that ended %s in batch %s", count(in.total, "puzzle"), words(statuses), id)
	return a.handOver(ctx, store, spec, func(yield func(solver.Puzzle, error) bool) {
		for p, err := range left {
			in.refuse(&p)
			if !yield(p, err) {
				return
			}
		}
	})
}

// othersLeft says which rows of a batch can be tried again, and how, when there
// are none of the statuses that were chosen.
func (a *app) othersLeft(b jobs.Batch, chosen []solver.Status) string {
	var parts, names []string
	for _, status := range jobs.Retryable() {
		if n := b.Counts[status]; n > 0 && !slices.Contains(chosen, status) {
			be := "are"
			if n == 1 {
				be = "is"
			}
			parts, names = append(parts, fmt.Sprintf("%d %s %s", n, be, status)), append(names, string(status))
		}
	}
	if parts == nil {
		return "there is nothing to try again"
	}
	return strings.Join(parts, ", ") + "; to try again: " + a.command("retry", b.ID, "--only", strings.Join(names, ","))
}

// surveyLeft reads what is left of a batch once: it counts the puzzles of each
// kind and takes the digest that names the batch of another try.
func surveyLeft(parent jobs.Batch, statuses []solver.Status, left iter.Seq2[solver.Puzzle, error]) (*input, error) {
	in := &input{label: "retry of " + parent.ID, kinds: map[string]int64{}}
	sum := sha256.New()
	_, _ = fmt.Fprintln(sum, in.label, statuses) // a hash takes everything
	var line []byte
	for p, err := range left {
		if err != nil {
			return nil, err
		}
		in.total++
		in.kinds[p.Kind]++
		line = append(p.AppendJSON(line[:0]), '\n')
		sum.Write(line)
	}
	in.digest = sum.Sum(nil)
	rows := int64(0)
	for _, status := range statuses {
		rows += parent.Counts[status]
	}
	if in.total != rows {
		return nil, fmt.Errorf("batch %s has %s that ended %s, but Redis kept %d of the puzzles; submit its files again", parent.ID, count(rows, "row"), words(statuses), in.total)
	}
	return in, nil
}

// retrySpec is the batch of another try: it has the options of the first one,
// apart from those given on the command line.
func (a *app) retrySpec(cmd *cobra.Command, parent jobs.Batch, in *input) (jobs.Spec, error) {
	opts, priority, given := parent.Options, parent.Priority, cmd.Flags().Changed
	if given("algorithm") {
		algorithms, err := a.chooseAlgorithms(cmd, in)
		if err != nil {
			return jobs.Spec{}, err
		}
		opts.Algorithms = algorithms
	}
	for name, take := range map[string]func(){
		"max-states": func() { opts.Budget.States = a.cfg.MaxStates },
		"max-memory": func() { opts.Budget.Bytes = a.cfg.MaxMemory },
		"timeout":    func() { opts.Budget.Time = a.cfg.Timeout },
		"max-moves":  func() { opts.MaxMoves = a.search().MaxMoves },
		"objective":  func() { opts.Objective = a.search().Objective },
		"memo":       func() { opts.Memo = a.memoMode() },
		"priority":   func() { priority = jobs.Priority(a.cfg.Priority) },
	} {
		if given(name) {
			take()
		}
	}
	digest := in.digest
	if a.cfg.Fresh {
		digest = append(digest, rand.Text()...)
	}
	id, err := jobs.BatchID(digest, opts)
	if err != nil {
		return jobs.Spec{}, err
	}
	return jobs.Spec{ID: id, Label: in.label, Kinds: in.kindNames(), Options: opts, Priority: priority, Keep: a.cfg.Keep, Total: in.total}, nil
}

// words lists statuses: "limit or failed".
func words(statuses []solver.Status) string {
	var names []string
	for _, status := range statuses {
		names = append(names, string(status))
	}
	return strings.Join(names, " or ")
}
