package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// levelFolder is where the level files made for the tests are.
var levelFolder = filepath.Join("..", "..", "format", "testdata")

// levelTable reads the lines of a table of answers, without its head.
func levelTable(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n")
	return strings.Split(strings.TrimRight(rest, "\n"), "\n")
}

// inTable says a row as the tables of levels do.
func inTable(row solver.Row) string {
	if row.Status != solver.Solved {
		return string(row.Status)
	}
	return fmt.Sprintf("solved %d %d", row.Cost[0].Value, row.Cost[1].Value)
}

// Every faulty level file: the rows are those of the table.
func TestLevelFaults(t *testing.T) {
	for _, line := range levelTable(t, filepath.Join(levelFolder, "faults", "expected.tsv")) {
		file, text, _ := strings.Cut(line, "\t")
		t.Run(file, func(t *testing.T) {
			code, out, errs := gridmill(t, "", "solve", filepath.Join(levelFolder, "faults", file))
			all := rows(t, out)
			if strings.HasPrefix(text, "no rows") {
				if code != exitOK || len(all) > 0 || !strings.Contains(errs, "holds no puzzle") {
					t.Errorf("exit %d, %d rows: %s", code, len(all), errs)
				}
				return
			}
			var want []string
			for _, one := range strings.SplitAfter(strings.ReplaceAll(text, "; solved", "\tsolved"), "\t") {
				verdict, _, _ := strings.Cut(one, " (")
				want = append(want, strings.TrimSpace(verdict))
			}
			if len(all) != len(want) {
				t.Fatalf("exit %d, %d rows, want %d: %s", code, len(all), len(want), errs)
			}
			for i, row := range all {
				if inTable(row) != want[i] {
					t.Errorf("row %d is %s, want %s: %+v", i, inTable(row), want[i], row)
				}
			}
		})
	}
}

// The random levels: the answers are those of the table.
func TestRandomLevels(t *testing.T) {
	_, out, errs := gridmill(t, "", "solve", filepath.Join(levelFolder, "random-a.xsb"))
	all := rows(t, out)
	want := levelTable(t, filepath.Join(levelFolder, "random-a.tsv"))
	if len(all) != len(want) {
		t.Fatalf("%d rows, want %d: %s", len(all), len(want), errs)
	}
	for i, row := range all {
		got := strings.TrimRight(strings.Join(append([]string{row.Name}, strings.Fields(inTable(row))...), "\t"), "\t")
		if got != strings.TrimRight(want[i], "\t") {
			t.Errorf("level %q, want %q", got, want[i])
		}
	}
}
