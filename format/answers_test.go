package format

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// said writes claims for a comparison: place, line, what is said.
func said(c Claim) string {
	text := fmt.Sprintf("%d@%d", c.Seq, c.Line)
	switch {
	case c.Error != nil:
		return text + " error " + c.Error.Reason
	case c.Says == SaysPlan:
		text += fmt.Sprintf(" plan %q", c.Plan)
	case c.Says == SaysSolvable:
		text += " yes"
	case c.Says == SaysUnsolvable:
		text += " no"
	case c.Says == SaysNothing:
		text += " nothing"
	}
	if cost := c.Cost.String(); cost != "" {
		text += " costs " + cost
	}
	if c.Stray > 0 {
		text += fmt.Sprintf(" stray %d", c.Stray)
	}
	if c.Open {
		text += " open"
	}
	return text
}

func readAnswers(t *testing.T, text string, s AnswersSettings) (layout string, claims []string, err error) {
	t.Helper()
	a, err := NewAnswers(strings.NewReader(text), "answers", s)
	if err != nil {
		return "", nil, err
	}
	defer func() { _ = a.Close() }()
	for {
		c, err := a.Next()
		if errors.Is(err, io.EOF) {
			return a.Format(), claims, nil
		}
		if err != nil {
			return a.Format(), claims, err
		}
		claims = append(claims, said(c))
	}
}

func TestAnswersAreRead(t *testing.T) {
	for _, row := range []struct {
		reason, kind, text, layout string
		want                       []string
	}{
		{"the judge's mazes", "sokoban", "Maze #1\neE\n\nMaze #2\nImpossible.\n\n", "judge", []string{`0@2 plan "rR"`, "1@5 no"}},
		{"without the blank lines, by CRLF, with a BOM", "sokoban", "\ufeffMaze #1\r\n nN \r\nMaze #2\r\n?", "judge", []string{`0@2 plan "uU"`, "1@4 nothing open"}},
		{"a plan of nothing", "sokoban", "Maze #1\n\n\nMaze #2\nE\n", "judge", []string{`0@2 plan ""`, `1@5 plan "R"`}},
		{"the number counts, not the order", "sokoban", "Maze #3\nw\nMaze #1\ns\n", "judge", []string{`2@2 plan "l"`, `0@4 plan "d"`}},
		{"letters that are not the judge's", "sokoban", "Maze #1\nerE\n", "judge", []string{`0@2 plan "r?" stray 2`}},
		{"no answer below a header", "sokoban", "Maze #1\nMaze #2\ne\n", "judge", []string{"0@1 error the answer of Maze #1 is missing; where nothing is to be done it is an empty line", `1@3 plan "r"`}},
		{"a file that ends behind a header", "sokoban", "Maze #1", "judge", []string{"0@1 error the file ends behind Maze #1, where its answer should be"}},
		{"text between the answers is one fault", "sokoban", "Maze #1\ne\n\nI think\nthat\nMaze #x\nMaze #2\ne\n", "judge", []string{`0@2 plan "r"`, `-1@4 error expected Maze #k, not "I think"; what follows is skipped up to the next`, `1@8 plan "r"`}},
		{"the judge's steps", "mapf", "5\n\n-1\n?\n0", "judge", []string{"0@1 costs 5 steps", "1@3 no", "2@4 nothing", "3@5 costs 0 steps open"}},
		{"no number", "mapf", "5\n-2\n1 2\nfour\n", "judge", []string{"0@1 costs 5 steps",
			`1@2 error expected a number of steps, or -1 where there is no way, not "-2"`, `2@3 error expected a number of steps, or -1 where there is no way, not "1 2"`, `3@4 error expected a number of steps, or -1 where there is no way, not "four"`}},
		{"the judge's verdicts", "solitaire", "?\nYES\nNO\nYes\n", "judge", []string{"0@1 nothing", "1@2 yes", "2@3 no", `3@4 error expected YES or NO, not "Yes"`}},
		{"a plan a line", "", "rR\n\nunsolvable\nImpossible.\n-\n?\nR. RD\nr1c1>r1c2", "lurd",
			[]string{`0@1 plan "rR"`, `1@2 plan ""`, "2@3 no", "3@4 no", "4@5 no", "5@6 nothing", `6@7 plan "R. RD"`, `7@8 plan "r1c1>r1c2" open`}},
		{"blank lines are plans", "sokoban", "\n\n", "lurd", []string{`0@1 plan ""`, `1@2 plan ""`}},
		{"rows", "", `{"seq":3,"status":"solved","cost":{"pushes":1,"moves":2},"plan":"rR"}` + "\n" + `{"plan":"r"}` + "\n" + `{"seq":0,"status":"unsolvable","plan":null}` + "\n" + `{"seq":1,"status":"limit","bound":3}` + "\n" + `{"seq":9,"cost":{"steps":4}}`, "jsonl",
			[]string{`3@1 plan "rR" costs 1 push, 2 moves`, `4@2 plan "r"`, "0@3 no", "1@4 nothing", "9@5 costs 4 steps open"}},
		{"rows that are none", "", `{"seq":3,"plan":"r"}` + "\n" + `{"seq":4,"pl` + "\n" + `{"seq":5,"plan":7}` + "\n{}\n" + `{"seq":-1,"plan":""}` + "\n" + `{"seq":6,"plan":"","plan":""}` + "\n" + `{"status":"done"}` + "\n" + `{"status":"unsolvable","plan":"r"}`, "jsonl",
			[]string{`3@1 plan "r"`, "-1@2 error not JSON: the line ends in column 12, before the object does; give one object a line", `5@3 error "plan" must be a string`,
				"-1@4 error the row has no status, no plan and no cost", `-1@5 error "seq" must be the place of the puzzle, a whole number from 0`,
				`-1@6 error "plan" stands there twice; keep one`, `-1@7 error no row has the status "done"`, "-1@8 error the row says unsolvable and has a plan; keep one"}},
		{"a row that is none takes its place where rows have no seq", "", `{"plan":"r"}` + "\n{\n" + `{"plan":"l"}`, "jsonl",
			[]string{`0@1 plan "r"`, "1@2 error not JSON: the line ends in column 1, before the object does; give one object a line", `2@3 plan "l" open`}},
		{"a table", "", "name,seq,plan,status,pushes,moves,steps\n\"a \"\"b\"\",\nc\",2,rR,solved,1,2,\n,3,,unsolvable,,,\nx,4,,limit,,,\n", "csv",
			[]string{`2@2 plan "rR" costs 1 push, 2 moves`, "3@4 no", "4@5 nothing"}},
		{"a table in order, with mistakes", "", "status,plan\nsolved,r\nsolved\n\"solved,r\nsolved,l\n", "csv",
			[]string{`0@2 plan "r"`, "1@3 error 1 fields below a header of 2", "2@4 error a quoted field does not end", `3@5 plan "l"`}},
		{"costs alone, as a row names them", "", "seq,cost.pushes,cost.moves\n1,2,3\n0,,\n2,x,1\n", "csv",
			[]string{"1@2 costs 2 pushes, 3 moves", "0@3 nothing", `2@4 error pushes must be a whole number of at most 9223372036854775807, not "x"`}},
		{"costs alone, by their columns", "", "seq,pushes,moves\n0,1,3\n", "csv", []string{"0@2 costs 1 push, 3 moves"}},
		{"costs alone, as people say them", "", "seq,cost\n0,\"1 push, 12 moves\"\n1,4 steps\n2,\n3,much\n4,1 push and more\n5,\"1 push, 2 pushes, 3 moves\"\n", "csv",
			[]string{"0@2 costs 1 push, 12 moves", "1@3 costs 4 steps", "2@4 nothing", `3@5 error cost must be put as in 2 pushes, 5 moves, not "much"`,
				`4@6 error cost must be put as in 2 pushes, 5 moves, not "1 push and more"`, "5@7 error the row has more numbers than a cost has, moves and others"}},
		{"empty cells are no plan where nothing says solved", "", "seq,status,plan,moves\n0,,,\n1,solved,,\n2,,,5\n3,,r,\n", "csv",
			[]string{"0@2 nothing", `1@3 plan ""`, "2@4 costs 5 moves", `3@5 plan "r"`}},
		{"a column twice", "", "seq,plan,plan\n0,r,l\n", "csv", []string{`-1@1 error the header names the column "plan" twice; keep one`}},
		{"a column by two names", "", "cost.moves,moves\n1,2\n", "csv", []string{`-1@1 error the header names the column "moves" twice; keep one`}},
		{"a cost whole and in parts", "", "moves,cost\n1,1 move\n", "csv", []string{"-1@1 error the header names the cost twice, as cost and as moves; keep one"}},
		{"columns without a name", "", "plan,,\nr,,\n", "csv", []string{`0@2 plan "r"`}},
		{"nothing", "", "", "", nil},
	} {
		layout, claims, err := readAnswers(t, row.text, AnswersSettings{Kind: row.kind})
		if err != nil || layout != row.layout || strings.Join(claims, "\n") != strings.Join(row.want, "\n") {
			t.Errorf("%s: %v, %s\n%s\nwant %s\n%s", row.reason, err, layout, strings.Join(claims, "\n"), row.layout, strings.Join(row.want, "\n"))
		}
	}
}

func TestAnswersThatNobodyCanPlace(t *testing.T) {
	for _, row := range []struct{ reason, text, kind, layout, says string }{
		{"prose", "\nDear Sir", "sokoban", "", `answers: cannot tell the layout of answers that begin "Dear Sir"; name it with --answers (judge, lurd, jsonl, csv)`},
		{"levels", "#####\n#@$.#\n#####\nSolution: R\n", "sokoban", "", "answers: xsb is no layout of answers; print rows instead (gridmill solve --to jsonl)"},
		{"mazes among several kinds", "Maze #1\n", "", "", "cannot tell the layout"},
		{"a judge of several kinds", "5\n", "", "judge", "no kind with a judge format"},
		{"a layout that does not exist", "5\n", "mapf", "xml", `no layout of answers is called "xml"; choose one of auto, judge, lurd, jsonl, csv`},
	} {
		if _, _, err := readAnswers(t, row.text, AnswersSettings{Kind: row.kind, Format: row.layout}); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, want %s", row.reason, err, row.says)
		}
	}
}

func TestPackedAnswersThatAreCutShort(t *testing.T) {
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	_, _ = io.WriteString(zip, strings.Repeat("rRdDlLuU\n", 10000))
	_ = zip.Close()
	if _, claims, err := readAnswers(t, packed.String(), AnswersSettings{}); err != nil || len(claims) != 10000 {
		t.Errorf("whole: %d answers, %v", len(claims), err)
	}
	if _, _, err := readAnswers(t, packed.String()[:packed.Len()/2], AnswersSettings{}); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("half: %v", err)
	}
	if _, _, err := readAnswers(t, packed.String(), AnswersSettings{MaxExpand: 1000}); !errors.Is(err, ErrExpandBound) {
		t.Errorf("beyond the bound: %v", err)
	}
}

// A line beyond the bound is no answer, in any layout, and the next one is.
func TestAnswersBeyondAnyLength(t *testing.T) {
	if testing.Short() {
		t.Skip("with -short, no files of many MiB")
	}
	long := strings.Repeat("r", maxAnswer)
	for _, row := range []struct{ layout, kind, before, after string }{
		{"lurd", "", "", "r\n"},
		{"judge", "sokoban", "Maze #1\n", "Maze #2\ne\n"},
		{"judge", "mapf", "", "5\n"},
		{"jsonl", "", "", "{\"plan\":\"r\"}\n"},
		{"csv", "", "plan\n", "r\n"},
	} {
		_, claims, err := readAnswers(t, row.before+long+"\n"+row.after, AnswersSettings{Format: row.layout, Kind: row.kind})
		if err != nil || len(claims) != 2 || !strings.HasSuffix(claims[0], "error "+longAnswer) || strings.Contains(claims[1], "error") {
			t.Errorf("%s of %s: %v, %q", row.layout, row.kind, err, claims)
		}
	}
}
