package format

import (
	"bufio"
	"fmt"

	"github.com/gridmill/gridmill/solver"
)

// noVerdict stands in the judge format where a row settles nothing.
const noVerdict = "?"

// JudgeKinds returns the kinds that have a judge format.
func JudgeKinds() []string { return []string{kindSokoban, kindMAPF, kindSolitaire} }

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
	verdicts := map[string]verdict{kindSokoban: verdictPOJ1475, kindMAPF: verdictUVa1601, kindSolitaire: verdictHDU1401}
	j := &judge{out: out, kind: kind, verdict: verdicts[kind]}
	if j.verdict == nil {
		return nil, &NameError{What: "kind with a judge format", Name: kind, Known: JudgeKinds()}
	}
	return j, nil
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
