package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/jobs"
)

func (a *app) removeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:        "rm BATCH...",
		SuggestFor: []string{"remove", "delete"},
		Short:      "Remove done batches and their rows",
		Long: `Rm removes batches that are done, and their rows, at once instead of when their
time is over. What the memo has learned from them stays.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage(cmd, "rm takes the ids of batches, as gridmill batches lists them")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.remove(cmd.Context(), cmd, args) },
	}
	flags(cmd, connectFlags)
	return cmd
}

// remove removes what it can, a batch that is named again once; the error tells
// of all the others.
func (a *app) remove(ctx context.Context, cmd *cobra.Command, ids []string) error {
	store, err := a.openStore(ctx, cmd)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	for i, name := range ids { // all before one is removed
		if ids[i], err = a.wholeID(ctx, cmd, store, name); err != nil {
			return err
		}
	}
	var errs []error
	seen := map[string]bool{}
	for _, id := range ids {
		if seen[id] {
			continue
		}
		seen[id] = true
		was, err := store.Remove(ctx, id)
		switch {
		case err != nil:
			errs = append(errs, a.listed(err))
		case was != jobs.StateDone:
			errs = append(errs, fmt.Errorf("%w; before it is removed, call it off: %s", errNotDone, a.command("cancel", id)))
		default:
			a.warn("removed batch %s", id)
		}
	}
	return errors.Join(errs...)
}
