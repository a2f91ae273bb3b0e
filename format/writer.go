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

	// Flush hands on what is still buffered, for somebody who watches. A table
	// may hold its first rows a moment longer.
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
	// Width is how many cells a line of that terminal has; 0 when not known.
	Width int
	// Fields are the fields to print, some of those that the function Fields
	// returns, in this order; the csv format's own names for them do as well.
	// None means all, or those that a table has room for. Only jsonl, csv and
	// table take any.
	Fields []string
}

// NewWriter prints rows to w in the output format called name. The error is a
// *NameError: for a format that does not exist, for judge also when the kind
// is not one of JudgeKinds, for xsb when it is not sokoban, and for a field
// that does not exist. It wraps ErrFieldTwice for a field that is named twice.
func NewWriter(name string, w io.Writer, s WriterSettings) (Writer, error) {
	out := bufio.NewWriterSize(w, BufferSize)
	fields, err := chooseFields(s.Fields)
	if err != nil {
		return nil, err
	}
	switch name {
	case formatJSON:
		return newJSONLWriter(out, fields), nil
	case formatCSV:
		return newCSVWriter(out, fields)
	case formatTable:
		return newTable(out, fields, s)
	case formatJudge:
		return newJudge(out, s.Kind)
	case formatXSB:
		return newXSBWriter(out, s)
	}
	return nil, &NameError{What: "output format", Name: name, Known: Outputs()}
}
