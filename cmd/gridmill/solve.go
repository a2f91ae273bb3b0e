package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/jobs"
)

// window is how many chunks solve keeps outstanding: enough for every slot of
// a large fleet, and a bound on what waits in Redis and in memory.
const window = 256

func (a *app) solveCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "solve [FILE|FOLDER|-]...",
		Short: "Answer every puzzle and print a row for each, in order",
		Long: `Solve answers every puzzle of the files named and prints a row for each, in
their order. Without --redis everything runs inside this process. With it the
workers that serve that Redis do the work; the same input and options find the
rows of an earlier run (--fresh starts anew).`,
		Example: `  gridmill solve mazes.txt
  gridmill solve --to judge - < mazes.txt
  gridmill solve --redis redis://host:6379 --to csv -o rows.csv levels/`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.solve(cmd.Context(), cmd, args) },
	}
	flags(cmd, submitFlags, printFlags, connectFlags, []string{"slots"})
	return cmd
}

func (a *app) solve(ctx context.Context, cmd *cobra.Command, args []string) (err error) {
	in, remove, err := a.openInput(cmd, args)
	defer remove()
	if err != nil {
		return err
	}
	spec, err := a.spec(cmd, in)
	if err != nil {
		return err
	}
	kind, single := in.onlyKind()
	if a.cfg.To == judgeFormat && !single && in.total > 0 {
		return usage(cmd, "--to judge takes puzzles of one kind; this input has %d", len(in.kinds))
	}
	out, err := a.openOutput(cmd, kind)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.close()) }()
	if in.total == 0 {
		a.warn("%s holds no puzzle", spec.Label)
		return nil
	}
	store, embedded, stop, err := a.connect(ctx)
	if err != nil {
		return err
	}
	defer stop()
	if err := a.roundTrip(ctx, store, embedded, spec, in, out); err != nil {
		if ctx.Err() != nil && embedded {
			a.warn("stopped; to go on, run the same command again")
		} else if ctx.Err() != nil {
			a.warn("stopped waiting; to go on, run the same command again, or: gridmill results %s --follow", spec.ID)
		}
		return err
	}
	return nil
}

// connect opens the Redis of the settings, or starts a fleet in this process.
func (a *app) connect(ctx context.Context) (store *jobs.Store, embedded bool, stop func(), err error) {
	if a.cfg.Redis == "" {
		f, err := a.startFleet(ctx)
		if err != nil {
			return nil, true, nil, err
		}
		return f.store, true, f.close, nil
	}
	store, err = jobs.Open(ctx, a.cfg.Redis, a.cfg.Prefix)
	if err != nil {
		return nil, false, nil, err
	}
	return store, false, func() { _ = store.Close() }, a.warnIdle(store)
}

// roundTrip submits the batch and prints its rows as they come, keeping a
// window of chunks outstanding.
func (a *app) roundTrip(ctx context.Context, store *jobs.Store, embedded bool, spec jobs.Spec, in *input, out *output) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	permits := make(chan struct{}, window)
	for range window {
		permits <- struct{}{}
	}
	producer := &jobs.Producer{Store: store, Kinds: a.kinds, Window: permits}
	state, err := producer.Begin(ctx, spec)
	if err != nil {
		return err
	}
	filled := make(chan struct{})
	if state == jobs.StateOpen {
		go func() {
			defer close(filled)
			if err := producer.Fill(ctx, spec, in.puzzles()); err != nil {
				cancel(err)
			}
		}()
	} else {
		close(filled)
		a.warn("the same batch was submitted before, its rows follow; --fresh makes a new one")
	}
	defer func() { <-filled }()

	progress := a.newProgress(in.total)
	defer progress.close()
	var flushed error
	opts := jobs.RowsOptions{Follow: true, Remove: embedded, Printed: func() {
		flushed = errors.Join(flushed, out.flush())
		select {
		case permits <- struct{}{}:
		default: // an attached batch gives back more than this run took
		}
	}}
	for row, err := range store.Rows(ctx, spec.ID, opts) {
		if err == nil {
			err = errors.Join(flushed, out.write(&row))
		}
		if err != nil {
			cancel(err)
			return context.Cause(ctx)
		}
		progress.row(row.Status)
	}
	progress.summary()
	return errors.Join(flushed, progress.unsettled())
}
