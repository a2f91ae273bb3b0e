package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/format"
	"github.com/gridmill/gridmill/solver"
)

// judgeFormat is the output that takes rows of one kind only.
const judgeFormat = "judge"

// output prints rows where and how the settings say. The writer is made for
// the first row, since the judge's layout depends on its kind.
type output struct {
	cmd    *cobra.Command
	format string
	kind   string // of every row, for the judge's layout
	color  bool
	to     io.Writer
	file   *os.File // when the rows go to a file
	writer format.Writer
}

// openOutput checks the settings before any work is done. kind is the kind of
// every row, or "" when that is not known yet.
func (a *app) openOutput(cmd *cobra.Command, kind string) (*output, error) {
	o := &output{cmd: cmd, format: a.cfg.To, kind: kind, to: a.out}
	toTerminal := a.cfg.Output == stdinName && terminal(a.out)
	if o.format == "auto" {
		o.format = "jsonl"
		if toTerminal {
			o.format = "table"
		}
	}
	o.color = toTerminal && a.lookupEnv("NO_COLOR") == ""
	if _, err := format.NewWriter(o.format, io.Discard, format.WriterSettings{Kind: "sokoban"}); err != nil {
		return nil, err
	}
	if a.cfg.Output != stdinName {
		f, err := os.Create(a.cfg.Output)
		if err != nil {
			return nil, fmt.Errorf("open output: %w", err)
		}
		o.file, o.to = f, f
	}
	return o, nil
}

// write prints one row.
func (o *output) write(row *solver.Row) error {
	if o.kind == "" {
		o.kind = row.Kind
	}
	if o.format == judgeFormat && row.Kind != "" && row.Kind != o.kind {
		return usage(o.cmd, "--to judge takes one kind only; row %d is %s, the rows before are %s", row.Seq, row.Kind, o.kind)
	}
	if err := o.begin(); err != nil {
		return err
	}
	if err := o.writer.Write(row); err != nil {
		return fmt.Errorf("print row %d: %w", row.Seq, err)
	}
	return nil
}

func (o *output) begin() (err error) {
	if o.writer == nil {
		o.writer, err = format.NewWriter(o.format, o.to, format.WriterSettings{Kind: o.kind, Color: o.color})
	}
	return err
}

// flush hands on the rows printed so far.
func (o *output) flush() error {
	if o.writer == nil {
		return nil
	}
	if err := o.writer.Flush(); err != nil {
		return fmt.Errorf("print rows: %w", err)
	}
	return nil
}

// close prints what the format needs at its end.
func (o *output) close() error {
	var errs []error
	if o.writer != nil {
		errs = append(errs, o.writer.Close())
	}
	if o.file != nil {
		errs = append(errs, o.file.Close())
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("print rows: %w", err)
	}
	return nil
}
