package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/format"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/kinds"
)

// examined are puzzles of every kind with the rows that solve prints for them.
// A kind that has no puzzles here is examined by its example.
func examined(tb testing.TB, all solver.Kinds) map[string][]judged {
	tb.Helper()
	puzzles := map[string][]judged{}
	rows := map[string][]string{
		"sokoban":   {"######|#@$-.#|######", "#####|#@$#.#|#####|#---#|#####", "######|#@$$-#|#-..-#|#----#|######", "###|#*#|#@#|###"},
		"mapf":      {"##---|----- a=r2c1>r2c5 b=r2c5>r2c1", "-#- a=r1c1>r1c3", "--- a=r1c2>r1c2", "---|--- a=r1c1>r2c3 b=r1c2>r2c1 c=r2c2>r1c1"},
		"solitaire": {"4x4 r1c1 r1c2 > r1c3 r2c2", "8x8 r1c1 > r8c8", "2x2 r1c1 > r1c1", "3x3 r1c1 r2c2 r3c3 > r1c3 r2c2 r3c1"},
	}
	for _, k := range all {
		kind, example := k.Info().Name, k.Info().Example
		forms := rows[kind]
		if forms == nil {
			forms = []string{example, "", example}
		}
		for i, form := range forms {
			row := &solver.Row{Seq: int64(i), Kind: kind}
			if bad := k.Check(form); bad != nil {
				row.Status, row.Error = solver.Invalid, &solver.ParseError{Line: 1, Column: 1, Reason: bad.Error()}
				puzzles[kind] = append(puzzles[kind], judged{kind: k, row: row})
				continue
			}
			budget := solver.Budget{}
			if i == len(forms)-1 {
				budget.States = 2 // an optimum that is not known
			}
			answer, err := k.Solve(tb.Context(), form, solver.Options{}, budget)
			if err != nil {
				tb.Fatal(err)
			}
			row.Status, row.Cost, row.Plan, row.Bound = answer.Status, answer.Cost, &answer.Plan, answer.Bound
			puzzles[kind] = append(puzzles[kind], judged{kind: k, form: form, row: row})
		}
	}
	return puzzles
}

// FuzzCheck wants any file of answers to give one finding a puzzle, in every
// layout in and out, and none to be called optimal but what the judge of its
// kind takes at the optimum.
func FuzzCheck(f *testing.F) {
	known := kinds.All()
	puzzles := examined(f, known)
	for _, layout := range format.AnswerFormats() {
		for i, text := range []string{
			"Maze #1\nEE\n\nMaze #2\nImpossible.\n\nMaze #4\nx\nMaze #3\n", "RR\n-\nRDrrU\n?\n", "8\n-1\n0\n", "YES\nNO\nYES\nMAYBE",
			"R. R. R.\nR\n.\n", "r1c1>r1c3 r1c2>r2c2\nr1c1>r2c1 r2c1>r3c1\n", `{"seq":2,"plan":"R"}` + "\n" + `{"seq":0,"plan":"RR","cost":{"pushes":3}}` + "\n{",
			"seq,plan,status\n3,,solved\n1,,unsolvable\n1,,unsolvable\n", "", "\n\n\n\n\n\n",
		} {
			f.Add(layout, i, []byte(text))
		}
	}
	names := known.Names()
	f.Fuzz(func(t *testing.T, layout string, kind int, text []byte) {
		asked := puzzles[names[uint(kind)%uint(len(names))]]
		answers, err := format.NewAnswers(bytes.NewReader(text), "fuzz", format.AnswersSettings{Format: layout, Kind: asked[0].row.Kind, MaxExpand: 1 << 20})
		if err != nil {
			return
		}
		defer func() { _ = answers.Close() }()
		var printed bytes.Buffer
		writer, err := format.NewFindingWriter("jsonl", &printed, false)
		if err != nil {
			t.Fatal(err)
		}
		table, _ := format.NewFindingWriter("table", io.Discard, true)
		sheet, _ := format.NewFindingWriter("csv", io.Discard, false)
		a := &app{kinds: known, streams: streams{err: io.Discard}}
		a.cfg.MaxMoves = solver.DefaultMaxMoves
		all := findingWriters{writer, table, sheet}
		c := &check{app: a, in: &input{}, counts: map[format.Verdict]int64{}, findings: all}
		c.pairs = pairs{answers: answers, total: int64(len(asked)), stray: c.print}
		defer c.pairs.early.close()
		for i := range asked {
			j := asked[i]
			if err := c.row(t.Context(), j.row, func(*solver.Row) (string, error) { return j.form, nil }); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(c.pairs.rest(t.Context()), all.Flush()); err != nil {
			t.Fatal(err)
		}
		judgeFindings(t, asked, printed.String())
	})
}

// findingWriters print findings everywhere.
type findingWriters []format.FindingWriter

func (ws findingWriters) Write(f *format.Finding) (err error) {
	for _, w := range ws {
		err = errors.Join(err, w.Write(f))
	}
	return err
}

func (ws findingWriters) Flush() (err error) {
	for _, w := range ws {
		err = errors.Join(err, w.Flush())
	}
	return err
}

// judgeFindings holds what was printed against what is promised.
func judgeFindings(t *testing.T, asked []judged, printed string) {
	own := make([]int, len(asked))
	for line := range strings.Lines(printed) {
		var f format.Finding
		dec := json.NewDecoder(strings.NewReader(line))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&f); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if f.Kind == "" { // an answer without a puzzle
			if f.Valid || f.AnswerLine < 1 || f.Error == nil {
				t.Fatalf("of no puzzle: %s", line)
			}
			continue
		}
		j := asked[*f.Seq]
		own[*f.Seq]++
		switch {
		case f.Text == "", len(line) > 4000, f.Text == string(format.BetterThan):
			t.Fatalf("finding %s", line)
		case f.Text == "optimal" && (!f.Valid || j.row.Status == solver.Solved && f.Cost[0].Name != "" && f.Cost != j.row.Cost && f.Cost[0].Value != j.row.Cost[0].Value):
			t.Fatalf("optimal? %s", line)
		case f.Text != "optimal" && !strings.HasPrefix(f.Text, "valid, ") && f.Valid:
			t.Fatalf("valid? %s", line)
		case (f.Text == "invalid" || f.Text == "wrong verdict" || f.Text == "unreadable") && (f.Error == nil || f.Error.Reason == ""):
			t.Fatalf("no reason: %s", line)
		}
	}
	for i, n := range own {
		if n != 1 {
			t.Fatalf("%d findings of puzzle %d: %s", n, i, printed)
		}
	}
}
