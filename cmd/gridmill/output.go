package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/format"
	"github.com/gridmill/gridmill/solver"
)

// judgeFormat is the output that takes rows of one kind only.
const judgeFormat = "judge"

// output prints rows where and how the settings say.
type output struct {
	writer format.Writer
	file   *os.File // when the rows go to a file
	path   string   // where that file belongs once it is complete; "" when it is there
}

// openOutput opens what the rows are printed to. kind is the kind of every
// row; only the judge's layout needs it.
func (a *app) openOutput(kind string) (*output, error) {
	named := a.cfg.Output != stdinName
	toTerminal := !named && terminal(a.out)
	layout := a.cfg.To
	switch {
	case layout != "auto":
	case toTerminal:
		layout = "table"
	case named && strings.HasSuffix(a.cfg.Output, ".csv"):
		layout = "csv"
	default:
		layout = "jsonl"
	}
	o := &output{}
	to := a.out
	if named {
		if err := o.create(a.cfg.Output); err != nil {
			return nil, fmt.Errorf("open output: %w", err)
		}
		to = o.file
	}
	var err error
	o.writer, err = format.NewWriter(layout, to, format.WriterSettings{Kind: kind, Color: toTerminal && a.lookupEnv("NO_COLOR") == ""})
	if err != nil {
		return nil, errors.Join(err, o.discard())
	}
	return o, nil
}

// create opens a hidden file beside path that takes its name when every row is
// there, so that nobody takes half an output for a whole one. What is no
// regular file, such as a pipe, is written to as it is.
func (o *output) create(path string) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		o.file, err = os.OpenFile(path, os.O_WRONLY, 0)
		return err
	}
	o.path = path
	if target, err := filepath.EvalSymlinks(path); err == nil {
		o.path = target
	}
	o.file, err = os.CreateTemp(filepath.Dir(o.path), "."+filepath.Base(o.path)+".*")
	if err == nil {
		err = o.file.Chmod(0o644)
	}
	return err
}

// write prints one row.
func (o *output) write(row *solver.Row) error {
	if err := o.writer.Write(row); err != nil {
		return fmt.Errorf("print row %d: %w", row.Seq, err)
	}
	return nil
}

// flush hands on the rows printed so far.
func (o *output) flush() error {
	if err := o.writer.Flush(); err != nil {
		return fmt.Errorf("print rows: %w", err)
	}
	return nil
}

// close prints what the format needs at its end and, when complete says that
// every row is there, puts the file in its place; an incomplete one is removed.
func (o *output) close(complete bool) error {
	errs := []error{o.writer.Close()}
	if o.file != nil {
		errs = append(errs, o.file.Close())
	}
	if complete && errors.Join(errs...) == nil && o.path != "" {
		errs = append(errs, os.Rename(o.file.Name(), o.path))
	} else {
		errs = append(errs, o.discard())
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("print rows: %w", err)
	}
	return nil
}

// discard removes a file that is not in its place yet.
func (o *output) discard() error {
	if o.path == "" {
		return nil
	}
	return os.Remove(o.file.Name())
}

// wantsTable reports whether a report is for eyes: a table on a terminal or
// where it is asked for, else a JSON object a line.
func (a *app) wantsTable(cmd *cobra.Command) (bool, error) {
	switch a.cfg.To {
	case "auto":
		return terminal(a.out), nil
	case "table":
		return true, nil
	case "jsonl":
		return false, nil
	}
	return false, usage(cmd, "%s prints --to table or --to jsonl, not %s", cmd.Name(), a.cfg.To)
}
