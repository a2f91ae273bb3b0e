package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// batchSubject finds the row at a place of a batch, and its puzzle in files, or
// in the file that the row names.
func (a *app) batchSubject(ctx context.Context, cmd *cobra.Command, name string, files []string, seq int64) (p solver.Puzzle, row solver.Row, err error) {
	store, id, err := a.openBatch(ctx, cmd, name)
	if err != nil {
		return p, row, err
	}
	defer func() { _ = store.Close() }()
	b, err := store.Batch(ctx, id)
	if err != nil {
		return p, row, a.listed(err)
	}
	row, err = a.rowAt(ctx, cmd, store, &b, seq)
	switch {
	case err != nil:
		return p, row, err
	case row.Error != nil:
		row.Error.File = row.File
		a.warn("%v", row.Error)
		return p, row, errUnsettled
	case row.Status == solver.Cancelled:
		p, err = leftOf(ctx, store, &row, id)
		return p, row, err
	}
	p, err = a.puzzleOf(ctx, cmd, &b, &row, files)
	return p, row, err
}

// leftOf finds the puzzle of a cancelled row among those that the batch keeps to
// be tried again. Nobody took the key by which it would be known in a file.
func leftOf(ctx context.Context, store *jobs.Store, row *solver.Row, id string) (solver.Puzzle, error) {
	for p, err := range store.Left(ctx, id, []solver.Status{row.Status}) {
		if err != nil || p.Seq == row.Seq {
			return p, err
		}
	}
	return solver.Puzzle{}, fmt.Errorf("the puzzle of row %d: %w: %s was removed meanwhile", row.Seq, jobs.ErrNoBatch, id)
}

// rowAt returns the row at a place of a batch.
func (a *app) rowAt(ctx context.Context, cmd *cobra.Command, store *jobs.Store, b *jobs.Batch, seq int64) (solver.Row, error) {
	if b.State != jobs.StateOpen && seq >= b.Total {
		return solver.Row{}, usage(cmd, "--seq %d: batch %s has %s, and the first is 0", seq, b.ID, count(b.Total, "puzzle"))
	}
	for row, err := range store.Rows(ctx, b.ID, jobs.RowsOptions{}) {
		if err != nil || row.Seq == seq {
			return row, err
		}
	}
	return solver.Row{}, fmt.Errorf("%w: row %d is not there yet; wait for it with: %s", errNotDone, seq, a.command("watch", b.ID))
}

// puzzleOf finds the puzzle of a row in files. Of those that have its key and
// take its plan, the one on the line that the row names is taken, else the first.
func (a *app) puzzleOf(ctx context.Context, cmd *cobra.Command, b *jobs.Batch, row *solver.Row, files []string) (solver.Puzzle, error) {
	named := len(files) > 0
	again := "name the file: " + a.command("draw", "--seq", fmt.Sprint(row.Seq), b.ID, "FILE")
	if !named && (row.File == "" || row.File == stdinName) {
		return solver.Puzzle{}, usage(cmd, "a batch keeps no puzzles, and this one came through standard input; %s", again)
	}
	if !named {
		files = []string{row.File}
	}
	in, err := a.openInput(ctx, cmd, files)
	if errors.Is(err, fs.ErrNotExist) && !named {
		return solver.Puzzle{}, usage(cmd, "a batch keeps no puzzles, and %s is not here; %s", row.File, again)
	}
	if err != nil {
		return solver.Puzzle{}, err
	}
	keyers := &keyers{a.kinds, b.Options.Search(""), map[string]*solver.Keyer{}}
	var found *solver.Puzzle
	for p, err := range in.puzzles(ctx) {
		if err != nil {
			return p, err
		}
		if p.Kind != row.Kind || p.Error != nil || found != nil && p.Line != row.Line {
			continue
		}
		if key, _, err := keyers.key(&p); err != nil || key != row.Key || !a.takes(&p, row) {
			continue
		}
		if found = &p; p.Line == row.Line {
			break
		}
	}
	if found == nil {
		return solver.Puzzle{}, fmt.Errorf("%s does not hold the puzzle of row %d (%s line %d) any more; %s", in.label, row.Seq, row.File, row.Line, again)
	}
	return *found, nil
}

// takes reports whether the plan of a row, if it has one, is a plan of p.
func (a *app) takes(p *solver.Puzzle, row *solver.Row) bool {
	if row.Plan == nil {
		return true
	}
	cost, err := a.kinds.Lookup(p.Kind).Replay(p.Form, *row.Plan)
	return err == nil && cost == row.Cost
}
