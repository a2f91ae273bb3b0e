package format

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/mattn/go-runewidth"
)

// findingTable prints a line a finding, under a header. The last column says
// what is wrong.
type findingTable struct {
	out   *bufio.Writer
	color bool
}

// Widths of the columns of findings, in cells. They are fixed so that findings
// print as they come.
const (
	nameWidth    = 14
	costWidth    = 22
	verdictWidth = 28
)

func newFindingTable(out *bufio.Writer, color bool) (*findingTable, error) {
	t := &findingTable{out, color}
	return t, t.print("seq", "name", "kind", pad("verdict", verdictWidth), "cost", "optimum", "what is wrong")
}

func (t *findingTable) Write(f *Finding) error {
	verdict := pad(Printable(f.Text), verdictWidth)
	if t.color {
		verdict = f.color() + verdict + plain
	}
	optimum := f.Optimum.String()
	switch {
	case f.Unsolvable:
		optimum = "unsolvable"
	case f.Bound > 0:
		optimum = fmt.Sprintf("at least %d", f.Bound)
	}
	said := f.Note
	if f.Error != nil {
		said = f.Error.Error()
	}
	return t.print(f.seq(), fit(f.Name, nameWidth), Printable(f.Kind), verdict, f.Cost.String(), optimum, Printable(said))
}

func (t *findingTable) Flush() error { return t.out.Flush() }

func (t *findingTable) print(seq, name, kind, verdict, cost, optimum, last string) error {
	text := fmt.Sprintf("%7s  %s  %s  %s  %s  %s  %s", seq, pad(name, nameWidth), pad(kind, 9), verdict, pad(cost, costWidth), pad(optimum, costWidth), last)
	_, err := t.out.WriteString(strings.TrimRight(text, " ") + "\n")
	return err
}

func (f *Finding) color() string {
	switch {
	case f.Verdict == Optimal:
		return green
	case f.Valid || f.Verdict == NotKnown:
		return yellow
	}
	return red
}

// fit cuts text to width cells and shows that it did.
func fit(text string, width int) string {
	var cells runewidth.Condition
	return cells.Truncate(Printable(text), width, "…")
}

func pad(text string, width int) string {
	var cells runewidth.Condition
	return text + strings.Repeat(" ", max(0, width-cells.StringWidth(text)))
}
