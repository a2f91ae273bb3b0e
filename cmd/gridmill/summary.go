package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

const (
	// summaryLines and summaryWidth are the most that a summary takes on a
	// terminal, the program's name included.
	summaryLines, summaryWidth = 6, 80
	// lineHead begins every line that is a warning or a summary.
	lineHead = "gridmill: "
)

// tale is what there is to say of a batch at its end.
type tale struct {
	batch  string // its id; "" for one that ends with this process
	here   here   // leads a command to it
	began  time.Time
	ended  time.Time // zero: now
	counts map[solver.Status]int64
	limits map[solver.Limit]int64 // rows that ran out of it; empty when the rows were not seen
	faults []solver.ParseError    // the first puzzles that are none
	memo   jobs.Tally
	budget solver.Budget
	width  int // cells of a line of the terminal that shows it; 0: it goes elsewhere, and nothing is cut
}

// fit cuts a line where a terminal shows it, so that more cells fit behind it.
func (t *tale) fit(line string, more int) string {
	if t.width == 0 {
		return line
	}
	return cut(line, t.width-len(lineHead)-more)
}

// row notes what the summary needs of a row.
func (t *tale) row(row *solver.Row) {
	const shown = 2
	t.counts[row.Status]++
	switch {
	case row.Status == solver.Limited:
		t.limits[row.Limit]++
	case row.Error != nil && len(t.faults) < shown:
		t.faults = append(t.faults, solver.ParseError{File: row.File, Line: row.Error.Line, Column: max(1, row.Error.Column), Reason: row.Error.Reason})
	}
}

// lines sums the batch up and says what to do about rows without a verdict. It
// leaves out what can be had elsewhere as far as needed to keep to summaryLines.
func (t *tale) lines() []string {
	for _, head := range [][]string{t.head(true), t.head(false)} {
		for _, advice := range [][]string{t.advice(2, true), t.advice(1, true)} {
			if lines := slices.Concat(head, advice); t.screenLines(lines) <= summaryLines {
				return lines
			}
		}
	}
	return slices.Concat(t.head(false), t.advice(1, false))
}

// screenLines is how many lines of the terminal the lines take.
func (t *tale) screenLines(lines []string) int {
	if t.width == 0 {
		return len(lines)
	}
	n := 0
	for _, line := range lines {
		n += (runewidth.StringWidth(lineHead+line) + t.width - 1) / t.width
	}
	return n
}

// head says how the rows ended, how long it took and where the answers came
// from, unless that is to be left out.
func (t *tale) head(origin bool) []string {
	rows := int64(0)
	for _, n := range t.counts {
		rows += n
	}
	took := cmp.Or(t.ended, time.Now()).Sub(t.began)
	words := strings.SplitAfter(describe(rows, t.counts), ", ")
	words[len(words)-1] += " "
	words = append(words, "in "+span(max(1, took.Milliseconds()))+" ")
	if origin {
		from := []string{count(t.memo.Solves, "solve"), count(t.memo.Hits, "memo hit")}
		if t.memo.Waits > 0 {
			from = append(from, count(t.memo.Waits, "wait"))
		}
		if t.memo.Dropped > 0 {
			from = append(from, fmt.Sprintf("%d dropped from the memo", t.memo.Dropped))
		}
		words = append(words, "("+strings.Join(from, ", ")+")")
	}
	return wrap(words)
}

// wrap puts words into as few lines as fit behind lineHead.
func wrap(words []string) []string {
	var lines []string
	line := ""
	for _, word := range words {
		if len(lineHead)+len(line)+len(strings.TrimRight(word, " ")) > summaryWidth && line != "" {
			lines = append(lines, strings.TrimRight(line, " "))
			line = ""
		}
		line += word
	}
	return append(lines, strings.TrimRight(line, " "))
}

// cut shortens text to so many cells of a terminal and shows that it did.
func cut(text string, width int) string {
	var cells runewidth.Condition
	return cells.Truncate(text, width, "…")
}

// summary says how the rows ended, where the answers came from, and what to do
// about those without a verdict. b is the batch; embedded says that it ends
// with this process.
func (p *progress) summary(b jobs.Batch, embedded bool) {
	p.close()
	if p.quiet {
		return
	}
	t := &p.tale
	t.batch, t.here, t.memo, t.budget = b.ID, p.app.here(), b.Memo, b.Options.Budget
	if embedded {
		t.batch = ""
	}
	if terminal(p.app.err) {
		t.width = summaryWidth
	}
	for _, line := range t.lines() {
		p.app.warn("%s", line)
	}
}

// describe counts rows in words: "5 puzzles: 3 solved, 2 unsolvable".
func describe(rows int64, counts map[solver.Status]int64) string {
	var parts []string
	for _, status := range solver.Statuses() {
		if n := counts[status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, status))
		}
	}
	if len(parts) == 0 {
		return count(rows, "puzzle")
	}
	return count(rows, "puzzle") + ": " + strings.Join(parts, ", ")
}

// count says how many there are of what noun names.
func count(n int64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
