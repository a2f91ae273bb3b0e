package format

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"

	"github.com/gridmill/gridmill/solver"
)

// FindingFormats returns the names of the formats of findings.
func FindingFormats() []string { return []string{formatJSON, formatCSV, formatTable} }

// FindingWriter prints findings in the order they come.
type FindingWriter interface {
	// Write prints one finding. It does not keep it.
	Write(f *Finding) error

	// Flush hands on what is still buffered.
	Flush() error
}

// NewFindingWriter prints findings to w in the format called name, in colour
// where a table may have some. The error is a *NameError.
func NewFindingWriter(name string, w io.Writer, color bool) (FindingWriter, error) {
	out := bufio.NewWriterSize(w, BufferSize)
	switch name {
	case formatJSON:
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false) // plans have >
		return &findingLines{out, enc}, nil
	case formatCSV:
		return newFindingCSV(out)
	case formatTable:
		return newFindingTable(out, color)
	}
	return nil, &NameError{What: "output format of a check", Name: name, Known: FindingFormats()}
}

// findingLines prints a JSON object a line.
type findingLines struct {
	out *bufio.Writer
	enc *json.Encoder
}

func (w *findingLines) Write(f *Finding) error { return w.enc.Encode(f) }
func (w *findingLines) Flush() error           { return w.out.Flush() }

// findingCSV prints records below a header. A field that a finding does not
// have is empty.
type findingCSV struct{ out *csv.Writer }

func newFindingCSV(out *bufio.Writer) (*findingCSV, error) {
	w := &findingCSV{csv.NewWriter(out)}
	return w, w.out.Write([]string{
		"seq", "name", "file", "line", "kind", "answer_line", "verdict", "valid", "pushes", "moves", "steps",
		"optimum_pushes", "optimum_moves", "optimum_steps", "unsolvable", "bound", "step", "row", "column", "reason", "note",
	})
}

func (w *findingCSV) Write(f *Finding) error {
	var bad solver.StepError
	if f.Error != nil {
		bad = *f.Error
	}
	return w.out.Write([]string{
		f.seq(), Harmless(f.Name), Harmless(f.File), unlessZero(int64(f.Line)), f.Kind, unlessZero(int64(f.AnswerLine)), f.Text, strconv.FormatBool(f.Valid),
		measure(f.Cost, "pushes"), measure(f.Cost, "moves"), measure(f.Cost, "steps"),
		measure(f.Optimum, "pushes"), measure(f.Optimum, "moves"), measure(f.Optimum, "steps"), strconv.FormatBool(f.Unsolvable), unlessZero(int64(f.Bound)),
		unlessZero(int64(bad.Step)), unlessZero(int64(bad.Row)), unlessZero(int64(bad.Column)), Harmless(bad.Reason), Harmless(f.Note),
	})
}

func (w *findingCSV) Flush() error {
	w.out.Flush()
	return w.out.Error()
}

// seq says the place of the puzzle, or nothing.
func (f *Finding) seq() string {
	if f.Seq == nil {
		return ""
	}
	return strconv.FormatInt(*f.Seq, 10)
}
