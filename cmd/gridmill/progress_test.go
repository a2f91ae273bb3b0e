package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mattn/go-runewidth"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// A summary takes six lines of eighty cells at most, whatever there is to say;
// a command that is longer than one takes two of them.
func TestSummariesFitOnSixLines(t *testing.T) {
	const id = "0123456789abcdef0123456789abcdef"
	long := solver.ParseError{File: "a folder with a long name/levels.xsb", Line: 1234, Column: 5, Reason: "倉庫番 " + strings.Repeat("a reason ", 20)}
	deep := solver.ParseError{File: "/home/somebody/倉庫番/" + strings.Repeat("folder/", 20) + "levels.xsb", Line: 35, Column: 4, Reason: "a second player"}
	deepLong := deep
	deepLong.Reason = long.Reason
	every := func(n int64) map[solver.Status]int64 {
		counts := map[solver.Status]int64{}
		for _, s := range solver.Statuses() {
			if s != solver.Unknown {
				counts[s] = n
			}
		}
		return counts
	}
	out := func(limits ...solver.Limit) map[solver.Limit]int64 {
		all := map[solver.Limit]int64{}
		for i, l := range limits {
			all[l] = int64(len(limits) - i)
		}
		return all
	}
	budget := solver.Budget{Bytes: 1 << 30, Time: time.Minute}
	for _, row := range []struct {
		reason string
		tale   tale
		want   string
	}{
		{"all is well", tale{counts: map[solver.Status]int64{solver.Solved: 2, solver.Unsolvable: 1}, memo: jobs.Tally{Solves: 2, Hits: 1}},
			"3 puzzles: 2 solved, 1 unsolvable in 1.2s (2 solves, 1 memo hit)"},
		{"one puzzle", tale{counts: map[solver.Status]int64{solver.Solved: 1}, memo: jobs.Tally{Solves: 1, Hits: 1, Waits: 1}},
			"1 puzzle: 1 solved in 1.2s (1 solve, 1 memo hit, 1 wait)"},
		{"a limit inside this process", tale{counts: map[solver.Status]int64{solver.Limited: 3}, limits: out(solver.LimitTime, solver.LimitStates), budget: budget},
			"3 puzzles: 3 limit in 1.2s (0 solves, 0 memo hits)\n" +
				"limit: 2 out of time, 1 out of states; raise --timeout, --max-states\n" +
				"the same command with a larger budget tries again"},
		{"a limit in a fleet", tale{batch: id, counts: map[solver.Status]int64{solver.Limited: 1}, limits: out(solver.LimitBytes), budget: budget},
			"1 puzzle: 1 limit in 1.2s (0 solves, 0 memo hits)\n" +
				"limit: 1 out of memory; raise --max-memory\n" +
				"to try again with more: gridmill retry 0123456789abcdef0123456789abcdef --only limit --max-memory 10GiB"},
		{"several statuses", tale{batch: "0123", counts: map[solver.Status]int64{solver.Limited: 1, solver.Cancelled: 2}, limits: out(solver.LimitTime), budget: budget},
			"3 puzzles: 1 limit, 2 cancelled in 1.2s (0 solves, 0 memo hits)\n" +
				"limit: 1 out of time; raise --timeout\n" +
				"to try again with more: gridmill retry 0123 --only limit,cancelled --timeout 10m"},
		{"next to no memory", tale{counts: map[solver.Status]int64{solver.Limited: 1}, limits: out(solver.LimitBytes), budget: solver.Budget{Bytes: 1 << 10}},
			"1 puzzle: 1 limit in 1.2s (0 solves, 0 memo hits)\n" +
				"limit: --max-memory 1KiB is too little for any search; give 64MiB\n" +
				"the same command with a larger budget tries again"},
		{"rows that were not seen", tale{batch: id, counts: map[solver.Status]int64{solver.Limited: 1, solver.Invalid: 1}},
			"2 puzzles: 1 limit, 1 invalid in 1.2s (0 solves, 0 memo hits)\n" +
				"limit: raise --timeout, --max-states or --max-memory\n" +
				"why: gridmill results 0123456789abcdef0123456789abcdef --only invalid\n" +
				"to try again: gridmill retry 0123456789abcdef0123456789abcdef --only limit"},
		{"a budget that the worker set", tale{batch: "0123", counts: map[solver.Status]int64{solver.Limited: 1}, limits: out(solver.LimitTime)},
			"1 puzzle: 1 limit in 1.2s (0 solves, 0 memo hits)\n" +
				"limit: 1 out of time; raise --timeout\n" +
				"to try again: gridmill retry 0123 --only limit"},
		{"faults", tale{counts: map[solver.Status]int64{solver.Invalid: 4}, faults: []solver.ParseError{{File: "a.txt", Line: 3, Column: 1, Reason: "no player"}, {File: "b.txt", Line: 9, Column: 2, Reason: "\x1b[31mno walls"}}},
			"4 puzzles: 4 invalid in 1.2s (0 solves, 0 memo hits)\n" +
				"invalid: a.txt:3:1 no player\n" +
				"invalid: b.txt:9:2 �[31mno walls (and 2 more invalid puzzles)"},
		{"a long path, and a long reason too", tale{counts: map[solver.Status]int64{solver.Invalid: 9}, faults: []solver.ParseError{deep, deepLong}},
			"9 puzzles: 9 invalid in 1.2s (0 solves, 0 memo hits)\n" +
				"invalid: …/folder/folder/folder/folder/levels.xsb:35:4 a second player\n" +
				"invalid: …evels.xsb:35:4 倉庫番 a reason… (and 7 more invalid puzzles)"},
		{"everything there can be, a million times", tale{batch: id, counts: every(1234567), limits: out(solver.LimitTime, solver.LimitStates, solver.LimitBytes),
			faults: []solver.ParseError{long, long}, budget: budget, memo: jobs.Tally{Solves: 1234567, Hits: 1234567, Waits: 1234567, Dropped: 1234567}}, ""},
		{"everything, some times", tale{batch: id, counts: every(12), limits: out(solver.LimitTime), faults: []solver.ParseError{long, long}, memo: jobs.Tally{Solves: 72}}, ""},
	} {
		row.tale.began, row.tale.width = time.Unix(0, 0), summaryWidth
		row.tale.ended = row.tale.began.Add(1234 * time.Millisecond)
		lines := row.tale.lines()
		if got := strings.Join(lines, "\n"); row.want != "" && got != row.want {
			t.Errorf("%s:\n%s\nwant\n%s", row.reason, got, row.want)
		}
		if n := row.tale.screenLines(lines); n > summaryLines {
			t.Errorf("%s: %d lines:\n%s", row.reason, n, strings.Join(lines, "\n"))
		}
		for _, line := range lines {
			if strings.Contains(line, "gridmill retry ") {
				continue // who copies it needs all of it; screenLines counts what it takes
			}
			if n := runewidth.StringWidth(lineHead + line); n > summaryWidth {
				t.Errorf("%s: a line of %d cells: %s", row.reason, n, line)
			}
		}
	}
}

// Elsewhere than on a terminal nothing is cut: a file of messages is read later.
func TestSummariesInAFileAreWhole(t *testing.T) {
	fault := solver.ParseError{File: strings.Repeat("folder/", 20) + "levels.xsb", Line: 35, Column: 4, Reason: strings.Repeat("a reason ", 20) + "in full"}
	told := tale{counts: map[solver.Status]int64{solver.Invalid: 3}, faults: []solver.ParseError{fault}}
	lines := told.lines()
	if got, want := lines[len(lines)-1], "invalid: "+fault.File+":35:4 "+fault.Reason+" (and 2 more invalid puzzles)"; got != want {
		t.Errorf("says %q, want %q", got, want)
	}
}

// Every ten seconds a line says how far it has come, rows or not.
func TestPlainProgressIsALineEveryTenSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var says bytes.Buffer
		a := &app{streams: streams{err: &says, out: &bytes.Buffer{}}}
		a.cfg.Progress, a.cfg.Output = "auto", stdinName
		p := a.newProgress(1000, 0)
		time.Sleep(time.Second)
		for i := range 100 {
			row := solver.Row{Status: solver.Solved, Source: solver.FromSearch}
			if i%10 == 0 {
				row = solver.Row{Status: solver.Limited}
			}
			if i%4 == 1 {
				row.Source = solver.FromMemo
			}
			p.row(&row)
		}
		time.Sleep(20 * time.Second)
		synctest.Wait()
		p.close()
		want := "gridmill: 100 of 1000 rows, 10 a second, 1m30s left, 25 memo hits, 10 unsolved\n" +
			"gridmill: 100 of 1000 rows, 5.0 a second, 3m0s left, 25 memo hits, 10 unsolved\n"
		if says.String() != want {
			t.Errorf("says\n%swant\n%s", &says, want)
		}
		time.Sleep(time.Minute)
		if says.String() != want {
			t.Error("says more after the end")
		}
	})
}

// Rows of an earlier run tell nothing of how fast this one is.
func TestThePaceIsThatOfThisRun(t *testing.T) {
	began := time.Unix(0, 0)
	for _, row := range []struct {
		reason string
		facts  facts
		after  time.Duration
		want   string
	}{
		{"nothing yet", facts{total: 10}, 5 * time.Second, "0 of 10 rows, 0 memo hits, 0 unsolved"},
		{"printing what is there", facts{total: 1000, before: 900, rows: 900, hits: 1, print: printed{began: true, passed: 500, shown: 400, next: 500, ordered: true, last: began}}, time.Second,
			"900 of 1000 rows, 400 printed, 1 memo hit, 0 unsolved"},
		{"only what was there", facts{total: 1000, before: 900, rows: 900}, time.Second, "900 of 1000 rows, 0 memo hits, 0 unsolved"},
		{"ten rows more", facts{total: 1000, before: 900, rows: 910, open: 1}, 10 * time.Second, "910 of 1000 rows, 1.0 a second, 1m30s left, 0 memo hits, 1 unsolved"},
		{"a hard first row", facts{total: 33, rows: 21, print: printed{began: true, ordered: true, last: began}}, 6 * time.Second,
			"21 of 33 rows, 3.5 a second, 3s left, 0 printed: row 0 is still searched for, 0 memo hits, 0 unsolved"},
		{"each row as it comes", facts{total: 33, rows: 21, print: printed{began: true, passed: 20, shown: 20, next: 7, last: began}}, 6 * time.Second,
			"21 of 33 rows, 3.5 a second, 3s left, 20 printed, 0 memo hits, 0 unsolved"},
		{"too early to tell", facts{total: 1000, rows: 910}, 10 * time.Millisecond, "910 of 1000 rows, 0 memo hits, 0 unsolved"},
		{"hours", facts{total: 10001, rows: 1}, time.Second, "1 of 10001 rows, 1.0 a second, 2h47m left, 0 memo hits, 0 unsolved"},
		{"for ever", facts{total: 1e18, rows: 1}, time.Second, "1 of 1000000000000000000 rows, 1.0 a second, more than 1000h left, 0 memo hits, 0 unsolved"},
		{"the end", facts{total: 1, rows: 1}, 2 * time.Second, "1 of 1 row, 0.5 a second, 0 memo hits, 0 unsolved"},
		{"no total", facts{rows: 1}, 2 * time.Second, "1 row, 0.5 a second, 0 memo hits, 0 unsolved"},
	} {
		row.facts.began = began
		if got := row.facts.line(began.Add(row.after)); got != row.want {
			t.Errorf("%s: %q, want %q", row.reason, got, row.want)
		}
	}
}

func TestSizesAndDurationsAreWrittenAsSettingsTakeThem(t *testing.T) {
	for n, want := range map[int64]string{1: "1", 1 << 10: "1KiB", 1500: "1500", 3 << 20: "3MiB", 10 << 30: "10GiB", 1 << 50: "1024TiB"} {
		if got := sizeText(n); got != want {
			t.Errorf("%d bytes: %s, want %s", n, got, want)
		}
	}
	for d, want := range map[time.Duration]string{10 * time.Minute: "10m", time.Hour: "1h", 90 * time.Second: "1m30s", time.Second: "1s", 3660 * time.Second: "1h1m"} {
		if got := durationText(d); got != want {
			t.Errorf("%s: %s, want %s", fmt.Sprint(d), got, want)
		}
	}
}
