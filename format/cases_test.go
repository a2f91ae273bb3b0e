package format

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// casesDir returns the folder of real inputs, or skips the test.
func casesDir(t testing.TB) string {
	dir := os.Getenv("GRIDMILL_CASES")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "cases")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no cases to read: set GRIDMILL_CASES to their folder (%v)", err)
	}
	return dir
}

// readCases reads the inputs that match a pattern, as a user would: without
// naming the format.
func readCases(t *testing.T, pattern, format string, check func(t *testing.T, text string, all []solver.Puzzle)) {
	inputs, err := filepath.Glob(filepath.Join(casesDir(t), filepath.FromSlash(pattern)))
	if err != nil || len(inputs) == 0 {
		t.Fatalf("no input matches %s: %v", pattern, err)
	}
	for _, input := range inputs {
		t.Run(filepath.Base(input), func(t *testing.T) {
			text, err := os.ReadFile(input)
			if err != nil {
				t.Fatal(err)
			}
			all := readAll(t, "", string(text))
			for _, p := range all {
				if p.Error != nil {
					t.Errorf("%s: %v", p.Name, p.Error)
				}
			}
			if named := readAll(t, format, string(text)); fmt.Sprint(named) != fmt.Sprint(all) {
				t.Errorf("detected, the file reads otherwise than named %s", format)
			}
			answers, err := os.ReadFile(strings.TrimSuffix(input, ".in") + ".exp")
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(strings.TrimSpace(string(answers)), "\n") + 1; n != len(all) {
				t.Errorf("%d puzzles, but %d answers", len(all), n)
			}
			check(t, string(text), all)
		})
	}
}

// The readers below are those of a contestant: they trust the file.

func TestPOJ1475ReadsTheCases(t *testing.T) {
	readCases(t, "own/sokoban/poj-*.in", "poj1475", func(t *testing.T, text string, all []solver.Puzzle) {
		in := strings.NewReader(text)
		for _, p := range all {
			var rows, cols int
			if _, err := fmt.Fscan(in, &rows, &cols); err != nil {
				t.Fatal(err)
			}
			maze := make([]string, rows)
			closed := true
			for i := range maze {
				if _, err := fmt.Fscan(in, &maze[i]); err != nil {
					t.Fatal(err)
				}
				edge := i == 0 || i == rows-1
				closed = closed && maze[i][0] == '#' && maze[i][cols-1] == '#' && (!edge || strings.Trim(maze[i], "#") == "")
			}
			want := strings.Join(maze, "|")
			if !closed {
				wall := strings.Repeat("#", cols+2)
				want = wall + "|#" + strings.Join(maze, "#|#") + "#|" + wall
			}
			want = strings.NewReplacer(".", "-", "S", "@", "B", "$", "T", ".").Replace(want)
			if p.Form != want {
				t.Errorf("%s = %s, want %s", p.Name, p.Form, want)
			}
		}
	})
}

func checkMaps(t *testing.T, text string, all []solver.Puzzle) {
	lines := strings.Split(strings.ReplaceAll(text, "\r", ""), "\n")
	for _, p := range all {
		var cols, rows, agents int
		if _, err := fmt.Sscan(lines[p.Line-1], &cols, &rows, &agents); err != nil {
			t.Fatal(err)
		}
		at := map[rune]string{}
		var board []string
		for i, row := range lines[p.Line : p.Line+rows] {
			row = (row + strings.Repeat(" ", cols))[:cols]
			for j, letter := range row {
				at[letter] = fmt.Sprintf("r%dc%d", i+1, j+1)
			}
			board = append(board, strings.Map(func(r rune) rune {
				if r == '#' {
					return '#'
				}
				return '-'
			}, row))
		}
		want := strings.Join(board, "|")
		for _, agent := range "abcdefghijklmnopqrstuvwxyz"[:agents] {
			want += fmt.Sprintf(" %c=%s>%s", agent, at[agent], at[agent-'a'+'A'])
		}
		if p.Form != want {
			t.Errorf("%s = %s, want %s", p.Name, p.Form, want)
		}
	}
}

func TestUVa1601ReadsTheCases(t *testing.T) {
	readCases(t, "own/mapf/uva-*.in", "uva1601", checkMaps)
}

func TestUVa1601ReadsTheRobustCases(t *testing.T) {
	readCases(t, "own/mapf/robust/*.in", "uva1601", checkMaps)
}

func TestHDU1401ReadsTheCases(t *testing.T) {
	readCases(t, "own/solitaire/hdu-*.in", "hdu1401", func(t *testing.T, text string, all []solver.Puzzle) {
		in := strings.NewReader(text)
		for _, p := range all {
			want := "8x8"
			for i := range 8 {
				var row, col int
				if _, err := fmt.Fscan(in, &row, &col); err != nil {
					t.Fatal(err)
				}
				if i == 4 {
					want += " >"
				}
				want += fmt.Sprintf(" r%dc%d", row, col)
			}
			if p.Form != want {
				t.Errorf("%s = %s, want %s", p.Name, p.Form, want)
			}
		}
	})
}

func TestReaderReadsTheBenchSets(t *testing.T) {
	dir := filepath.Join(casesDir(t), "own", "bench")
	for prefix, kind := range map[string]string{"pb_": "sokoban", "hw_": "mapf", "sol_": "solitaire"} {
		files, err := filepath.Glob(filepath.Join(dir, prefix+"*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files %s*: %v", prefix, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all := readAll(t, "", string(text))
			if len(all) == 0 {
				t.Errorf("%s holds nothing", file)
			}
			for _, p := range all {
				if p.Error != nil || p.Kind != kind {
					t.Errorf("%s: %s is a %s: %v", file, p.Name, p.Kind, p.Error)
				}
			}
		}
	}
}
