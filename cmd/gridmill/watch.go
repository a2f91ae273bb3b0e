package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
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

func (a *app) watch(ctx context.Context, cmd *cobra.Command, name string) error {
	store, id, err := a.openBatch(ctx, cmd, name)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	progress := a.startProgress(0, 0, false) // no rows are printed
	defer progress.close()
	var last jobs.Batch
	for b, err := range store.Watch(ctx, id) {
		if err != nil {
			progress.close()
			if ctx.Err() != nil {
				goesOn := "the work goes on,"
				if last.State == jobs.StateOpen {
					goesOn = "the batch " + stillOpen + ";"
				}
				a.resume("stopped watching; %s to see it again: %s; to call it off: %s", goesOn, a.command("watch", id), a.command("cancel", id))
			}
			return a.listed(a.later(a.command("watch", id), err))
		}
		if last.ID == "" {
			if err := a.warnWaiting(ctx, store, &b); err != nil {
				return err
			}
		}
		last = b
		progress.batch(b)
	}
	progress.tale.began, progress.tale.ended = last.Created, last.Done
	if err := progress.tale.readLimits(ctx, store, last); err != nil {
		return a.listed(a.later(a.command("watch", id), err))
	}
	progress.summary(last, false)
	return outcome(last)
}

// readLimits finds in the rows of a done batch what those that ended as limit
// ran out of: the batch counts them, and only the rows say which limit it was.
func (t *tale) readLimits(ctx context.Context, store *jobs.Store, b jobs.Batch) error {
	left := b.Counts[solver.Limited]
	if left == 0 {
		return nil
	}
	for row, err := range store.Rows(ctx, b.ID, jobs.RowsOptions{}) {
		if err != nil {
			return err
		}
		if row.Status != solver.Limited {
			continue
		}
		t.limits[row.Limit]++
		if left--; left == 0 {
			break
		}
	}
	return nil
}
