package format

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/kinds"
)

// judgeRows are rows of a kind in an order that shows an answer which is lost
// or taken for its neighbour's.
func judgeRows(t *testing.T, kind solver.Kind) []*solver.Row {
	t.Helper()
	info := kind.Info()
	answer, err := kind.Solve(t.Context(), info.Example, solver.Options{}, solver.Budget{})
	if err != nil || answer.Status != solver.Solved {
		t.Fatalf("the example of %s: %+v, %v", info.Name, answer, err)
	}
	nothing, free := "", solver.Cost{}
	for i, name := range info.Measures {
		free[i].Name = name
	}
	return []*solver.Row{
		{Status: solver.Solved, Cost: answer.Cost, Plan: &answer.Plan},
		{Status: solver.Limited, Limit: solver.LimitStates, Bound: 1},
		{Status: solver.Unsolvable},
		{Status: solver.Solved, Cost: free, Plan: &nothing},
		{Status: solver.Solved, Cost: answer.Cost, Plan: &answer.Plan},
	}
}

// What a format prints for its judge, gridmill check reads again without being
// told what it is: all answers, and each of them alone.
func TestAnswersForAJudgeAreReadBack(t *testing.T) {
	all := kinds.All()
	for _, f := range inputs() {
		if f.verdict == nil {
			continue
		}
		if f.answers == nil || f.showsAnswers == nil {
			t.Errorf("%s has a verdict, but gridmill check could not read it; add answers and showsAnswers to its input, and a reader as in format/answers_judge.go", f.name)
			continue
		}
		kind := all.Lookup(f.kind)
		if kind == nil {
			t.Errorf("%s is of a kind %s, which is not in solver/kinds/kinds.go", f.name, f.kind)
			continue
		}
		rows := judgeRows(t, kind)
		readBack(t, f, rows)
		for _, row := range rows {
			if row.Status.Verdict() && (row.Plan == nil || *row.Plan != "") { // others are in every layout
				readBack(t, f, []*solver.Row{row})
			}
		}
	}
}

// readBack prints rows of the kind of f and reads the answers.
func readBack(t *testing.T, f input, rows []*solver.Row) {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter(formatJudge, &out, WriterSettings{Kind: f.kind})
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		row.Seq, row.Kind = int64(i), f.kind
		if err := w.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	printed := out.String()
	a, err := NewAnswers(strings.NewReader(printed), "answers", AnswersSettings{Kind: f.kind})
	if err != nil {
		t.Errorf("%s: %v", f.name, err)
		return
	}
	defer func() { _ = a.Close() }()
	if a.Format() != formatJudge {
		t.Errorf("%s: %q is taken for %s; showsAnswers must know every line that answers begin with", f.name, printed, a.Format())
		return
	}
	for i, row := range rows {
		c, err := a.Next()
		if err != nil {
			t.Errorf("%s: answer %d of %d to %q: %v", f.name, i+1, len(rows), printed, err)
			return
		}
		if c.Seq != row.Seq || !says(c, row) {
			t.Errorf("%s: answer %d of %q is read as %s, %v", f.name, i+1, printed, said(c), c.Error)
		}
	}
	if _, err := a.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("%s: %q holds more than %d answers: %v", f.name, printed, len(rows), err)
	}
}

// says reports whether a claim says what row does, as far as its judge asks.
func says(c Claim, row *solver.Row) bool {
	switch {
	case c.Error != nil || c.Stray > 0:
		return false
	case row.Status == solver.Unsolvable:
		return c.Says == SaysUnsolvable
	case row.Status != solver.Solved:
		return c.Says == SaysNothing
	case c.Says == SaysPlan:
		return c.Plan == *row.Plan
	case c.Says == SaysCost:
		return c.Cost[0] == row.Cost[0]
	}
	return c.Says == SaysSolvable
}
