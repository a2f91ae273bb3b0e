package format

import (
	"bufio"
	"fmt"

	"github.com/gridmill/gridmill/solver"
)

// noVerdict stands in the judge format where a row settles nothing.
const noVerdict = "?"

// JudgeKinds returns the kinds that have a judge format.
func JudgeKinds() []string {
	var kinds []string
	for _, f := range inputs() {
		if f.verdict != nil {
			kinds = append(kinds, f.kind)
		}
	}
	return kinds
}

// verdict prints the answer of the row that is k-th from 1.
type verdict func(out *bufio.Writer, k int, row *solver.Row) error

// judge prints what the judge of a kind expects: an answer a row, in the order
// of the rows, with nothing but their place to tell them apart.
type judge struct {
	out     *bufio.Writer
	kind    string
	verdict verdict
	rows    int
}

func newJudge(out *bufio.Writer, kind string) (Writer, error) {
	if f, ok := inputJudging(kind); ok {
		return &judge{out: out, kind: kind, verdict: f.verdict}, nil
	}
	return nil, &NameError{What: "kind with a judge format", Name: kind, Known: JudgeKinds()}
}

// Write prints the verdict of a row. The error says that the row is of
// another kind: its verdict would pass for one of this kind.
func (j *judge) Write(row *solver.Row) error {
	if row.Kind != "" && row.Kind != j.kind {
		return fmt.Errorf("print row %d for the judge: it is a %s in answers to %s; print one kind at a time", row.Seq, row.Kind, j.kind)
	}
	j.rows++
	return j.verdict(j.out, j.rows, row)
}

func (j *judge) Flush() error { return j.out.Flush() }
func (j *judge) Close() error { return j.out.Flush() }
