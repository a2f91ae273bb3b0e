package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

	"github.com/gridmill/gridmill/format"
	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// leastMemory is below what a search of any kind takes for its tables.
const leastMemory = 1 << 20

// advice says what to do about rows without a verdict, with at most so many
// lines on puzzles that are none, and with one on the limits unless that is to
// be left out. A command is never cut: a terminal wraps it, and who copies it
// has it whole.
func (t *tale) advice(faults int, limits bool) []string {
	var lines []string
	if limits && t.counts[solver.Limited] > 0 {
		lines = append(lines, "limit: "+t.limitAdvice())
	}
	if n := t.counts[solver.Invalid]; n > 0 {
		lines = append(lines, t.faultLines(n, faults)...)
	}
	if t.counts[solver.Failed] > 0 {
		lines = append(lines, "failed: please report these puzzles; --only failed prints them")
	}
	for i, line := range lines {
		lines[i] = t.fit(line, 0)
	}
	if again := t.again(); again != "" {
		lines = append(lines, again)
	}
	return lines
}

// spent is a part of a budget in words, and the flag that gives more.
type spent struct {
	limit      solver.Limit
	word, flag string
}

func budgetParts() []spent {
	return []spent{
		{solver.LimitTime, "time", "--timeout"},
		{solver.LimitStates, "states", "--max-states"},
		{solver.LimitBytes, "memory", "--max-memory"},
	}
}

// limitAdvice names the parts of the budget that were spent, and their flags.
func (t *tale) limitAdvice() string {
	if b := t.budget.Bytes; t.limits[solver.LimitBytes] > 0 && b > 0 && b < leastMemory {
		return fmt.Sprintf("--max-memory %s is too little for any search; give 64MiB", sizeText(b))
	}
	var out, flags []string
	for _, part := range budgetParts() {
		if n := t.limits[part.limit]; n > 0 {
			out, flags = append(out, fmt.Sprintf("%d out of %s", n, part.word)), append(flags, part.flag)
		}
	}
	if out == nil {
		return "raise --timeout, --max-states or --max-memory"
	}
	return strings.Join(out, ", ") + "; raise " + strings.Join(flags, ", ")
}

// faultLines says where the first puzzles are that are none.
func (t *tale) faultLines(n int64, most int) []string {
	if len(t.faults) == 0 {
		return []string{"why: " + t.here.command("results", t.batch, "--only", "invalid")}
	}
	shown := t.faults[:min(most, len(t.faults))]
	var lines []string
	for i := range shown {
		more := ""
		if rest := n - int64(len(shown)); i == len(shown)-1 && rest > 0 {
			more = " (and " + count(rest, "more invalid puzzle") + ")"
		}
		lines = append(lines, t.faultLine(&shown[i], len(more))+more)
	}
	return lines
}

// faultLine says where a puzzle is that is none, and why, so that more cells
// fit behind it. Where that takes more than a line of the terminal, a path of
// more than a third of it loses its beginning before the reason loses its end.
func (t *tale) faultLine(fault *solver.ParseError, more int) string {
	const head = "invalid: "
	file := format.Printable(fault.File)
	rest := fmt.Sprintf(":%d:%d %s", fault.Line, fault.Column, format.Printable(fault.Reason))
	if t.width > 0 {
		room := t.width - len(lineHead) - len(head) - more
		file = format.CutFront(file, max(room/3, room-runewidth.StringWidth(rest)))
	}
	return t.fit(head+file+rest, more)
}

// again is the command that tries the rows without a verdict once more.
func (t *tale) again() string {
	var names []string
	for _, status := range jobs.Retryable() {
		if t.counts[status] > 0 {
			names = append(names, string(status))
		}
	}
	switch {
	case names == nil:
		return ""
	case t.batch == "" && t.counts[solver.Limited] == 0:
		return ""
	case t.batch == "":
		return "the same command with a larger budget tries again"
	}
	words := []string{"retry", t.batch, "--only", strings.Join(names, ",")}
	if more := t.more(); more != nil {
		return "to try again with more: " + t.here.command(append(words, more...)...)
	}
	return "to try again: " + t.here.command(words...)
}

// more is a flag that gives ten times of what most rows ran out of.
func (t *tale) more() []string {
	most := solver.Limit("")
	for _, part := range budgetParts() {
		if t.limits[part.limit] > t.limits[most] {
			most = part.limit
		}
	}
	const times = 10
	switch b := t.budget; {
	case most == solver.LimitTime && b.Time > 0:
		return []string{"--timeout", durationText(times * b.Time)}
	case most == solver.LimitStates && b.States > 0:
		return []string{"--max-states", fmt.Sprint(times * b.States)}
	case most == solver.LimitBytes && b.Bytes > 0:
		return []string{"--max-memory", sizeText(max(times*b.Bytes, 64*leastMemory))}
	}
	return nil
}

// durationText writes a duration without the parts that are zero: 10m, not
// 10m0s.
func durationText(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// sizeText writes a number of bytes as settings take it.
func sizeText(n int64) string {
	units := []string{"", "KiB", "MiB", "GiB", "TiB"}
	i := 0
	for ; n >= 1<<10 && n%(1<<10) == 0 && i < len(units)-1; i++ {
		n >>= 10
	}
	return fmt.Sprintf("%d%s", n, units[i])
}
