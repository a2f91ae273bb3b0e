package format

import (
	"bufio"
	"io"

	"github.com/gridmill/gridmill/solver"
)

// Names of the formats, as users write them, that are more than a line of inputs.
const (
	formatAuto  = "auto"
	formatJSON  = "jsonl"
	formatXSB   = "xsb"
	formatCSV   = "csv"
	formatTable = "table"
	formatJudge = "judge"
)

// Outputs returns the names of the output formats.
func Outputs() []string {
	return []string{formatJSON, formatCSV, formatTable, formatJudge, formatXSB}
}

// Writer prints rows in the order they come.
type Writer interface {
	// Write prints one row. It does not keep it.
	Write(row *solver.Row) error

	// Flush hands on what is still buffered, for somebody who watches.
	Flush() error

	// Close prints what the format needs at its end and flushes. It does not
	// close what is written to.
	Close() error
}

// WriterSettings says how to print rows.
type WriterSettings struct {
	// Kind is the kind of every row; only the judge and xsb formats need it.
	Kind string
	// Form finds the one-line form of a row's puzzle, "" for a row that has
	// none. It is called for one row after another, in their order; only the
	// xsb format needs it.
	Form func(row *solver.Row) (string, error)
	// Color allows the table format to colour its rows for a terminal.
	Color bool
}

// NewWriter prints rows to w in the output format called name. The error is a
// *NameError: for a format that does not exist, for judge also when the kind
// is not one of JudgeKinds, and for xsb when it is not sokoban.
func NewWriter(name string, w io.Writer, s WriterSettings) (Writer, error) {
	out := bufio.NewWriterSize(w, BufferSize)
	switch name {
	case formatJSON:
		return newJSONLWriter(out), nil
	case formatCSV:
		return newCSVWriter(out)
	case formatTable:
		return newTable(out, s.Color)
	case formatJudge:
		return newJudge(out, s.Kind)
	case formatXSB:
		return newXSBWriter(out, s)
	}
	return nil, &NameError{What: "output format", Name: name, Known: Outputs()}
}

// jsonlWriter prints each row as one JSON object a line, with its members in
// the order of solver.Row.
type jsonlWriter struct {
	out  *bufio.Writer
	line []byte
}

func newJSONLWriter(out *bufio.Writer) *jsonlWriter { return &jsonlWriter{out: out} }

func (w *jsonlWriter) Write(row *solver.Row) error {
	w.line = append(row.AppendJSON(w.line[:0]), '\n')
	_, err := w.out.Write(w.line)
	return err
}

func (w *jsonlWriter) Flush() error { return w.out.Flush() }
func (w *jsonlWriter) Close() error { return w.out.Flush() }
