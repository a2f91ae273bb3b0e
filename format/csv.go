package format

import (
	"bufio"
	"encoding/csv"
	"strconv"

	"github.com/gridmill/gridmill/solver"
)

// csvHeader names the columns of the csv format.
var csvHeader = [...]string{
	"seq", "name", "file", "line", "kind", "status", "pushes", "moves", "steps", "plan", "states",
	"elapsed_us", "source", "algorithm", "limit", "bound", "error_line", "error_column", "reason", "key",
	"box_changes", "box_lines",
}

// csvWriter prints rows as CSV below a header. A field that a row does not
// have is empty.
type csvWriter struct {
	out    *csv.Writer
	record []string
}

func newCSVWriter(out *bufio.Writer) (*csvWriter, error) {
	w := &csvWriter{out: csv.NewWriter(out), record: make([]string, 0, len(csvHeader))}
	return w, w.out.Write(csvHeader[:])
}

func (w *csvWriter) Write(row *solver.Row) error {
	plan, bound := "", ""
	if row.Plan != nil {
		plan = *row.Plan
	}
	if row.Status == solver.Limited {
		bound = strconv.Itoa(row.Bound)
	}
	w.record = append(w.record[:0],
		strconv.FormatInt(row.Seq, 10), row.Name, row.File, unlessZero(int64(row.Line)), row.Kind, string(row.Status),
		measure(row.Cost, "pushes"), measure(row.Cost, "moves"), measure(row.Cost, "steps"), plan,
		unlessZero(row.States), unlessZero(row.ElapsedUS), string(row.Source), row.Algorithm, string(row.Limit), bound)
	if bad := row.Error; bad != nil {
		w.record = append(w.record, strconv.Itoa(bad.Line), strconv.Itoa(bad.Column), bad.Reason)
	} else {
		w.record = append(w.record, "", "", "")
	}
	figures := solver.Cost(row.Figures)
	w.record = append(w.record, string(row.Key), measure(figures, "box_changes"), measure(figures, "box_lines"))
	return w.out.Write(w.record)
}

func (w *csvWriter) Flush() error {
	w.out.Flush()
	return w.out.Error()
}

func (w *csvWriter) Close() error { return w.Flush() }

// measure returns the part of a cost called name, or "".
func measure(c solver.Cost, name string) string {
	for _, m := range c {
		if m.Name == name {
			return strconv.Itoa(m.Value)
		}
	}
	return ""
}

func unlessZero(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}
