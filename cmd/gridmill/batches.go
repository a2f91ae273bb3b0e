package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/format"
	"github.com/gridmill/gridmill/jobs"
)

func (a *app) batchesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:        "batches",
		SuggestFor: []string{"list", "ls"},
		Short:      "List the batches that are kept, newest last",
		Long: `Batches lists every batch whose rows are kept, newest last: as a table on a
terminal or with --to table, else as one JSON object a line. Wherever a command
takes a batch, the first digits of its id do, six at least, while no other
batch begins with them.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.batches(cmd.Context(), cmd) },
	}
	flags(cmd, connectFlags, []string{"to"})
	prints(cmd, "table", "jsonl")
	return cmd
}

func (a *app) batches(ctx context.Context, cmd *cobra.Command) error {
	table, err := a.wantsTable(cmd)
	if err != nil {
		return err
	}
	store, err := a.openStore(ctx, cmd)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	if table {
		return printBatches(a.out, store.Batches(ctx))
	}
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	for b, err := range store.Batches(ctx) {
		if err != nil {
			return err
		}
		if err := enc.Encode(&b); err != nil {
			return fmt.Errorf("print batches: %w", err)
		}
	}
	return nil
}

// stage is the state of a batch as tables show it.
func stage(b *jobs.Batch) string {
	if !b.Cancelled.IsZero() {
		return "cancelled"
	}
	return string(b.State)
}

// printBatches prints a line for each batch.
func printBatches(w io.Writer, batches iter.Seq2[jobs.Batch, error]) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "BATCH\tSTATE\tROWS\tTOTAL\tUNSETTLED\tCREATED\tFROM") // Flush reports the error
	for b, err := range batches {
		if err != nil {
			return err
		}
		total := "?"
		if b.State != jobs.StateOpen {
			total = fmt.Sprint(b.Total)
		}
		_, _ = fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%d\t%s\t%s\n", b.ID, stage(&b), b.Rows, total, b.Unsettled(), b.Created.Format(time.DateTime), format.Printable(b.Label))
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("print batches: %w", err)
	}
	return nil
}
