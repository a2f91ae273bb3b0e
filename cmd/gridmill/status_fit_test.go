package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-runewidth"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/test/redistest"
)

// The tables of status are no wider than the terminal, whatever workers do and
// wherever puzzles come from; elsewhere nothing is cut.
func TestTablesOfStatusFitTheTerminal(t *testing.T) {
	const id = "35f72485aaaaaaaabbbbbbbbcccccccc"
	busy := jobs.Work{Batch: id, Chunk: "19.0", Seq: 1234567, Since: 4000, For: 5000}
	report := func() *statusReport {
		w := jobs.WorkerStatus{Worker: "a-host-with-a-long-name.example.org:1234567", State: jobs.Serving, Started: time.Unix(0, 0), Seen: time.Unix(7400, 0)}
		for _, lane := range jobs.Lanes() {
			w.Lanes = append(w.Lanes, jobs.LaneWork{Lane: lane, Slots: 16, Busy: []jobs.Work{busy, busy}, Rate: 123456})
		}
		w.Memory.Reserved, w.Memory.Limit = 12345<<20, 64000<<20
		return &statusReport{
			lanes:   []jobs.LaneStatus{{Lane: jobs.Lanes()[0], Workers: 1000, Slots: 16000, Running: 32, Waiting: 1234567, Oldest: 7400000, Rate: 1234567, Hits: 1, Misses: 1}},
			workers: []jobs.WorkerStatus{w},
			batches: []jobs.Batch{{ID: id, State: jobs.StateSealed, Rows: 1234567, Total: 1234567, Label: strings.Repeat("folder/", 10) + "倉庫番.xsb"}},
		}
	}
	for _, row := range []struct {
		reason      string
		width       int
		has, hasNot []string
	}{
		{"80 cells", 80, []string{"\n…g:1234567  ", "  12345 of 64000 MiB  35f72485/19.0 puzzle …\n", id + "  ", "…", "倉庫番.xsb\n"}, []string{"UP       SLOTS", "hard 2/16"}},
		{"120 cells", 120, []string{"35f72485/19.0 puzzle 1234567 fo…", "12345 of 64000 MiB"}, nil},
		{"no terminal", 0, []string{"a-host-with-a-long-name.example.org:1234567  ", "hard 2/16  ", "and 3 more\n", strings.Repeat("folder/", 10)}, []string{"…"}},
	} {
		var b strings.Builder
		if err := report().table(&b, row.width); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if n := runewidth.StringWidth(strings.TrimSuffix(line, "\n")); row.width > 0 && n > row.width {
				t.Errorf("%s: a line of %d: %s", row.reason, n, line)
			}
		}
		for _, text := range row.has {
			if !strings.Contains(b.String(), text) {
				t.Errorf("%s: no %q in\n%s", row.reason, text, &b)
			}
		}
		for _, text := range row.hasNot {
			if strings.Contains(b.String(), text) {
				t.Errorf("%s: there is %q in\n%s", row.reason, text, &b)
			}
		}
	}
}

// A terminal of 80 columns gets such a table.
func TestStatusAsksTheTerminalForItsWidth(t *testing.T) {
	redis := redistest.Start(t).URL()
	maze := filepath.Join(write(t, map[string]string{"mazes-of-a-long-name.txt": mixedMazes}), "mazes-of-a-long-name.txt")
	_, out, _ := gridmill(t, "", "submit", "--redis", redis, maze)
	var s screen
	theirs := s.open(t)
	_, wait := start(t, theirs, theirs, nil, "status", "--redis", redis, strings.TrimSpace(out))
	if code := wait(); code != exitOK {
		t.Errorf("exit %d", code)
	}
	<-s.all
	if shown := s.String(); !strings.Contains(shown, "long-name.txt") || !strings.Contains(shown, "…") || strings.Contains(shown, maze) {
		t.Errorf("the terminal shows %q", shown)
	}
}
