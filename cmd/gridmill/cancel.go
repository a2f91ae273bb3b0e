package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/jobs"
)

func (a *app) cancelCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cancel BATCH",
		Short: "Call a batch off",
		Long: `Cancel calls a batch off: searches that run for it end within a second, and
every puzzle without an answer gets a row that says cancelled. Rows that are
there stay. No worker has to be running. A batch that is still being submitted
is removed. gridmill retry BATCH --only cancelled takes the work up again.`,
		Args: oneBatch,
		RunE: func(cmd *cobra.Command, args []string) error { return a.cancel(cmd.Context(), cmd, args[0]) },
	}
	flags(cmd, connectFlags)
	return cmd
}

func (a *app) cancel(ctx context.Context, cmd *cobra.Command, name string) error {
	store, id, err := a.openBatch(ctx, cmd, name)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	was, err := store.Cancel(ctx, id)
	if err != nil {
		switch {
		case ctx.Err() != nil && was == "":
			a.resume("stopped before batch %s was seen to be called off; run the same command again", id)
		case ctx.Err() != nil:
			a.resume("stopped; the workers go on cancelling batch %s", id)
		case was == "" && !errors.Is(err, jobs.ErrNoBatch):
			a.warn("batch %s was not seen to be called off; run the same command again", id)
		}
		return a.listed(err)
	}
	if was == jobs.StateOpen {
		a.warn("batch %s was still being submitted; it is removed", id)
		return nil
	}
	b, err := store.Batch(ctx, id)
	if err != nil {
		return err
	}
	switch {
	case was == jobs.StateSealed:
		a.warn("batch %s is cancelled; %s", id, describe(b.Rows, b.Counts))
	case !b.Cancelled.IsZero():
		a.warn("batch %s is cancelled already; %s", id, describe(b.Rows, b.Counts))
	default:
		a.warn("batch %s is done, nothing was cancelled; %s", id, describe(b.Rows, b.Counts))
	}
	return nil
}
