package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// On a terminal a long path leaves what stands behind it where it can be seen;
// elsewhere it is whole.
func TestLongPathsOnATerminalLoseTheirBeginning(t *testing.T) {
	maze := filepath.Join(write(t, map[string]string{"m.txt": mixedMazes + oneMaze + oneMaze}), "m.txt")
	for _, row := range []struct {
		reason string
		args   []string
		shown  string
	}{
		{"a summary", []string{"solve"}, "/m.txt:6:2 'x' is not a cell"},
		{"groups", []string{"dedupe"}, "/m.txt  "},
		{"times", []string{"bench", "--spend", "1ms"}, "/m.txt  sokoban          auto"},
		{"rows", []string{"solve", "--fields", "file,line"}, "/m.txt     1"},
	} {
		var s screen
		theirs := s.open(t)
		_, wait := start(t, theirs, theirs, nil, append(row.args, maze)...)
		_ = wait() // one of the mazes is none
		<-s.all
		at := strings.Index(s.String(), row.shown)
		if at < 0 {
			t.Errorf("%s: no %q in %q", row.reason, row.shown, s.String())
			continue
		}
		before := s.String()[:at]
		if line := before[strings.LastIndex(before, "\n")+1:]; !strings.Contains(line, "…") || strings.Contains(line, filepath.Dir(maze)) {
			t.Errorf("%s: the path is not cut in %q", row.reason, line+row.shown)
		}
		if _, out, errs := gridmill(t, "", append(row.args, "--to", "table", maze)...); !strings.Contains(out+errs, maze) && row.reason != "rows" {
			t.Errorf("%s: elsewhere the path is not whole: %s%s", row.reason, out, errs)
		}
	}
}

// What a name holds does not move the cursor, wherever it is told.
func TestNamesInMessagesDoNotMoveTheCursor(t *testing.T) {
	folder := write(t, map[string]string{"\x1b[2Jm.txt": mixedMazes + oneMaze + oneMaze})
	for _, args := range [][]string{{"dedupe", "--to", "table"}, {"bench", "--to", "table", "--spend", "1ms"}, {"solve", "--to", "table", "--fields", "file"}, {"lookup", "--key"}} {
		_, out, errs := gridmill(t, "", append(args, folder)...)
		if said := out + errs; strings.Contains(said, "\x1b") || !strings.Contains(said, "�[2Jm.txt") {
			t.Errorf("%s says %q", args, said)
		}
	}
}
