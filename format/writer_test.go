package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

var update = flag.Bool("update", false, "rewrite testdata/outputs.golden")

func sokobanRows() []solver.Row {
	plan := func(p string) *string { return &p }
	cost := func(pushes, moves int) solver.Cost {
		return solver.Cost{{Name: "pushes", Value: pushes}, {Name: "moves", Value: moves}}
	}
	return []solver.Row{
		{Seq: 0, Name: "Maze #1", Key: "sokoban:1:34fee4eabe35d25827759ea4dff9d724", File: "a.txt", Line: 1, Kind: "sokoban", Status: solver.Solved, Cost: cost(5, 12),
			Plan: plan("uldrULDRRRRR"), States: 9, ElapsedUS: 12, Source: solver.FromSearch, Algorithm: "auto",
			Figures: solver.Figures{{Name: "box_changes", Value: 1}, {Name: "box_lines", Value: 4}}},
		{Seq: 1, Name: "Maze #2", File: "a.txt", Line: 9, Kind: "sokoban", Status: solver.Solved, Cost: cost(0, 0),
			Plan: plan(""), States: 1, ElapsedUS: 1, Source: solver.FromSearch, Algorithm: "double-bfs"},
		{Seq: 2, Name: "Maze #3", File: "a.txt", Line: 17, Kind: "sokoban", Status: solver.Unsolvable,
			States: 4, ElapsedUS: 3, Source: solver.FromSearch, Algorithm: "auto"},
		{Seq: 3, Name: "Maze #4", File: "a.txt", Line: 25, Kind: "sokoban", Status: solver.Limited,
			States: 1000, ElapsedUS: 812, Source: solver.FromSearch, Algorithm: "auto", Limit: solver.LimitStates, Bound: 7},
		{Seq: 4, Name: "Maze #5", File: "a.txt", Line: 33, Kind: "sokoban", Status: solver.Invalid,
			Error: &solver.ParseError{Line: 35, Column: 4, Reason: `a second S, "again"; a maze has one`}},
		{Seq: 5, File: "b.jsonl", Line: 1, Status: solver.Invalid,
			Error: &solver.ParseError{Line: 1, Reason: `no "kind"; name one of <these>`}},
		{Seq: 6, Name: "a name, far too long for any column", File: "b.jsonl", Line: 2, Kind: "sokoban", Status: solver.Failed},
		{Seq: 1234567, Name: "\x1b[31m盤\n", File: "b.jsonl", Line: 3, Kind: "sokoban", Status: solver.Solved, Cost: cost(30, 60),
			Plan: plan(strings.Repeat("rR", 30)), States: 99999, ElapsedUS: 123456, Source: solver.FromSearch, Algorithm: "auto"},
		{Seq: 1234568, Kind: "sokoban", Status: solver.Cancelled},
	}
}

// sameForm gives every row one puzzle, unless it is invalid.
func sameForm(row *solver.Row) (string, error) {
	if row.Status == solver.Invalid {
		return "", nil
	}
	return "-####|###--##|#-@$-.#|-######", nil
}

// otherRows are rows of one of the other kinds: solved, unsolvable, and open.
func otherRows(kind, measure, plan string) []solver.Row {
	return []solver.Row{
		{Seq: 0, Name: "First", Kind: kind, Status: solver.Solved, Cost: solver.Cost{{Name: measure, Value: 2}}, Plan: &plan,
			States: 5, ElapsedUS: 2, Source: solver.FromSearch, Algorithm: "two-way"},
		{Seq: 1, Name: "Second", Kind: kind, Status: solver.Unsolvable, States: 5, ElapsedUS: 2, Source: solver.FromSearch, Algorithm: "two-way"},
		{Seq: 2, Name: "Third", Kind: kind, Status: solver.Limited, States: 5, ElapsedUS: 2, Source: solver.FromSearch,
			Algorithm: "two-way", Limit: solver.LimitTime, Bound: 3},
	}
}

// namedRows have names that a byte or a character a cell would misplace.
func namedRows() []solver.Row {
	var rows []solver.Row
	for i, name := range []string{"plain", "倉庫番", "한국어 이름", "e\u0301te\u0301", "🚀 go", strings.Repeat("長", 20), "a\u200bb"} {
		rows = append(rows, solver.Row{Seq: int64(i), Name: name, Kind: "sokoban", Status: solver.Unsolvable, Source: solver.FromMemo})
	}
	return rows
}

// riskyRows have names that begin like a formula, and some that only look so.
func riskyRows() []solver.Row {
	var rows []solver.Row
	for _, name := range []string{`=HYPERLINK("http://x","y")`, "+1+2", "-2+3", "@SUM(A1)", "\tx", "＝1+1", "-", "+", "-5", "-1.5", "--", "Level -1", "a=b", "'quoted'", "x, \"y\"",
		" =1+1", " \t @SUM(A1)", "\u00a0+1+2", "\ufeff=1+1", "\u3000＝1+1", " -5", " -", "  x", " ", "\t"} {
		rows = append(rows, solver.Row{Name: name, Status: solver.Invalid, Error: &solver.ParseError{Reason: name}})
	}
	return rows
}

// deepRows come from files with long paths, and one is invalid for a long reason.
func deepRows() []solver.Row {
	deep := strings.Repeat("a folder/", 6)
	return []solver.Row{
		{Seq: 0, File: deep + "levels.xsb", Name: strings.Repeat("name ", 10), Status: solver.Unsolvable},
		{Seq: 1, File: deep + "倉庫番.xsb", Status: solver.Invalid, Error: &solver.ParseError{Line: 1, Column: 1, Reason: strings.Repeat("reason ", 10) + "in full"}},
	}
}

func printRows(t testing.TB, format string, s WriterSettings, rows []solver.Row) string {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(format, &b, s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		if err := w.Write(&rows[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWritersPrintTheGoldenRows(t *testing.T) {
	mapf, solitaire := otherRows("mapf", "steps", "R. LU"), otherRows("solitaire", "moves", "r4c4>r4c5 r4c5>r4c7")
	var got strings.Builder
	for _, section := range []struct {
		title, format string
		settings      WriterSettings
		rows          []solver.Row
	}{
		{"jsonl of sokoban", "jsonl", WriterSettings{}, sokobanRows()},
		{"jsonl of mapf", "jsonl", WriterSettings{}, mapf},
		{"jsonl of solitaire", "jsonl", WriterSettings{}, solitaire},
		{"csv of sokoban", "csv", WriterSettings{}, sokobanRows()},
		{"csv of mapf", "csv", WriterSettings{}, mapf},
		{"csv of no rows", "csv", WriterSettings{}, nil},
		{"table of sokoban", "table", WriterSettings{}, sokobanRows()},
		{"table of solitaire in colour", "table", WriterSettings{Color: true}, solitaire},
		{"table of sokoban on a terminal of 88 cells", "table", WriterSettings{Width: 88}, sokobanRows()},
		{"table of names in many scripts", "table", WriterSettings{}, namedRows()},
		{"table of long paths and reasons", "table", WriterSettings{Fields: []string{"seq", "file", "name", "error.reason", "status"}}, deepRows()},
		{"table of some fields", "table", WriterSettings{Fields: []string{"status", "cost.pushes", "name", "line"}}, sokobanRows()},
		{"csv of names that spreadsheets take for formulas", "csv", WriterSettings{Fields: []string{"name", "reason", "cost"}}, riskyRows()},
		{"csv of some fields", "csv", WriterSettings{Fields: []string{"cost.pushes", "error", "figures"}}, sokobanRows()[:6]},
		{"jsonl of some fields", "jsonl", WriterSettings{Fields: []string{"status", "error.reason", "cost.moves", "seq", "pushes"}}, sokobanRows()},
		{"jsonl of fields that are objects", "jsonl", WriterSettings{Fields: []string{"cost", "error"}}, sokobanRows()[3:6]},
		{"judge of sokoban", "judge", WriterSettings{Kind: "sokoban"}, sokobanRows()[:7]},
		{"judge of mapf", "judge", WriterSettings{Kind: "mapf"}, mapf},
		{"xsb of sokoban", "xsb", WriterSettings{Kind: "sokoban", Form: sameForm}, sokobanRows()},
		{"judge of solitaire", "judge", WriterSettings{Kind: "solitaire"}, solitaire},
	} {
		fmt.Fprintf(&got, "=== %s ===\n%s", section.title, printRows(t, section.format, section.settings, section.rows))
	}
	const golden = "testdata/outputs.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("rows differ from %s (-update rewrites it):\n%s", golden, got.String())
	}
}

func TestJSONLRowsReadBackAsTheyWere(t *testing.T) {
	rows := sokobanRows()
	for i, text := range strings.Split(strings.TrimSpace(printRows(t, "jsonl", WriterSettings{}, rows)), "\n") {
		var back solver.Row
		if err := json.Unmarshal([]byte(text), &back); err != nil || !reflect.DeepEqual(back, rows[i]) {
			t.Errorf("row %d came back as %+v, %v", i, back, err)
		}
	}
}

func TestNewWriterRefusesNamesItDoesNotHave(t *testing.T) {
	for _, c := range []struct{ reason, format, kind, want string }{
		{"no such format", "xml", "", "jsonl, csv, table, judge, xsb"},
		{"no format", "", "", "jsonl, csv, table, judge, xsb"},
		{"a judge of no kind", "judge", "", "sokoban, mapf, solitaire"},
		{"a judge of a kind that has none", "judge", "chess", "sokoban, mapf, solitaire"},
		{"levels of a kind that has none", "xsb", "mapf", "choose one of sokoban"},
	} {
		_, err := NewWriter(c.format, &bytes.Buffer{}, WriterSettings{Kind: c.kind})
		var name *NameError
		if !errors.As(err, &name) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.reason, err)
		}
	}
	for _, name := range Outputs() {
		if _, err := NewWriter(name, &bytes.Buffer{}, WriterSettings{Kind: "sokoban", Form: sameForm}); err != nil {
			t.Errorf("output format %s: %v", name, err)
		}
	}
	for _, kind := range JudgeKinds() {
		if _, err := NewWriter("judge", &bytes.Buffer{}, WriterSettings{Kind: kind}); err != nil {
			t.Errorf("judge of %s: %v", kind, err)
		}
	}
}

func TestJudgeRefusesARowOfAnotherKind(t *testing.T) {
	w, err := NewWriter("judge", &bytes.Buffer{}, WriterSettings{Kind: "mapf"})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(&solver.Row{Kind: "solitaire", Status: solver.Solved}); err == nil {
		t.Error("a solitaire row was printed among answers to mapf")
	}
	w, err = NewWriter("xsb", &bytes.Buffer{}, WriterSettings{Kind: "sokoban", Form: sameForm})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(&solver.Row{Kind: "mapf", Status: solver.Solved}); err == nil {
		t.Error("a row of mapf was printed as a level")
	}
}

func TestFlushShowsRowsBeforeTheEnd(t *testing.T) {
	for _, format := range Outputs() {
		if format == "table" {
			continue // shows them a moment later; see TestATableWaitsALittleForTheRowsThatSetItsWidths
		}
		var b bytes.Buffer
		w, err := NewWriter(format, &b, WriterSettings{Kind: "sokoban", Form: sameForm})
		if err != nil {
			t.Fatal(err)
		}
		rows := sokobanRows()
		if err := w.Write(&rows[0]); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil || b.Len() == 0 {
			t.Errorf("%s: %d bytes after Flush, %v", format, b.Len(), err)
		}
	}
}

func TestWritersReportAFullDisk(t *testing.T) {
	for _, format := range Outputs() {
		w, err := NewWriter(format, fullDisk{}, WriterSettings{Kind: "sokoban", Form: sameForm})
		if err != nil {
			t.Fatal(err)
		}
		rows := sokobanRows()
		if err := errors.Join(w.Write(&rows[0]), w.Close()); !errors.Is(err, errFull) {
			t.Errorf("%s: %v", format, err)
		}
	}
}

var errFull = errors.New("disk full")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }
