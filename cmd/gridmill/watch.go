package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/jobs"
)

func (a *app) watchCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "watch BATCH",
		Short: "Show the progress of a batch until it is done",
		Args:  oneBatch,
		RunE:  func(cmd *cobra.Command, args []string) error { return a.watch(cmd.Context(), cmd, args[0]) },
	}
	flags(cmd, connectFlags, []string{"progress"})
	return cmd
}

func (a *app) watch(ctx context.Context, cmd *cobra.Command, id string) error {
	store, err := a.openStore(ctx, cmd)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	if err := a.warnIdle(ctx, store); err != nil {
		return err
	}
	progress := a.newProgress(0)
	defer progress.close()
	var last jobs.Batch
	for b, err := range store.Watch(ctx, id) {
		if err != nil {
			return a.later("watch", id, err)
		}
		last = b
		progress.batch(b)
	}
	progress.began = last.Created
	progress.summary(last.Memo)
	return outcome(last)
}
