package main

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

func (a *app) submitCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "submit [FILE|FOLDER|PATTERN|-]...",
		Short: "Hand puzzles to the workers and print the batch's id",
		Long: `Submit hands every puzzle of the files named to the workers and prints the id
of the batch, without waiting for answers. Submitting the same input with the
same options again finds the same batch; an interrupted submission is completed
by running it again.`,
		Example: `  gridmill submit --redis redis://host:6379 mazes.txt
  gridmill results --redis redis://host:6379 --follow ID`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.submit(cmd.Context(), cmd, args) },
	}
	flags(cmd, submitFlags, connectFlags, []string{"progress"})
	return cmd
}

func (a *app) submit(ctx context.Context, cmd *cobra.Command, args []string) error {
	in, err := a.openInput(ctx, cmd, args)
	if err != nil {
		return err
	}
	spec, err := a.spec(cmd, in)
	if err != nil {
		return err
	}
	if in.total == 0 {
		a.warnNone(in)
		return nil
	}
	store, err := a.openStore(ctx, cmd)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	return a.handOver(ctx, store, spec, in.puzzles(ctx))
}

// handOver submits a batch and prints its id.
func (a *app) handOver(ctx context.Context, store *jobs.Store, spec jobs.Spec, puzzles iter.Seq2[solver.Puzzle, error]) error {
	if err := errors.Join(a.warnServer(ctx, store), a.warnIdle(ctx, store)); err != nil {
		return err
	}
	producer := a.producer(store)
	state, err := producer.Begin(ctx, spec)
	if err != nil {
		return err
	}
	if state == jobs.StateOpen {
		err = discardChanged(store, spec.ID, producer.Fill(ctx, spec, puzzles))
	} else {
		err = a.attached(ctx, store, spec.ID)
	}
	if err != nil {
		if ctx.Err() != nil || isUnreachable(err) {
			a.resume("stopped before everything was submitted; %s", a.again(spec.ID))
		}
		return err
	}
	if _, err := fmt.Fprintln(a.out, spec.ID); err != nil {
		return fmt.Errorf("print batch id: %w", err)
	}
	if terminal(a.err) && a.cfg.Progress != "none" { // a script knows what to do with an id
		a.warn("rows: %s", a.command("results", "--follow", spec.ID))
	}
	return nil
}
