package solver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Status is how a puzzle ended. Every value but Failed and Cancelled is an
// outcome of the puzzle itself, never an error of the batch.
type Status string

// The statuses, each with what it says of the puzzle.
const (
	Solved     Status = "solved"     // the answer has a cost and a plan, both optimal
	Unsolvable Status = "unsolvable" // proved: everything was searched, or an argument of the kind rules every plan out
	Limited    Status = "limit"      // the budget was spent first; Answer.Limit says which part
	Invalid    Status = "invalid"    // the text is not a puzzle; the row says where and why
	Failed     Status = "failed"     // the puzzle killed its solver repeatedly
	Cancelled  Status = "cancelled"  // its batch was called off
	Unknown    Status = "unknown"    // the memo has no answer; only a lookup says so
)

// Statuses lists every status in the order reports show them.
func Statuses() []Status {
	return []Status{Solved, Unsolvable, Limited, Invalid, Failed, Cancelled, Unknown}
}

// Verdict reports whether s settles the puzzle for good.
func (s Status) Verdict() bool { return s == Solved || s == Unsolvable }

// Limit names the part of a Budget that ended a search.
type Limit string

// The limits, named as rows name them.
const (
	LimitStates Limit = "states"
	LimitBytes  Limit = "bytes"
	LimitTime   Limit = "time"
)

// Answer is what a search found out about one puzzle.
type Answer struct {
	Status Status // Solved, Unsolvable or Limited
	Cost   Cost   // of Plan; zero unless Solved
	Plan   string // in the kind's notation; empty unless Solved
	States int64  // states searched, at least 1 for a verdict
	Limit  Limit  // set when Limited
	Bound  int    // when Limited: a proved lower bound on the first measure
}

// Measure is one named part of a cost, such as 5 pushes.
type Measure struct {
	Name  string
	Value int
}

// Cost is what a plan costs, the objective first; unused measures are zero.
// Costs of one kind compare measure by measure, and == is equality.
type Cost [2]Measure

// Less reports whether c is better than d: measure by measure, in order.
func (c Cost) Less(d Cost) bool {
	for i := range c {
		if c[i].Value != d[i].Value {
			return c[i].Value < d[i].Value
		}
	}
	return false
}

// String renders m as people say it: "5 pushes", "1 push".
func (m Measure) String() string {
	name := m.Name
	if m.Value == 1 {
		if name = strings.TrimSuffix(name, "s"); strings.HasSuffix(name, "she") {
			name = strings.TrimSuffix(name, "e")
		}
	}
	return fmt.Sprintf("%d %s", m.Value, name)
}

// String renders c as people say it: "5 pushes, 12 moves".
func (c Cost) String() string {
	var parts []string
	for _, m := range c {
		if m.Name != "" {
			parts = append(parts, m.String())
		}
	}
	return strings.Join(parts, ", ")
}

// MarshalJSON writes c as an object whose members stand in order of weight:
// {"pushes":5,"moves":12}.
func (c Cost) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for _, m := range c {
		if m.Name == "" {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "%q:%d", m.Name, m.Value)
	}
	return append(b, '}'), nil
}

// UnmarshalJSON reads what MarshalJSON wrote and keeps the order.
func (c *Cost) UnmarshalJSON(data []byte) error {
	*c = Cost{}
	dec := json.NewDecoder(bytes.NewReader(data))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return fmt.Errorf("read cost: %s is not an object", data)
	}
	for i := 0; dec.More(); i++ {
		if i == len(c) {
			return fmt.Errorf("read cost: more than %d measures in %s", len(c), data)
		}
		name, err := dec.Token()
		if err != nil {
			return fmt.Errorf("read cost: %w", err)
		}
		c[i].Name, _ = name.(string)
		if err := dec.Decode(&c[i].Value); err != nil {
			return fmt.Errorf("read cost: %w", err)
		}
	}
	return nil
}
