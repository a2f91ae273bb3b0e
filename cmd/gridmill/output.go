package main

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/format"
	"github.com/gridmill/gridmill/solver"
)

// output prints rows, or text, where and how the settings say.
type output struct {
	writer format.Writer // of rows
	text   *bufio.Writer // of anything else
	pack   io.Closer     // what compresses for the file, or does not
	file   *os.File      // when the output goes to a file
	kinds  solver.Kinds  // know the figures of a plan
	only   only          // rows that are printed
	path   string        // where that file belongs once it is complete; "" when it is there
}

// openOutput opens what the rows are printed to. kind is the kind of every
// row, and form finds the puzzles of rows; both may be missing where the layout
// does not need them.
func (a *app) openOutput(cmd *cobra.Command, kind string, form func(*solver.Row) (string, error)) (*output, error) {
	layout := a.layout()
	fields, err := a.fields(cmd)
	if err != nil {
		return nil, err
	}
	settings := format.WriterSettings{Kind: kind, Form: form, Color: a.colorful(), Width: a.lineWidth(), Fields: fields}
	if _, err := format.NewWriter(layout, io.Discard, settings); err != nil {
		return nil, err // before a file is made
	}
	o, to, err := a.open()
	if err != nil {
		return nil, err
	}
	o.kinds = a.kinds
	o.writer, err = format.NewWriter(layout, to, settings)
	return o, err
}

// openText opens what is printed to by commands that print no rows.
func (a *app) openText() (*output, error) {
	o, to, err := a.open()
	if err != nil {
		return nil, err
	}
	o.text = bufio.NewWriter(to)
	return o, nil
}

// Write prints text.
func (o *output) Write(text []byte) (int, error) { return o.text.Write(text) }

func (a *app) open() (o *output, to io.Writer, err error) {
	o = &output{}
	if !a.toFile() {
		return o, a.out, nil
	}
	if err := format.CheckCompression(a.cfg.Output); err != nil {
		return nil, nil, err
	}
	if err := o.create(a.cfg.Output); err != nil {
		return nil, nil, outputError(a.cfg.Output, err)
	}
	a.inPlace = o.path == ""
	packed, err := format.Compress(o.file, a.cfg.Output)
	if err != nil {
		return nil, nil, fmt.Errorf("open output: %w", err)
	}
	o.pack = packed
	return o, packed, nil
}

// outputError says why the file at path cannot be written.
func outputError(path string, err error) error {
	folder := filepath.Dir(path)
	if _, missing := os.Stat(folder); errors.Is(missing, fs.ErrNotExist) {
		return &missingError{fmt.Sprintf("open output: %s: there is no folder %s; make it first", path, folder), err}
	}
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		failed.Path = path // not that of the hidden file
	}
	return fmt.Errorf("open output: %w", err)
}

// create opens a hidden file beside path that takes its name when every row is
// there, so that nobody takes half an output for a whole one. What cannot be
// replaced is written to as it is: a pipe or a device, a link to nothing, a
// file in a folder where no other can be made.
func (o *output) create(path string) error {
	info, err := os.Stat(path)
	exists := err == nil
	if !replaceable(path) {
		o.file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
		return err
	}
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		target = path
	}
	hidden := filepath.Join(filepath.Dir(target), ".gridmill-"+rand.Text())
	o.file, err = os.OpenFile(hidden, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil && exists {
		o.file, err = os.OpenFile(target, os.O_WRONLY|os.O_TRUNC, 0)
		return err
	}
	if err == nil && exists {
		err = o.file.Chmod(info.Mode().Perm())
	}
	o.path = target
	return err
}

// replaceable reports whether what is at path, if anything, is a file that
// another can take the place of: no pipe, no device and no link to nothing.
func replaceable(path string) bool {
	info, err := os.Stat(path)
	if _, isLink := os.Readlink(path); err != nil && isLink == nil {
		return false
	}
	return (err != nil || info.Mode().IsRegular()) && !strings.HasPrefix(path, "/dev/")
}

// write prints one row, unless rows of its status are left out.
func (o *output) write(row *solver.Row) error {
	if !o.only.takes(row.Status) {
		return nil
	}
	row.Figures = o.kinds.Figures(row)
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

// closeAfter prints what the format needs at its end and puts the file in its
// place, unless the command ended with an error other than an outcome: then
// the file is removed. It returns that error, or what goes wrong here instead.
func (o *output) closeAfter(err error) error {
	complete := err == nil || errors.Is(err, errUnsettled) || errors.Is(err, errNotDone)
	var closed error
	if o.writer != nil {
		closed = o.writer.Close()
	} else {
		closed = o.text.Flush()
	}
	if o.file != nil {
		closed = errors.Join(closed, o.pack.Close())
		if o.path != "" && complete && closed == nil {
			closed = o.file.Sync() // before it takes its name, so that a crash leaves the old file or the new one
		}
		closed = errors.Join(closed, o.file.Close())
	}
	if o.path != "" && complete && closed == nil {
		closed = os.Rename(o.file.Name(), o.path)
	}
	if o.path != "" && (!complete || closed != nil) {
		_ = os.Remove(o.file.Name()) // what went wrong before is what counts
	}
	if complete && closed != nil {
		return fmt.Errorf("print rows: %w", closed)
	}
	return err
}

// wantsTable reports whether a report is for eyes: a table on a terminal or
// where it is asked for, else a JSON object a line.
func (a *app) wantsTable(cmd *cobra.Command) (bool, error) {
	if a.cfg.To == "auto" {
		return terminal(a.out), nil // wherever the rows of other commands go
	}
	return a.cfg.To == tableFormat, a.checkFormat(cmd)
}
