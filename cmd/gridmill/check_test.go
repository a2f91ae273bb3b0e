package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// threeMazes need rRR, nothing that helps, and R.
const threeMazes = "1 5\nS.B.T\n1 5\nSB#.T\n1 3\nSBT\n0 0\n"

// checked runs a check of answers to the puzzles of a text and returns each
// finding in short: place, verdict, what is wrong.
func checked(t *testing.T, puzzles, answers string, args ...string) (code int, findings []string, errs string) {
	t.Helper()
	folder := t.TempDir()
	names := []string{filepath.Join(folder, "puzzles"), filepath.Join(folder, "answers")}
	for i, text := range []string{puzzles, answers} {
		if err := os.WriteFile(names[i], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	code, out, errs := gridmill(t, "", append(append([]string{"check"}, args...), names...)...)
	for line := range strings.Lines(out) {
		var f struct {
			Seq     *int
			Verdict string
			Note    string
			Error   *struct{ Reason string }
		}
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		text := "- " + f.Verdict
		if f.Seq != nil {
			text = fmt.Sprintf("%d %s", *f.Seq, f.Verdict)
		}
		if f.Error != nil {
			text += ": " + f.Error.Reason
		}
		if f.Note != "" {
			text += " (" + f.Note + ")"
		}
		findings = append(findings, text)
	}
	return code, findings, errs
}

// What is wrong with a file as a whole is told at the puzzles, or at the
// answers, that it is about; the others are judged all the same.
func TestCheckOfSpoiltFiles(t *testing.T) {
	for _, row := range []struct {
		reason, answers string
		want            []string
		args            []string
	}{
		{"nothing", "", []string{"0 no answer: no answer", "1 no answer", "2 no answer"}, nil},
		{"the last is missing", "rRR\n-\n", []string{"0 optimal", "1 optimal", "2 no answer"}, nil},
		{"the last line is cut", "rRR\n-\nr", []string{"0 optimal", "1 optimal", "2 optimal"}, nil},
		{"a plan is cut", "Maze #1\nrR\n\nMaze #2\nImpossible.\n\nMaze #3\nE\n\n", []string{"0 invalid: 'r' is no letter", "1 optimal", "2 optimal"}, nil},
		{"the file ends within a plan", "Maze #3\nE\n\nMaze #2\nImpossible.\n\nMaze #1\neE", []string{"0 invalid: the plan ends with this box off target (the answers end in this line; were they cut short?)", "1 optimal", "2 optimal"}, nil},
		{"one too many", "rRR\n-\nR\nR\n", []string{"0 optimal", "1 optimal", "2 optimal", "3 surplus answer: there are 3 puzzles"}, nil},
		{"blank lines at the end", "rRR\n-\nR\n\n\n", []string{"0 optimal", "1 optimal", "2 optimal"}, nil},
		{"one twice", `{"seq":0,"plan":"rRR"}` + "\n" + `{"seq":0,"plan":"x"}` + "\n" + `{"seq":1,"status":"unsolvable"}` + "\n" + `{"seq":2,"plan":"R"}`,
			[]string{"0 optimal", "0 answered twice: this puzzle was answered before", "1 optimal", "2 optimal"}, nil},
		{"one twice before its turn", `{"seq":2,"plan":"R"}` + "\n" + `{"seq":2,"plan":"x"}` + "\n" + `{"seq":1,"status":"unsolvable"}` + "\n" + `{"seq":0,"plan":"rRR"}`,
			[]string{"2 answered twice", "0 optimal", "1 optimal", "2 optimal"}, nil},
		{"from the last to the first", `{"seq":2,"plan":"R"}` + "\n" + `{"seq":1,"status":"unsolvable"}` + "\n" + `{"seq":0,"plan":"rRR"}`, []string{"0 optimal", "1 optimal", "2 optimal"}, nil},
		{"places beyond the end", `{"seq":7,"plan":"R"}` + "\n" + `{"seq":9223372036854775807,"plan":"R"}` + "\n" + `{"seq":0,"plan":"rRR"}`,
			[]string{"7 surplus answer", "9223372036854775807 surplus answer", "0 optimal", "1 no answer", "2 no answer"}, nil},
		{"a row that is cut", `{"seq":0,"plan":"rRR"}` + "\n" + `{"seq":1,"status":"unsolvable"}` + "\n" + `{"seq":2,"pl`,
			[]string{"0 optimal", "1 optimal", "- unreadable: line 3 of the answers, column 12: not JSON: the line ends in column 12, before the object does", "2 no answer"}, nil},
		{"a cost that the plan does not have", `{"plan":"rRR","cost":{"pushes":2,"moves":2}}` + "\n" + `{"status":"unsolvable"}` + "\n" + `{"plan":"R","cost":{"pushes":1}}`,
			[]string{"0 wrong verdict: says 2 moves; its plan has 2 pushes, 3 moves", "1 optimal", "2 optimal"}, nil},
		{"costs without plans", `{"cost":{"pushes":2,"moves":3}}` + "\n" + `{"cost":{"pushes":1}}` + "\n" + `{"cost":{"moves":1}}`,
			[]string{"0 optimal", "1 wrong verdict: says that there is a way; there is none", "2 no answer: the answer has neither a plan nor a number of pushes"}, nil},
		{"rows of another kind", `{"kind":"mapf","plan":"R."}` + "\n" + `{"kind":"sokoban","status":"unsolvable"}` + "\n" + `{"status":"failed"}`,
			[]string{"0 invalid: the answer is one to a puzzle of another kind, mapf", "1 optimal", "2 no answer: the answer has the status failed"}, nil},
		{"a table that is cut", "seq,status,plan\n0,solved,rRR\n1,unsolv", []string{"0 optimal", "- unreadable: line 3 of the answers", "1 no answer", "2 no answer"}, nil},
		{"a budget that is spent", "rRR\n-\nL\n", []string{"0 valid, optimum not known (at least 2 pushes)", "1 optimal", "2 invalid: the player walks into a wall"}, []string{"--max-states", "1"}},
		{"a plan in lower case", "rrr\n-\nr\n", []string{"0 optimal (the plan is written in one case; what pushes was told by its moves)", "1 optimal", "2 optimal (the plan"}, nil},
		{"any walks will do", "rlrRR\n-\nR\n", []string{"0 optimal", "1 optimal", "2 optimal"}, []string{"--objective", "pushes"}},
	} {
		code, findings, errs := checked(t, threeMazes, row.answers, row.args...)
		right := len(findings) == len(row.want)
		optimal := true
		for i := range findings {
			right = right && strings.HasPrefix(findings[i], row.want[i])
			optimal = optimal && strings.HasPrefix(findings[i][2:], "optimal")
		}
		if want := map[bool]int{true: exitOK, false: exitUnsettled}[optimal]; !right || code != want {
			t.Errorf("%s: exit %d, %s\n%s\nwant\n%s", row.reason, code, errs, strings.Join(findings, "\n"), strings.Join(row.want, "\n"))
		}
	}
}

// An invalid puzzle takes its answer with it, and an answer that says so is none.
func TestCheckOfInvalidPuzzles(t *testing.T) {
	code, findings, errs := checked(t, "1 3\nSxT\n1 3\nSBT\n", "R\nR\n")
	if len(findings) != 2 || !strings.HasPrefix(findings[0], "0 no puzzle: the puzzle is invalid: line 2, column 2: ") || findings[1] != "1 optimal" || code != exitUnsettled {
		t.Errorf("exit %d, %s: %q", code, errs, findings)
	}
	code, findings, errs = checked(t, "", "R\n")
	if len(findings) != 1 || findings[0] != "0 surplus answer: there are 0 puzzles" || code != exitUnsettled {
		t.Errorf("exit %d, %s: %q", code, errs, findings)
	}
}

// A packed file that was cut short ends as findings, like any other.
func TestCheckOfAPackedFileThatIsCut(t *testing.T) {
	var puzzles, answers strings.Builder
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	for i := range 5000 {
		puzzles.WriteString("1 3\nSBT\n")
		fmt.Fprintf(&answers, `{"seq":%d,"plan":"R","name":"%x"}`+"\n", i, i*i*7919)
	}
	_, _ = io.WriteString(zip, answers.String())
	_ = zip.Close()
	if code, findings, errs := checked(t, puzzles.String(), packed.String()); code != exitOK || len(findings) != 5000 {
		t.Errorf("whole: exit %d, %d findings: %s", code, len(findings), errs)
	}
	code, findings, errs := checked(t, puzzles.String(), packed.String()[:packed.Len()/2])
	all := strings.Join(findings, "\n")
	if code != exitUnsettled || len(findings) != 5001 || !strings.Contains(all, "- unreadable: the answers cannot be read from here on: ") || !strings.HasSuffix(all, "4999 no answer: no answer belongs to this puzzle") || findings[1000] != "1000 optimal" {
		t.Errorf("half: exit %d, %d findings: %s", code, len(findings), errs)
	}
}

// forever prints the same line for ever.
type forever string

func (f forever) Read(b []byte) (int, error) {
	n := 0
	for n+len(f) <= len(b) {
		n += copy(b[n:], f)
	}
	return n, nil
}

// A program that never stops printing ends the check all the same.
func TestCheckOfAnswersWithoutEnd(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mazes")
	if err := os.WriteFile(file, []byte(threeMazes), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ layout, line string }{
		{"lurd", "rRR\n"}, {"lurd", "\n"}, {"judge", "y\n"}, {"judge", "Maze #2\n"}, {"judge", "Maze #1\neEE\n"}, {"jsonl", "{\"seq\":1,\"plan\":\"\"}\n"}, {"jsonl", "{\n"}, {"csv", "plan\n"},
	} {
		var out, errs bytes.Buffer
		code := run(t.Context(), []string{"check", "--answers", row.layout, file, "-"}, streams{forever(row.line), &out, &errs}, []string{"HOME=" + t.TempDir()})
		if lines := strings.Count(out.String(), "\n"); code != exitUnsettled || lines > mostStray+4 || !strings.Contains(out.String(), "the answers are not read from here on") {
			t.Errorf("%s, %q: exit %d, %d findings: %s", row.layout, row.line, code, lines, &errs)
		}
	}
}

func TestCheckHasColoursWhereTheTerminalDoes(t *testing.T) {
	dir := write(t, map[string]string{"m.txt": "1 5\nS.B.T\n0 0\n", "a.txt": "Maze #1\neEE\n"})
	for term, want := range map[string]bool{"xterm": true, "dumb": false} {
		var s screen
		theirs := s.open(t)
		_, wait := start(t, theirs, theirs, []string{"TERM=" + term}, "check", filepath.Join(dir, "m.txt"), filepath.Join(dir, "a.txt"))
		if code := wait(); code != exitOK {
			t.Errorf("%s: exit %d", term, code)
		}
		<-s.all
		if got := strings.Contains(s.String(), "\x1b["); got != want {
			t.Errorf("%s: colours %t, want %t: %q", term, got, want, s.String())
		}
	}
}
