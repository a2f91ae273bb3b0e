package format

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/kinds"
)

// tsv reads a file of tab-separated values without its head.
func tsv(t *testing.T, path string) [][]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			rows = append(rows, strings.Split(strings.TrimRight(line, "\r\n"), "\t"))
		}
	}
	return rows
}

func readFile(t *testing.T, path string) []solver.Puzzle {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return readAllBy(t, kinds.All(), "", string(text))
}

// The reasons that the table gives in its own words.
var faultReasons = map[string]string{
	"01_more_boxes_than_goals.xsb": "differ in number, 2 and 1",
	"04_no_player.xsb":             "no player",
	"06_open_border.xsb":           "can leave the board",
	"20_rle_bomb.xsb":              "a run of 999999999999 cells",
}

func TestXSBReadsTheFaults(t *testing.T) {
	for _, row := range tsv(t, "testdata/faults/expected.tsv") {
		all := readFile(t, filepath.Join("testdata", "faults", row[0]))
		want := strings.Split(row[1], "; solved")
		if strings.HasPrefix(row[1], "no rows") {
			want = nil
		}
		if len(all) != len(want) {
			t.Errorf("%s: %d puzzles, want %d", row[0], len(all), len(want))
			continue
		}
		for i, p := range all {
			reason, invalid := faultReasons[row[0]]
			switch {
			case invalid != strings.HasPrefix(want[i], "invalid"):
				t.Fatalf("%s: no reason to look for", row[0])
			case invalid && (p.Error == nil || !strings.Contains(p.Error.Reason, reason)):
				t.Errorf("%s: %v, want %s", row[0], p.Error, want[i])
			case !invalid && p.Error != nil:
				t.Errorf("%s: %v, want %s", row[0], p.Error, want[i])
			}
		}
	}
}

func TestXSBReadsRandomLevels(t *testing.T) {
	all := readFile(t, "testdata/random-a.xsb")
	want := tsv(t, "testdata/random-a.tsv")
	if len(all) != len(want) {
		t.Fatalf("%d levels, want %d", len(all), len(want))
	}
	for i, p := range all {
		if p.Error != nil || p.Name != want[i][0] {
			t.Errorf("level %s is called %q: %v", want[i][0], p.Name, p.Error)
		}
	}
}

func TestXSBReadsThePublicLevels(t *testing.T) {
	dir := filepath.Join(casesDir(t), "public", "sokoban")
	for _, file := range []string{
		"boxoban-hard-000.txt", "boxoban-medium-valid-000.txt", "boxoban-unfiltered-test-000.txt",
		"microban-1.xsb", "microban-2.xsb", "guises.xsb",
	} {
		all := readFile(t, filepath.Join(dir, file))
		want := tsv(t, filepath.Join(dir, strings.TrimSuffix(file, filepath.Ext(file))+".tsv"))
		if len(all) != len(want) {
			t.Errorf("%s: %d levels, want %d", file, len(all), len(want))
			continue
		}
		for i, p := range all {
			titled := strings.HasPrefix(file, "microban") && strings.HasSuffix(p.Name, "'") // as some are, in these marks
			if p.Error != nil || p.Name != want[i][0] && !titled {
				t.Errorf("%s: level %q, want %q: %v", file, p.Name, want[i][0], p.Error)
			}
		}
	}
}

// Each level of guises.xsb is a copy of another one, turned, mirrored or
// padded: both have one canonical form.
func TestXSBGuisesHaveTheFormOfTheirOriginal(t *testing.T) {
	dir := filepath.Join(casesDir(t), "public", "sokoban")
	all := kinds.All()
	kind := all.Lookup(kindSokoban)
	canonical := func(p solver.Puzzle) string {
		form, _, err := kind.Canonical(nil, p.Form)
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		return string(form)
	}
	boxoban, microban := readFile(t, filepath.Join(dir, "boxoban-hard-000.txt")), readFile(t, filepath.Join(dir, "microban-1.xsb"))
	guises := readFile(t, filepath.Join(dir, "guises.xsb"))
	for i, row := range tsv(t, filepath.Join(dir, "guises.tsv")) {
		set, number, _ := strings.Cut(row[4], ":")
		index, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		original := boxoban[min(index, len(boxoban)-1)]
		if strings.Contains(set, "Microban") {
			original = microban[index-1]
		}
		if canonical(guises[i]) != canonical(original) {
			t.Errorf("guise %s of %s has another form", row[0], row[4])
		}
	}
}
