package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/jobs"
)

func (a *app) statusCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status [BATCH]",
		Short: "Show the fleet and its open batches, or one batch",
		Long: `Status shows what each lane and each worker is doing and how far the open
batches are, or one batch alone: as a table on a terminal or with --to table,
else as one JSON object a line. A terminal that is too narrow sees names and what
workers do cut short, and not the slots of each worker.

Lanes: interactive holds the chunks of small batches, bulk those of all others,
and hard single puzzles that outgrew their chunk. Running and the figures of
workers are what the workers said themselves within the last ten seconds;
waiting is what is queued, oldest the age of the chunk that waits longest. The
rate is rows a second over the last ten seconds; memo is the share of rows that
the memo answered since the workers started.

A worker is serving, or stopping: then it finishes what it holds and takes
nothing more. One that runs nothing says why.

A batch is open while it is being submitted (running the producer again
completes it), sealed once it is accepted whole, and done when every row is
there.`,
		Example: `  gridmill status --redis redis://host:6379
  gridmill status --redis redis://host:6379 --to table ID`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage(cmd, "status takes at most one batch id")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.status(cmd.Context(), cmd, args) },
	}
	flags(cmd, connectFlags, []string{"to"})
	prints(cmd, "table", "jsonl")
	return cmd
}

func (a *app) status(ctx context.Context, cmd *cobra.Command, ids []string) error {
	table, err := a.wantsTable(cmd)
	if err != nil {
		return err
	}
	store, err := a.openStore(ctx, cmd)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	var report statusReport
	fleet := len(ids) == 0
	if fleet {
		if report.lanes, report.workers, err = store.Fleet(ctx); err != nil {
			return err
		}
		a.warnUnserved(store, report.lanes)
		if ids, err = store.OpenBatches(ctx); err != nil {
			return err
		}
	}
	for i, name := range ids {
		if ids[i], err = a.wholeID(ctx, cmd, store, name); err != nil {
			return err
		}
	}
	server, err := store.Server(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		b, err := store.Batch(ctx, id)
		if err != nil {
			return a.listed(err)
		}
		report.batches = append(report.batches, b)
	}
	if fleet {
		err = printServer(a.out, &server, store.Addr(), table)
	}
	if err != nil {
		return fmt.Errorf("print status: %w", err)
	}
	if table {
		err = report.table(a.out, terminalWidth(a.out))
	} else {
		err = report.json(a.out)
	}
	if err != nil {
		return fmt.Errorf("print status: %w", err)
	}
	return nil
}

// statusReport is what status prints.
type statusReport struct {
	lanes   []jobs.LaneStatus
	workers []jobs.WorkerStatus
	batches []jobs.Batch
}

// json prints an object a line; its first field tells lanes, workers and
// batches apart.
func (r *statusReport) json(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range r.lanes {
		if err := enc.Encode(&r.lanes[i]); err != nil {
			return err
		}
	}
	for i := range r.workers {
		if err := enc.Encode(&r.workers[i]); err != nil {
			return err
		}
	}
	for i := range r.batches {
		if err := enc.Encode(&r.batches[i]); err != nil {
			return err
		}
	}
	return nil
}
