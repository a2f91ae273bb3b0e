package format

import (
	"bytes"
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// maxRecordLines is the most lines that one record of CSV spans. A quote that
// somebody forgot to close must not swallow the file.
const maxRecordLines = 100

// csvAnswers reads rows as the csv format prints them, below a header that says
// which column is which: those of jsonAnswers, with a column for each measure
// of a cost. Other columns mean nothing.
type csvAnswers struct {
	in      *lines
	columns map[string]int // by name; nil before the header
	width   int            // columns of the header
	ended   bool           // below a header that cannot be used there are no answers
	named   bool           // the last row that could be read said its place
}

// isAnswerHeader reports whether text names the columns of answers.
func isAnswerHeader(text []byte) bool {
	names, err := csv.NewReader(bytes.NewReader(text)).Read()
	return err == nil && slices.ContainsFunc(names, func(name string) bool {
		name = columnName(name)
		return slices.Contains([]string{"plan", "status", "cost"}, name) || isMeasure(name)
	})
}

// columnName is the name of a column as the csv format heads it by itself:
// pushes, where somebody asked for cost.pushes.
func columnName(name string) string {
	name = strings.TrimSpace(name)
	if part, ok := strings.CutPrefix(name, "cost."); ok && isMeasure(part) {
		return part
	}
	return name
}

func (r *csvAnswers) next() (Claim, error) {
	if r.ended {
		return Claim{}, io.EOF
	}
	ln, ok := r.in.nextText()
	if !ok {
		return Claim{}, r.in.err
	}
	if r.columns == nil {
		r.columns = map[string]int{}
		if !ln.long && isAnswerHeader(ln.text) {
			c := Claim{Line: ln.n, Seq: NoPlace, Error: r.header(ln.text)}
			if c.Error == nil {
				return r.next()
			}
			c.Error.Line, r.ended = ln.n, true
			return c, nil
		}
		c := Claim{Line: ln.n, Seq: NoPlace, Error: fault(ln.n, 0, "the first line must name the columns, plan, cost or status among them, such as: seq,status,pushes,moves,plan")}
		return c, nil
	}
	c := Claim{Line: ln.n, Seq: inOrder, Open: ln.open}
	fields, bad := r.record(ln)
	if bad == nil {
		bad = r.read(fields, &c)
	}
	if bad != nil {
		bad.Line, c.Error = ln.n, bad
		if c.Seq == inOrder && r.named {
			c.Seq = NoPlace // it may have been about any
		}
		return c, nil
	}
	r.named = c.Seq != inOrder
	return c, nil
}

// header learns the columns. Of one that is named twice nobody can tell which
// is meant.
func (r *csvAnswers) header(text []byte) *solver.ParseError {
	names, err := csv.NewReader(bytes.NewReader(text)).Read()
	if err != nil {
		return fault(0, 0, "not CSV: %v", err)
	}
	r.width = len(names)
	part := "" // of a cost
	for i, name := range names {
		name = columnName(name)
		if _, twice := r.columns[name]; twice && name != "" {
			return fault(0, 0, "the header names the column %s twice; keep one", quote([]byte(name)))
		}
		r.columns[name] = i
		if isMeasure(name) {
			part = name
		}
	}
	if _, whole := r.columns["cost"]; whole && part != "" {
		return fault(0, 0, "the header names the cost twice, as cost and as %s; keep one", part)
	}
	return nil
}

// record reads the fields of the record that begins with ln. Where a quoted
// field does not end, only that line is lost.
func (r *csvAnswers) record(ln line) ([]string, *solver.ParseError) {
	if ln.long {
		return nil, fault(0, 0, longAnswer)
	}
	text, more := ln.text, 0
	if openQuote(text) {
		text = bytes.Clone(text) // a look ahead overwrites it
	}
	for ; openQuote(text); more++ {
		further, ok := r.in.peek(more)
		if !ok || further.long || more == maxRecordLines || len(text)+len(further.text) > maxAnswer {
			return nil, fault(0, 0, "a quoted field does not end")
		}
		text = append(append(text, '\n'), further.text...)
	}
	for range more {
		r.in.next()
	}
	reader := csv.NewReader(bytes.NewReader(text))
	reader.FieldsPerRecord = -1
	fields, err := reader.Read()
	if err != nil {
		return nil, fault(0, 0, "not CSV: %v", err)
	}
	if len(fields) != r.width {
		return nil, fault(0, 0, "%d fields below a header of %d", len(fields), r.width)
	}
	return fields, nil
}

// openQuote reports whether text ends within a quoted field.
func openQuote(text []byte) bool { return bytes.Count(text, []byte{'"'})%2 == 1 }

// read fills in c from the fields of its record.
func (r *csvAnswers) read(fields []string, c *Claim) *solver.ParseError {
	field := func(name string) string {
		if i, ok := r.columns[name]; ok {
			return fields[i]
		}
		return ""
	}
	if text := field("seq"); text != "" {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 {
			return fault(0, 0, "seq must be the place of the puzzle, a whole number from 0, not %s", quote([]byte(text)))
		}
		c.Seq = n
	}
	said := rowSaid{status: field("status")}
	c.Kind, c.Plan = field("kind"), field("plan")
	for _, name := range measures() {
		if text := field(name); text != "" {
			if bad := addMeasure(&c.Cost, name, text); bad != nil {
				return bad
			}
		}
	}
	if text := field("cost"); text != "" {
		if bad := readCost(&c.Cost, text); bad != nil {
			return bad
		}
	}
	said.cost = c.Cost[0].Name != ""
	if said.status == "" && c.Plan == "" && !said.cost {
		c.Says, c.Remark = SaysNothing, "the row has no status, no plan and no cost"
		return nil
	}
	// Without a status nobody can tell the plan of nothing from an empty cell.
	_, said.plan = r.columns["plan"]
	said.plan = said.plan && (c.Plan != "" || said.status != "")
	if reason := said.claim(c); reason != "" {
		return fault(0, 0, "%s", reason)
	}
	return nil
}
