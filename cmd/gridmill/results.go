package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/jobs"
)

func (a *app) resultsCommand() *cobra.Command {
	var follow bool
	cmd := &cobra.Command{
		Use:   "results BATCH",
		Short: "Print the rows of a batch, in order",
		Long: `Results prints the rows of a batch in the order of its input: those that are
there (exit code 4 when some are missing), or with --follow all of them as they
come.`,
		Args: oneBatch,
		RunE: func(cmd *cobra.Command, args []string) error { return a.results(cmd.Context(), cmd, args[0], follow) },
	}
	flags(cmd, printFlags, connectFlags)
	cmd.Flags().BoolVar(&follow, "follow", false, "wait for the rows that are not there yet")
	return cmd
}

// oneBatch is the argument check of the commands that take a batch.
func oneBatch(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usage(cmd, "%s takes one batch id, as submit prints it", cmd.Name())
	}
	return nil
}

func (a *app) results(ctx context.Context, cmd *cobra.Command, id string, follow bool) (err error) {
	store, err := a.openStore(ctx, cmd)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	b, err := store.Batch(ctx, id)
	if err != nil {
		return err
	}
	out, err := a.openOutput(cmd, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.close()) }()
	if follow && b.State != jobs.StateDone {
		if err := a.warnIdle(store); err != nil {
			return err
		}
	}
	progress := a.newProgress(b.Total)
	defer progress.close()
	var flushed error
	opts := jobs.RowsOptions{Follow: follow, Printed: func() { flushed = errors.Join(flushed, out.flush()) }}
	for row, err := range store.Rows(ctx, id, opts) {
		if err = errors.Join(err, flushed); err != nil {
			return err
		}
		if err := out.write(&row); err != nil {
			return err
		}
		progress.row(row.Status)
	}
	progress.summary()
	if b, err = store.Batch(ctx, id); err != nil {
		return err
	}
	if b.State != jobs.StateDone || progress.rows < b.Total {
		return fmt.Errorf("%w: %d rows so far; wait for the rest with --follow", errNotDone, progress.rows)
	}
	return errors.Join(flushed, progress.unsettled())
}
