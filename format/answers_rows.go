package format

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// jsonAnswers reads rows as the jsonl format prints them, a JSON object a line:
// seq, kind, status, cost and plan, of which most may be missing. Other members
// mean nothing.
type jsonAnswers struct {
	in    *lines
	named bool // the last row that could be read said its place
}

func (j *jsonAnswers) next() (Claim, error) {
	ln, ok := j.in.nextText()
	if !ok {
		return Claim{}, j.in.err
	}
	c := Claim{Line: ln.n, Seq: inOrder, Open: ln.open}
	if ln.long {
		c.Error = fault(ln.n, 0, longAnswer)
	} else {
		c.Error = j.read(ln, &c)
	}
	if c.Seq == inOrder && c.Error != nil && j.named {
		c.Seq = NoPlace // it may have been about any
	}
	if c.Error == nil {
		j.named = c.Seq != inOrder
	}
	return c, nil
}

// read fills in c from its line.
func (j *jsonAnswers) read(ln line, c *Claim) *solver.ParseError {
	if bad := checkJSON(ln); bad != nil {
		return bad
	}
	var seq, kind, status, cost, plan member
	for key, m := range objectMembers(ln.text) {
		var into *member
		switch key {
		case "seq":
			into = &seq
		case "kind":
			into = &kind
		case "status":
			into = &status
		case "cost":
			into = &cost
		case "plan":
			into = &plan
		default:
			continue
		}
		if into.raw != nil {
			return fault(ln.n, m.at+1, "%q stands there twice; keep one", key)
		}
		*into = m
	}
	if seq.given() {
		n, err := strconv.ParseInt(string(seq.raw), 10, 64)
		if err != nil || n < 0 {
			return fault(ln.n, seq.at+1, `"seq" must be the place of the puzzle, a whole number from 0`)
		}
		c.Seq = n
	}
	var said rowSaid
	for _, text := range []struct {
		name string
		from member
		to   *string
	}{{"kind", kind, &c.Kind}, {"status", status, &said.status}, {"plan", plan, &c.Plan}} {
		if !text.from.given() {
			continue
		}
		var ok bool
		if *text.to, ok = text.from.text(); !ok {
			return fault(ln.n, text.from.at+1, "%q must be a string", text.name)
		}
	}
	if cost.given() {
		if err := json.Unmarshal(cost.raw, &c.Cost); err != nil {
			if value, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
				err = fmt.Errorf("%s is no whole number of at most %d", strings.TrimPrefix(value.Value, "number "), math.MaxInt)
			}
			return fault(ln.n, cost.at+1, `"cost" must be an object such as {"pushes":2,"moves":5}: %v`, err)
		}
	}
	said.plan, said.cost = plan.given(), cost.given()
	if reason := said.claim(c); reason != "" {
		return fault(ln.n, 0, "%s", reason)
	}
	return nil
}

// given reports whether the member is there and not null.
func (m member) given() bool { return m.raw != nil && string(m.raw) != "null" }

// rowSaid is what a row has of an answer, in any layout of rows.
type rowSaid struct {
	status     string // "" when it has none
	plan, cost bool
}

// claim turns it into what c says, or returns why it says nothing that can be
// judged. The plan and the cost are in c already.
func (r rowSaid) claim(c *Claim) (reason string) {
	switch status := solver.Status(r.status); {
	case status == solver.Unsolvable && c.Plan != "":
		return "the row says unsolvable and has a plan; keep one"
	case status == solver.Unsolvable:
		c.Says, c.Cost = SaysUnsolvable, solver.Cost{}
	case status == solver.Solved || status == "" && (r.plan || r.cost):
		switch {
		case r.plan:
			c.Says = SaysPlan
		case r.cost:
			c.Says = SaysCost
		default:
			c.Says, c.Remark = SaysNothing, "the answer says solved, and has neither a plan nor a cost"
		}
	case status == "":
		return "the row has no status, no plan and no cost"
	case slices.Contains(solver.Statuses(), status):
		c.Says, c.Remark = SaysNothing, fmt.Sprintf("the answer has the status %s", status)
		c.Plan, c.Cost = "", solver.Cost{}
	default:
		return fmt.Sprintf("no row has the status %s", quote([]byte(r.status)))
	}
	return ""
}
