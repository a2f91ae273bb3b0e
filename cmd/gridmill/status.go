package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/jobs"
)

func (a *app) statusCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status [BATCH]",
		Short: "Show the fleet and its open batches, or one batch",
		Long: `Status shows what each lane is doing and how far the open batches are, or one
batch alone: as a table on a terminal or with --to table, else as one JSON
object a line.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage(cmd, "status takes at most one batch id")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.status(cmd.Context(), cmd, args) },
	}
	flags(cmd, connectFlags, []string{"to"})
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
	var lanes []jobs.LaneStatus
	if len(ids) == 0 {
		if err := a.warnIdle(store); err != nil {
			return err
		}
		if lanes, err = store.Fleet(); err != nil {
			return err
		}
		if ids, err = store.OpenBatches(ctx); err != nil {
			return err
		}
	}
	var batches []jobs.Batch
	for _, id := range ids {
		b, err := store.Batch(ctx, id)
		if err != nil {
			return err
		}
		batches = append(batches, b)
	}
	if table {
		err = printStatus(a.out, lanes, batches)
	} else {
		err = printStatusJSON(a.out, lanes, batches)
	}
	if err != nil {
		return fmt.Errorf("print status: %w", err)
	}
	return nil
}

func printStatus(w io.Writer, lanes []jobs.LaneStatus, batches []jobs.Batch) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if len(lanes) > 0 {
		_, _ = fmt.Fprintln(t, "LANE\tWORKERS\tSLOTS\tRUNNING\tWAITING\tOLDEST") // Flush reports the error
	}
	for _, l := range lanes {
		_, _ = fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%s\n", l.Lane, l.Workers, l.Slots, l.Running, l.Waiting, time.Duration(l.Oldest)*time.Millisecond)
	}
	if len(lanes) > 0 && len(batches) > 0 {
		_, _ = fmt.Fprintln(t)
	}
	if len(batches) > 0 {
		_, _ = fmt.Fprintln(t, "BATCH\tSTATE\tROWS\tTOTAL\tFROM")
	}
	for _, b := range batches {
		total := "?"
		if b.State != jobs.StateOpen {
			total = fmt.Sprint(b.Total)
		}
		_, _ = fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\n", b.ID, b.State, b.Rows, total, b.Label)
	}
	return t.Flush()
}

func printStatusJSON(w io.Writer, lanes []jobs.LaneStatus, batches []jobs.Batch) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range lanes {
		if err := enc.Encode(&lanes[i]); err != nil {
			return err
		}
	}
	for i := range batches {
		if err := enc.Encode(&batches[i]); err != nil {
			return err
		}
	}
	return nil
}
