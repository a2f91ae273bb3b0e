package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/format"
	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

func (a *app) checkCommand() *cobra.Command {
	var anyValid bool
	cmd := &cobra.Command{
		Use:   "check PUZZLES ANSWERS",
		Short: "Say of every answer whether it is valid and optimal",
		Long: `Check reads puzzles and somebody's answers to them, has the puzzles answered as
solve does, and says of each answer whether it is optimal, valid but too long,
or wrong, and then at which step, where and why. PUZZLES is a file, a folder or
a pattern; ANSWERS is a file in the layout of the judge, a plan a line (lurd),
or rows as JSON lines or CSV; either may be -, standard input. The exit code is
0 when every answer is optimal, with --valid when every one is valid, else 3.`,
		Example: `  gridmill check mazes.txt answers.txt
  ./contestant < mazes.txt | gridmill check --answers judge mazes.txt -
  gridmill check --valid --to csv -o report.csv levels.xsb plans.lurd`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.check(cmd.Context(), cmd, args, anyValid) },
	}
	flags(cmd, []string{"answers"}, submitFlags, printFlags, connectFlags, []string{"memo.local", "slots"})
	prints(cmd, format.FindingFormats()...)
	solvesHere(cmd)
	cmd.Flags().BoolVar(&anyValid, "valid", false, "be content with valid plans, optimal or not")
	return cmd
}

func (a *app) check(ctx context.Context, cmd *cobra.Command, args []string, anyValid bool) (err error) {
	if len(args) != 2 || args[0] == "" || args[1] == "" {
		return usage(cmd, "check takes two arguments: the puzzles, and the answers to them")
	}
	if args[0] == stdinName && args[1] == stdinName {
		return usage(cmd, "standard input holds the puzzles or the answers, not both; name a file for one of them")
	}
	color := a.colorful()
	if _, err := format.NewFindingWriter(a.layout(), io.Discard, color); err != nil {
		return err // before anything is read
	}
	if err := a.checkEnding(cmd, format.FindingFormats()); err != nil {
		return err
	}
	if err := a.refuseOverwriting(cmd, args[1]); err != nil {
		return err
	}
	in, err := a.openInput(ctx, cmd, args[:1])
	if err != nil {
		return err
	}
	spec, err := a.spec(cmd, in)
	if err != nil {
		return err
	}
	c := &check{app: a, in: in, spec: spec, anyValid: anyValid, counts: map[format.Verdict]int64{}}
	kind, _ := in.onlyKind()
	if a.cfg.Answers == judgeFormat && len(in.kinds) > 1 {
		return usage(cmd, "--answers judge takes puzzles of one kind; this input has %s", strings.Join(in.kindNames(), ", "))
	}
	file, err := a.openAnswers(ctx, args[1])
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	answers, err := format.NewAnswers(file, args[1], format.AnswersSettings{Format: a.answersLayout(in), Kind: kind})
	if err != nil {
		return errors.Join(ctx.Err(), err)
	}
	defer func() { _ = answers.Close() }()
	c.pairs = pairs{answers: answers, total: in.total, stray: c.print}
	defer c.pairs.early.close()
	if c.out, err = a.openText(); err != nil {
		return err
	}
	defer func() { err = c.out.closeAfter(err) }()
	if c.findings, err = format.NewFindingWriter(a.layout(), c.out, color); err != nil {
		return err
	}
	if in.total == 0 {
		a.warnNone(in)
		return c.end(ctx)
	}
	return a.road(ctx, spec, in, walk{c.attached, c.walk})
}

// answersLayout is the layout of the answers as set. No judge knows puzzles of
// which none is valid, nor the answers to them.
func (a *app) answersLayout(in *input) string {
	if a.cfg.Answers == judgeFormat && len(in.kinds) == 0 {
		return "auto"
	}
	return a.cfg.Answers
}

// openAnswers opens a file of answers, standard input or a pipe. Reading ends
// with ctx, even while nobody writes to the pipe.
func (a *app) openAnswers(ctx context.Context, name string) (io.ReadCloser, error) {
	if name != stdinName {
		info, err := os.Stat(name)
		switch {
		case err != nil:
			return nil, openError("answers", name, err)
		case info.IsDir():
			return nil, fmt.Errorf("open answers: %s is a folder; name one file of answers", name)
		case info.Mode().IsRegular():
			return os.Open(name)
		}
	}
	r, w := io.Pipe()
	context.AfterFunc(ctx, func() { _ = w.CloseWithError(ctx.Err()) })
	go func() { // ends with the writer of the pipe, or with the program
		from, err := a.in, error(nil)
		if name != stdinName {
			from, err = os.Open(name)
		}
		if err == nil {
			_, err = io.Copy(w, from)
		}
		_ = w.CloseWithError(err)
	}()
	return r, nil
}

// check judges answers along the rows of a batch.
type check struct {
	app      *app
	in       *input
	spec     jobs.Spec
	anyValid bool
	pairs    pairs
	out      *output
	findings format.FindingWriter
	counts   map[format.Verdict]int64
	wrong    int64 // findings that keep the exit code from being 0
}

// attached tells of a batch of these puzzles that was cancelled: its rows have
// no answers. Of any other there is nothing to tell, for who checks answers
// submits no batch.
func (c *check) attached(ctx context.Context, store *jobs.Store, id string) error {
	b, err := store.Batch(ctx, id)
	if err == nil && !b.Cancelled.IsZero() {
		c.app.warn("the search for these answers was cancelled; --fresh begins it anew")
	}
	return err
}

// walk judges the answer to each row as it comes.
func (c *check) walk(ctx context.Context, store *jobs.Store, opts jobs.RowsOptions) error {
	there, err := store.Batch(ctx, c.spec.ID)
	if err != nil {
		return err
	}
	progress := c.app.newProgress(c.in.total, there.Rows)
	defer progress.close()
	form, stop := c.in.forms(ctx)
	defer stop()
	fileOf := c.in.fileNames()
	opts.Done = false // answers come in the order of the puzzles
	progress.prints(ctx, store, c.spec.ID, nil, true)
	var flushed error
	opts.Printed = func() {
		if flushed == nil {
			flushed = c.flush()
		}
	}
	for row, err := range store.Rows(ctx, c.spec.ID, opts) {
		if err == nil {
			err = flushed
		}
		if err != nil {
			return err
		}
		row.File = fileOf(row.Seq)
		if err := c.row(ctx, &row, form); err != nil {
			return err
		}
		progress.row(&row)
	}
	if flushed != nil {
		return flushed
	}
	progress.close()
	return c.end(ctx)
}

// row judges the answer to one puzzle.
func (c *check) row(ctx context.Context, row *solver.Row, form func(*solver.Row) (string, error)) error {
	claim, ok, err := c.pairs.find(ctx, row.Seq)
	if err != nil {
		return err
	}
	j := judged{kind: c.app.kinds.Lookup(row.Kind), row: row, opts: c.app.search()}
	if j.form, err = form(row); err != nil {
		return err
	}
	finding := j.missing()
	if ok {
		finding = j.judge(&claim)
	}
	return c.print(&finding)
}

// end tells of the answers that are left, sums up, and returns the outcome.
func (c *check) end(ctx context.Context) error {
	if err := c.pairs.rest(ctx); err != nil {
		return err
	}
	if err := c.flush(); err != nil {
		return err
	}
	if c.app.cfg.Progress != "none" {
		c.app.warn("%s", c.summary())
	}
	if c.wrong > 0 {
		return errUnsettled
	}
	return nil
}

func (c *check) print(f *format.Finding) error {
	c.counts[f.Verdict]++
	if wanted := f.Verdict == format.Optimal || c.anyValid && f.Valid; !wanted {
		c.wrong++
	}
	if err := c.findings.Write(f); err != nil {
		return fmt.Errorf("print findings: %w", err)
	}
	return nil
}

func (c *check) flush() error {
	if err := errors.Join(c.findings.Flush(), c.out.text.Flush()); err != nil {
		return fmt.Errorf("print findings: %w", err)
	}
	return nil
}

// summary counts the findings in words.
func (c *check) summary() string {
	var parts []string
	for _, verdict := range format.Verdicts() {
		if n := c.counts[verdict]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, verdict))
		}
	}
	return strings.Join(append([]string{count(c.in.total, "puzzle")}, strings.Join(parts, ", ")), ": ")
}
