package format

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// rowField is something that a row says, by the names it can be asked for.
type rowField struct {
	column string // as the csv format heads it
	member string // where it stands in a row's JSON: "cost.pushes"
	shape  shape
	text   func(row *solver.Row) string // "" when the row has none
}

// shape says how a field is shown.
type shape uint8

const (
	word     shape = iota // of Gridmill's own, or of a plan's letters
	digits                // a number
	foreign               // what a file calls something: any text at all
	compound              // several fields in one; no column of the csv format unless asked for
)

// rowFields lists every field in the order of the csv format.
func rowFields() []rowField {
	return []rowField{
		{"seq", "seq", digits, func(r *solver.Row) string { return strconv.FormatInt(r.Seq, 10) }},
		{"name", "name", foreign, func(r *solver.Row) string { return r.Name }},
		{"file", "file", foreign, func(r *solver.Row) string { return r.File }},
		{"line", "line", digits, func(r *solver.Row) string { return unlessZero(int64(r.Line)) }},
		{"kind", "kind", word, func(r *solver.Row) string { return r.Kind }},
		{"status", "status", word, func(r *solver.Row) string { return string(r.Status) }},
		{"cost", "cost", compound, func(r *solver.Row) string { return r.Cost.String() }},
		measured("pushes"), measured("moves"), measured("steps"),
		{"plan", "plan", word, planOf},
		{"states", "states", digits, func(r *solver.Row) string { return unlessZero(r.States) }},
		{"elapsed_us", "elapsed_us", digits, func(r *solver.Row) string { return unlessZero(r.ElapsedUS) }},
		{"source", "source", word, func(r *solver.Row) string { return string(r.Source) }},
		{"algorithm", "algorithm", word, func(r *solver.Row) string { return r.Algorithm }},
		{"limit", "limit", word, func(r *solver.Row) string { return string(r.Limit) }},
		{"bound", "bound", digits, boundOf},
		{"error", "error", compound, faultText},
		ofFault("error_line", "error.line", digits, func(e *solver.ParseError) string { return strconv.Itoa(e.Line) }),
		ofFault("error_column", "error.column", digits, func(e *solver.ParseError) string { return strconv.Itoa(e.Column) }),
		ofFault("reason", "error.reason", foreign, func(e *solver.ParseError) string { return e.Reason }),
		{"key", "key", word, func(r *solver.Row) string { return string(r.Key) }},
		{"figures", "figures", compound, func(r *solver.Row) string { return solver.Cost(r.Figures).String() }},
		figured("box_changes"), figured("box_lines"),
	}
}

// isName reports whether the field is what somebody calls something, which a
// table may cut; a reason it shows whole.
func (f *rowField) isName() bool { return f.shape == foreign && f.member != "error.reason" }

// measured is the part of a cost called name.
func measured(name string) rowField {
	return rowField{name, "cost." + name, digits, func(r *solver.Row) string { return measure(r.Cost, name) }}
}

// figured is the figure of a plan called name.
func figured(name string) rowField {
	return rowField{name, "figures." + name, digits, func(r *solver.Row) string { return measure(solver.Cost(r.Figures), name) }}
}

// ofFault is a part of what is wrong with an invalid puzzle.
func ofFault(column, member string, s shape, text func(*solver.ParseError) string) rowField {
	return rowField{column, member, s, func(r *solver.Row) string {
		if r.Error == nil {
			return ""
		}
		return text(r.Error)
	}}
}

func planOf(r *solver.Row) string {
	if r.Plan == nil {
		return ""
	}
	return *r.Plan
}

// boundOf is there for every limit, since a bound of 0 is one.
func boundOf(r *solver.Row) string {
	if r.Status != solver.Limited {
		return ""
	}
	return strconv.Itoa(r.Bound)
}

// faultText says where a puzzle is broken and why: "a.txt:3:7: …".
func faultText(r *solver.Row) string {
	if r.Error == nil {
		return ""
	}
	where := fmt.Sprintf("%s:%d", r.File, r.Error.Line)
	if r.Error.Column > 0 {
		where += fmt.Sprintf(":%d", r.Error.Column)
	}
	return where + ": " + r.Error.Reason
}

// Fields returns the names that WriterSettings.Fields takes: a member of a
// row's JSON, with a dot where one stands inside another.
func Fields() []string {
	var names []string
	for _, f := range rowFields() {
		names = append(names, f.member)
	}
	return names
}

// chooseFields finds the fields called names, by their column or their member,
// each under the name it was asked for by. The error is a *NameError for a
// field that does not exist, and wraps ErrFieldTwice for one named twice.
func chooseFields(names []string) ([]rowField, error) {
	all := rowFields()
	var chosen []rowField
	for _, name := range names {
		i := slices.IndexFunc(all, func(f rowField) bool { return f.column == name || f.member == name })
		if i < 0 {
			return nil, &NameError{What: "field of a row", Name: name, Known: Fields()}
		}
		if slices.ContainsFunc(chosen, func(f rowField) bool { return f.member == all[i].member || within(f, all[i]) || within(all[i], f) }) {
			return nil, fmt.Errorf("the field %q is asked for twice; %w", name, ErrFieldTwice)
		}
		f := all[i]
		f.column = name
		chosen = append(chosen, f)
	}
	return chosen, nil
}

// within reports whether f is a part of g, such as cost.pushes of cost.
func within(f, g rowField) bool { return strings.HasPrefix(f.member, g.member+".") }

// measure returns the part of a cost called name, or "".
func measure(c solver.Cost, name string) string {
	for _, m := range c {
		if m.Name == name {
			return strconv.Itoa(m.Value)
		}
	}
	return ""
}

func unlessZero(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}
