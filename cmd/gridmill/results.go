package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

func (a *app) resultsCommand() *cobra.Command {
	var follow bool
	var printed only
	cmd := &cobra.Command{
		Use:   "results BATCH",
		Short: "Print the rows of a batch, in order",
		Long: `Results prints the rows of a batch in the order of its input: those that are
there (exit code 4 when some are missing), or with --follow all of them as they
come. With --order done no row waits for those before it.`,
		Args: oneBatch,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.results(cmd.Context(), cmd, args[0], follow, printed)
		},
	}
	flags(cmd, printFlags, rowFlags, connectFlags)
	prints(cmd, "jsonl", "csv", "table", "judge")
	cmd.Flags().BoolVar(&follow, "follow", false, "wait for the rows that are not there yet")
	printed.flag(cmd)
	return cmd
}

// oneBatch is the argument check of the commands that take a batch.
func oneBatch(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usage(cmd, "%s takes one batch id, as submit prints it", cmd.Name())
	}
	return nil
}

func (a *app) results(ctx context.Context, cmd *cobra.Command, name string, follow bool, printed only) (err error) {
	if err := errors.Join(printed.check(cmd, a.cfg.To), a.checkOrder(cmd)); err != nil {
		return err
	}
	if a.cfg.To == levelFormat {
		return usage(cmd, "a batch keeps no puzzles to print as levels; name its files once more: %s finds the rows that are there", a.command("solve", "--to", "xsb", "FILE..."))
	}
	if err := a.checkFormat(cmd); err != nil {
		return err
	}
	store, id, err := a.openBatch(ctx, cmd, name)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	b, err := store.Batch(ctx, id)
	if err != nil {
		return a.listed(err)
	}
	kind := ""
	if len(b.Kinds) == 1 {
		kind = b.Kinds[0]
	} else if a.cfg.To == judgeFormat {
		return usage(cmd, "--to judge takes puzzles of one kind; this batch has %d", len(b.Kinds))
	}
	out, err := a.openOutput(cmd, kind, nil)
	if err != nil {
		return err
	}
	out.only = printed
	defer func() { err = out.closeAfter(err) }()
	if follow {
		if err := a.warnWaiting(ctx, store, &b); err != nil {
			return err
		}
	}
	progress := a.newProgress(b.Total, b.Rows)
	defer progress.close()
	opts := jobs.RowsOptions{Follow: follow, Done: a.cfg.Order == orderDone}
	if err := printRows(ctx, store, id, progress, out, opts, func(*solver.Row) {}); err != nil {
		progress.close()
		if ctx.Err() != nil {
			a.resume("stopped; the rows stay, to print them again: %s", a.command("results", "--follow", id))
		}
		return a.later(a.command("results", "--follow", id), err)
	}
	if b, err = store.Batch(ctx, id); err != nil {
		return err
	}
	if rows := progress.facts.print.passed; b.State != jobs.StateDone || rows < b.Total {
		progress.close()
		return notDone(&b, rows, "wait for the rest with --follow")
	}
	progress.summary(b, false)
	return progress.unsettled()
}
