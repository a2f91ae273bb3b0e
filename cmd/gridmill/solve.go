package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/format"
	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// window is how many chunks solve keeps outstanding: enough for every slot of
// a large fleet, and a bound on what waits in Redis and in memory.
const window = 256

func (a *app) solveCommand() *cobra.Command {
	var printed only
	cmd := &cobra.Command{
		Use:        "solve [FILE|FOLDER|PATTERN|-]...",
		SuggestFor: []string{"run"},
		Short:      "Answer every puzzle and print a row for each, in order",
		Long: `Solve answers every puzzle of the files named and prints a row for each, in
their order. Without --redis everything runs inside this process. With it the
workers that serve that Redis do the work; the same input and options find the
rows of an earlier run (--fresh starts anew). A pattern in quotes, such as
'levels/*.xsb', stands for the files that match, as many as there are. --only
prints the rows of some statuses; the summary and the exit code go by all.`,
		Example: `  gridmill solve mazes.txt
  gridmill solve --to judge - < mazes.txt
  gridmill solve --redis redis://host:6379 --to csv -o rows.csv levels/
  gridmill solve --only unsolvable 'levels/*.xsb'`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.solve(cmd.Context(), cmd, args, printed) },
	}
	flags(cmd, submitFlags, printFlags, rowFlags, connectFlags, []string{"memo.local", "slots"})
	prints(cmd, format.Outputs()...)
	solvesHere(cmd)
	printed.flag(cmd)
	return cmd
}

func (a *app) solve(ctx context.Context, cmd *cobra.Command, args []string, printed only) (err error) {
	if err := errors.Join(a.checkFormat(cmd), printed.check(cmd, a.cfg.To), a.checkOrder(cmd)); err != nil {
		return err
	}
	in, err := a.openInput(ctx, cmd, args)
	if err != nil {
		return err
	}
	if in.total == 0 {
		a.warnNone(in)
		return nil
	}
	spec, err := a.spec(cmd, in)
	if err != nil {
		return err
	}
	kind, single := in.onlyKind()
	if a.cfg.To == judgeFormat && !single {
		return usage(cmd, "--to judge takes puzzles of one kind; this input has %d", len(in.kinds))
	}
	if a.cfg.To == levelFormat && (!single || kind != "sokoban") {
		return usage(cmd, "--to xsb takes sokoban only; this input has %s", cmp.Or(strings.Join(in.kindNames(), ", "), "no puzzle of any kind"))
	}
	form, stopForms := in.forms(ctx)
	defer stopForms()
	out, err := a.openOutput(cmd, kind, form)
	if err != nil {
		return err
	}
	out.only = printed
	defer func() { err = out.closeAfter(err) }()
	return a.road(ctx, spec, in, walk{a.attached, func(ctx context.Context, store *jobs.Store, opts jobs.RowsOptions) error {
		return a.printAll(ctx, store, spec.ID, in, out, opts)
	}})
}

// walk is what a command does with a batch. attached tells the user that it was
// there already. rows takes its rows as they come, and ends with an outcome, nil
// or errUnsettled, or with an error that calls the batch off.
type walk struct {
	attached func(ctx context.Context, store *jobs.Store, id string) error
	rows     func(ctx context.Context, store *jobs.Store, opts jobs.RowsOptions) error
}

// road has the puzzles of an input answered, by the workers of the Redis that
// the settings name or inside this process, and walks the rows.
func (a *app) road(ctx context.Context, spec jobs.Spec, in *input, w walk) error {
	store, embedded, stop, err := a.connect(ctx)
	if err != nil {
		return err
	}
	defer stop()
	if embedded {
		spec.Keep = max(spec.Keep, embeddedKeep)
	}
	submitted, err := a.roundTrip(ctx, store, embedded, spec, in, w)
	if errors.Is(err, jobs.ErrNoBatch) {
		return fmt.Errorf("the batch was cancelled or removed before all its rows were printed, or Redis lost its data: %w; the same command submits it anew", err)
	}
	if err != nil && !errors.Is(err, errUnsettled) && !errors.Is(err, errChanged) {
		a.hint(spec.ID, embedded, submitted)
	}
	return err
}

// embeddedKeep is how long the embedded Redis keeps a done batch at least; its
// only reader ends it.
const embeddedKeep = 24 * time.Hour

// hint says how to go on after solve ended early.
func (a *app) hint(id string, embedded, submitted bool) {
	switch {
	case embedded:
		a.resume("stopped; without --redis nothing is kept, the same command starts over")
	case submitted && a.cfg.Fresh:
		a.resume("stopped waiting; the work goes on, for the rows: %s; to call it off: %s", a.command("results", "--follow", id), a.command("cancel", id))
	case submitted:
		a.resume("stopped waiting; the work goes on, for the rows run the same command again, or: %s; to call it off: %s", a.command("results", "--follow", id), a.command("cancel", id))
	default:
		a.resume("stopped before everything was submitted; %s", a.again(id))
	}
}

// connect opens the Redis of the settings, or starts a fleet in this process.
func (a *app) connect(ctx context.Context) (store *jobs.Store, embedded bool, stop func(), err error) {
	if a.cfg.Redis == "" {
		f, err := a.startFleet(ctx)
		if err != nil {
			return nil, true, nil, err
		}
		return f.store, true, f.close, nil
	}
	store, err = a.reach(ctx, a.cfg.Patience, func(text string) { a.warn("%s", text) })
	if err != nil {
		a.alone = true
		return nil, false, nil, err
	}
	stop = func() { _ = store.Close() }
	return store, false, stop, errors.Join(a.warnServer(ctx, store), a.warnIdle(ctx, store))
}

// roundTrip submits the batch and walks its rows as they come, keeping a
// window of chunks outstanding. It reports whether the batch was submitted
// whole.
func (a *app) roundTrip(ctx context.Context, store *jobs.Store, embedded bool, spec jobs.Spec, in *input, w walk) (submitted bool, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	producer := a.producer(store)
	producer.Window, producer.Consumed = jobs.NewWindow(window), embedded
	state, err := producer.Begin(ctx, spec)
	if err != nil {
		return false, err
	}
	var filling sync.WaitGroup
	if submitted = state != jobs.StateOpen; !submitted {
		filling.Go(func() {
			err := discardChanged(store, spec.ID, producer.Fill(ctx, spec, in.puzzles(ctx)))
			if submitted = err == nil; submitted && !embedded {
				err = producer.Guard(ctx, spec, in.puzzles(ctx))
			}
			if err != nil {
				cancel(err)
			}
		})
	} else {
		if err := w.attached(ctx, store, spec.ID); err != nil {
			return true, err
		}
	}
	err = w.rows(ctx, store, jobs.RowsOptions{Follow: true, Done: a.cfg.Order == orderDone, Remove: embedded, Settled: producer.Window.Finish})
	if err != nil && !errors.Is(err, errUnsettled) {
		cancel(err)
		err = context.Cause(ctx)
	}
	cancel(nil)
	filling.Wait()
	return submitted, err
}

// printAll prints every row of a batch as it comes, with the names that this
// input gives its files: an attached batch may know the same bytes by others.
func (a *app) printAll(ctx context.Context, store *jobs.Store, id string, in *input, out *output, opts jobs.RowsOptions) error {
	there, err := store.Batch(ctx, id)
	if err != nil {
		return err
	}
	progress := a.newProgress(in.total, there.Rows)
	defer progress.close()
	fileOf := in.fileNames()
	err = printRows(ctx, store, id, progress, out, opts, func(row *solver.Row) { row.File = fileOf(row.Seq) })
	if err != nil {
		return err
	}
	b, err := store.Batch(ctx, id)
	if err != nil {
		return err
	}
	progress.summary(b, a.cfg.Redis == "")
	return progress.unsettled()
}

// printRows prints the rows of a batch, each once touch has seen it.
func printRows(ctx context.Context, store *jobs.Store, id string, p *progress, out *output, opts jobs.RowsOptions, touch func(*solver.Row)) error {
	p.prints(ctx, store, id, out.only, !opts.Done)
	var flushed error
	opts.Printed = func() {
		if flushed == nil {
			flushed = out.flush()
		}
	}
	for row, err := range store.Rows(ctx, id, opts) {
		if err == nil {
			err = flushed
		}
		if err != nil {
			return err
		}
		touch(&row)
		if err := out.write(&row); err != nil {
			return err
		}
		p.row(&row)
	}
	return flushed
}
