package format

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
)

// Widths of the table's columns, in characters. They are fixed so that rows
// print as they come.
const (
	nameWidth = 14
	costWidth = 22
	planWidth = 40
)

// SGR codes of the colours of a verdict.
const (
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
	red    = "\x1b[31m"
	plain  = "\x1b[0m"
)

// table prints rows for eyes: a line each, under a header. The last column
// holds the plan, cut to fit, or the reason why there is none.
type table struct {
	out   *bufio.Writer
	color bool
}

func newTable(out *bufio.Writer, color bool) (*table, error) {
	t := &table{out: out, color: color}
	return t, t.print("seq", "name", "kind", "status", "", "cost", "plan")
}

func (t *table) Write(row *solver.Row) error {
	return t.print(strconv.FormatInt(row.Seq, 10), fit(row.Name, nameWidth), printable(row.Kind), string(row.Status),
		statusColor(row.Status), row.Cost.String(), remark(row))
}

func (t *table) Flush() error { return t.out.Flush() }
func (t *table) Close() error { return t.out.Flush() }

// print prints the columns of a line, without blanks at its end.
func (t *table) print(seq, name, kind, status, color, cost, last string) error {
	verdict := pad(status, 10)
	if t.color && color != "" {
		verdict = color + verdict + plain
	}
	text := fmt.Sprintf("%7s  %s  %s  %s  %s  %s", seq, pad(name, nameWidth), pad(kind, 9), verdict, pad(cost, costWidth), last)
	_, err := t.out.WriteString(strings.TrimRight(text, " ") + "\n")
	return err
}

// remark is the plan of a row, or why it has none.
func remark(row *solver.Row) string {
	switch {
	case row.Plan != nil:
		return fit(*row.Plan, planWidth)
	case row.Error != nil:
		where := fmt.Sprintf("%s:%d", row.File, row.Error.Line)
		if row.Error.Column > 0 {
			where += fmt.Sprintf(":%d", row.Error.Column)
		}
		return printable(where + ": " + row.Error.Reason)
	case row.Status == solver.Limited:
		return fmt.Sprintf("out of %s; costs at least %d", row.Limit, row.Bound)
	}
	return ""
}

func statusColor(s solver.Status) string {
	switch s {
	case solver.Solved:
		return green
	case solver.Unsolvable, solver.Limited, solver.Unknown:
		return yellow
	case solver.Invalid, solver.Failed, solver.Cancelled:
		return red
	}
	return ""
}

// fit cuts text to width characters and shows that it did.
func fit(text string, width int) string {
	text = printable(text)
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	return string([]rune(text)[:width-1]) + "…"
}

func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}

// printable keeps what a file says from moving the cursor of a terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return utf8.RuneError
	}, text)
}
