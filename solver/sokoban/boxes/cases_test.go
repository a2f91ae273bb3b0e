package boxes_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver/sokoban/boxes"
)

// casesDir is where the cases lie: $GRIDMILL_CASES, or beside the checkout.
func casesDir(t testing.TB, name string) string {
	dir := os.Getenv("GRIDMILL_CASES")
	if dir == "" {
		dir = "../../../../shared/cases"
	}
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no cases: %v; set GRIDMILL_CASES to the folder that holds them", err)
	}
	return path
}

// level is a board of a file and its known answer.
type level struct {
	name          string
	rows          []string
	status        string
	pushes, moves int
}

// readLevels reads plain boards, parted by lines that are none, and the table
// of their answers in the same order.
func readLevels(t testing.TB, name, ext string) []level {
	text, err := os.ReadFile(casesDir(t, name+ext))
	if err != nil {
		t.Fatal(err)
	}
	var levels []level
	inside := false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\r\n ")
		board := strings.Contains(line, "#") && strings.Trim(line, "#@+$*. ") == ""
		if board && !inside {
			levels = append(levels, level{})
		}
		if board {
			last := &levels[len(levels)-1]
			last.rows = append(last.rows, line)
		}
		inside = board
	}
	table, err := os.Open(casesDir(t, name+".tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	lines := bufio.NewScanner(table)
	i := 0
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		fields := strings.Split(lines.Text(), "\t")
		l := &levels[i]
		l.name, l.status = fmt.Sprintf("%s:%s", filepath.Base(name), fields[0]), fields[1]
		if len(fields) > 2 {
			l.pushes, _ = strconv.Atoi(fields[2])
		}
		l.moves = -1
		if len(fields) > 3 && fields[3] != "" {
			l.moves, _ = strconv.Atoi(fields[3])
		}
		i++
	}
	if i != len(levels) {
		t.Fatalf("%s: %d levels, %d answers", name, len(levels), i)
	}
	return levels
}

// puzzle makes a puzzle of drawn rows.
func puzzle(rows []string) *boxes.Puzzle {
	p := &boxes.Puzzle{Rows: len(rows) + 2}
	for _, row := range rows {
		p.Cols = max(p.Cols, len(row)+2)
	}
	p.Cells = []byte(strings.Repeat("#", p.Rows*p.Cols))
	drawn := make([]byte, len(p.Cells))
	for r, row := range rows {
		copy(drawn[(r+1)*p.Cols+1:], row)
	}
	for c, ch := range drawn {
		if ch == '@' || ch == '+' {
			p.Player = int32(c)
		}
	}
	todo := []int32{p.Player}
	p.Cells[p.Player] = '-'
	for len(todo) > 0 {
		c := todo[0]
		todo = todo[1:]
		for _, n := range []int32{c - 1, c + 1, c - int32(p.Cols), c + int32(p.Cols)} {
			if drawn[n] != '#' && p.Cells[n] == '#' {
				p.Cells[n] = '-'
				todo = append(todo, n)
			}
		}
	}
	for c, ch := range drawn {
		if p.Cells[c] == '#' {
			continue
		}
		if ch == '$' || ch == '*' {
			p.Boxes = append(p.Boxes, int32(c))
		}
		if ch == '.' || ch == '*' || ch == '+' {
			p.Goals = append(p.Goals, int32(c))
		}
	}
	return p
}
