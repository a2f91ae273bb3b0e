package format

import (
	"bufio"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"github.com/gridmill/gridmill/solver"
)

const (
	// aheadRows is how many rows are looked at before the first is printed:
	// they set the widths of the columns.
	aheadRows = 100
	// aheadTime is the longest that the first row waits for those behind it.
	aheadTime = 300 * time.Millisecond
	// nameMost is the most cells that a name takes; the rest is cut. On a
	// narrow terminal it takes nameLeast.
	nameMost, nameLeast = 28, 10
	// planMost is the most cells of a plan where the terminal's width is not
	// known, and planLeast is the least where it is.
	planMost, planLeast = 40, 12
)

// SGR codes of the colours of a verdict.
const (
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
	red    = "\x1b[31m"
	plain  = "\x1b[0m"
)

// tableFields are the fields of a table when none are asked for: in short
// where the answer came from, and last the plan, cut to fit, or the reason why
// there is none.
func tableFields() ([]rowField, error) {
	fields, err := chooseFields([]string{"seq", "name", "kind", "status", "source", "cost", "plan"})
	for i := range fields {
		if fields[i].member == "source" {
			fields[i] = rowField{"from", "source", word, func(r *solver.Row) string {
				if r.Source == solver.FromSearch {
					return "search"
				}
				return string(r.Source)
			}}
		}
	}
	return fields, err
}

// table prints rows for eyes: a line each, under a header, in columns as wide
// as the first rows need. It is safe for the timer that ends the wait for them.
type table struct {
	fields []rowField
	color  bool
	cells  runewidth.Condition // measures text the same everywhere
	width  int                 // cells of the terminal's line; 0: not known

	mu     sync.Mutex
	out    *bufio.Writer
	held   [][]value // rows until the widths are set
	widths []int     // nil until then
	wait   *time.Timer
	err    error // of printing the rows held, for whoever comes next
}

// value is what stands in a column of a line.
type value struct {
	text string
	long bool // is cut to the width of its column; anything else is printed whole
}

func newTable(out *bufio.Writer, fields []rowField, s WriterSettings) (*table, error) {
	if fields == nil {
		var err error
		if fields, err = tableFields(); err != nil {
			return nil, err
		}
	}
	return &table{out: out, fields: fields, color: s.Color, width: s.Width}, nil
}

func (t *table) Write(row *solver.Row) error {
	values := make([]value, len(t.fields))
	for i := range t.fields {
		f := &t.fields[i]
		isPlan := f.member == "plan"
		values[i] = value{Printable(f.text(row)), f.isName() || isPlan}
		if isPlan && row.Plan == nil {
			values[i] = value{text: Printable(remark(row))}
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err != nil {
		return t.err
	}
	if t.widths != nil {
		return t.print(values)
	}
	if t.held = append(t.held, values); len(t.held) == aheadRows {
		return t.settle(false)
	}
	if t.wait == nil {
		t.wait = time.AfterFunc(aheadTime, t.settleLate)
	}
	return nil
}

// settleLate prints what is held when no more came in time.
func (t *table) settleLate() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.widths != nil || t.err != nil {
		return
	}
	if t.err = t.settle(false); t.err == nil {
		t.err = t.out.Flush()
	}
}

// Flush leaves the rows held where they are: it is not long until they are
// printed.
func (t *table) Flush() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err != nil || t.widths == nil {
		return t.err
	}
	return t.out.Flush()
}

func (t *table) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.wait != nil {
		t.wait.Stop()
	}
	if t.err == nil && t.widths == nil && t.held != nil { // a header alone tells nothing
		t.err = t.settle(true)
	}
	if t.err != nil {
		return t.err
	}
	return t.out.Flush()
}

// settle sets the widths by the rows held and prints these below the header.
// all says that no row comes behind them; else the columns have room for more
// than is known yet.
func (t *table) settle(all bool) error {
	header := make([]value, len(t.fields))
	t.widths = make([]int, len(t.fields))
	rest := t.width
	for i, f := range t.fields {
		header[i].text = f.column
		w := t.cells.StringWidth(f.column)
		for _, values := range t.held {
			w = max(w, t.cells.StringWidth(values[i].text))
		}
		if !all {
			w = max(w, leastWidth(f.member))
		}
		if f.isName() {
			w = min(w, nameMost)
		}
		if f.member == "plan" {
			w = planMost
		}
		t.widths[i] = w
		rest -= w + len("  ")
	}
	t.fit(rest + len("  "))
	if err := t.print(header); err != nil {
		return err
	}
	for _, values := range t.held {
		if err := t.print(values); err != nil {
			return err
		}
	}
	t.held = nil
	return nil
}

// fit makes the lines as wide as the terminal, when its width is known and the
// plan comes last. rest is how many cells there are still, less than 0 when
// there are too few: then names are cut shorter, down to nameLeast.
func (t *table) fit(rest int) {
	last := len(t.fields) - 1
	if t.width == 0 || t.fields[last].member != "plan" {
		return
	}
	plan := t.widths[last] + rest
	for i, f := range t.fields {
		if f.isName() && plan < planLeast {
			less := min(planLeast-plan, max(0, t.widths[i]-nameLeast))
			t.widths[i] -= less
			plan += less
		}
	}
	t.widths[last] = max(plan, planLeast)
}

// leastWidth is what a column gets when rows may come that need more than
// those seen.
func leastWidth(member string) int {
	switch member {
	case "seq", "source":
		return 6
	case "name":
		return 16
	case "status":
		return 10
	case "cost":
		return 20
	}
	return 0
}

// print prints the columns of a line, without blanks at its end.
func (t *table) print(values []value) error {
	var line strings.Builder
	end := 0 // of the line without blanks
	for i, v := range values {
		f := &t.fields[i]
		if i > 0 {
			line.WriteString("  ")
		}
		text := v.text
		switch {
		case v.long && f.member == "file":
			text = CutFront(text, t.widths[i])
		case v.long:
			text = t.cells.Truncate(text, t.widths[i], "…")
		}
		pad := strings.Repeat(" ", max(0, t.widths[i]-t.cells.StringWidth(text)))
		if f.shape == digits {
			line.WriteString(pad)
			pad = ""
		}
		if color := statusColor(solver.Status(text)); t.color && f.member == "status" && color != "" {
			text = color + text + plain
		}
		line.WriteString(text)
		if text != "" {
			end = line.Len()
		}
		line.WriteString(pad)
	}
	if _, err := t.out.WriteString(line.String()[:end]); err != nil {
		return err
	}
	return t.out.WriteByte('\n')
}

// remark says why a row has no plan.
func remark(row *solver.Row) string {
	switch {
	case row.Error != nil:
		return faultText(row)
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

// Printable keeps what a file says from moving the cursor of a terminal.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return utf8.RuneError
	}, text)
}
