package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
)

// jsonl reads one JSON object a line: {"kind":…,"puzzle":…,"name":…}. The
// puzzle is in one-line form; the name may be missing; other members mean
// nothing.
type jsonl struct {
	in        *lines
	names     []string // of the kinds, in order
	kinds     map[string]solver.Kind
	unchecked bool // forms are left as they are read
}

func jsonlInput() input {
	return input{
		name: formatJSON, shows: showsJSONL,
		open: func(in *lines, s Settings) parser { return newJSONL(in, s.Kinds, s.Unchecked) },
	}
}

func showsJSONL(in *lines) bool {
	first, _ := in.peek(0)
	return bytes.HasPrefix(trimStart(first.text), []byte{'{'})
}

func newJSONL(in *lines, kinds solver.Kinds, unchecked bool) *jsonl {
	j := &jsonl{in: in, names: kinds.Names(), kinds: make(map[string]solver.Kind, len(kinds)), unchecked: unchecked}
	for i, name := range j.names {
		j.kinds[name] = kinds[i]
	}
	return j
}

// next returns the puzzle of the next line that is not blank; see parser.
func (j *jsonl) next() (solver.Puzzle, error) {
	ln, ok := j.in.nextText()
	if !ok {
		return solver.Puzzle{}, j.in.err
	}
	p := solver.Puzzle{Line: ln.n}
	p.Error = j.read(ln, &p)
	return p, nil
}

// read fills in p from its line, as far as the line is right.
func (j *jsonl) read(ln line, p *solver.Puzzle) *solver.ParseError {
	if bad := checkJSON(ln); bad != nil {
		return bad
	}
	var kind, puzzle, name member
	for key, m := range objectMembers(ln.text) {
		var into *member
		switch key {
		case "kind":
			into = &kind
		case "puzzle":
			into = &puzzle
		case "name":
			into = &name
		default:
			continue
		}
		if into.raw != nil {
			return fault(ln.n, m.at+1, "%q stands there twice; keep one", key)
		}
		*into = m
	}
	var ok bool
	if name.raw != nil && string(name.raw) != "null" {
		if p.Name, ok = name.text(); !ok {
			return fault(ln.n, name.at+1, `"name" must be a string`)
		}
	}
	known, bad := j.kind(ln, kind)
	if bad != nil {
		return bad
	}
	p.Kind, _ = kind.text()
	if puzzle.raw == nil {
		return fault(ln.n, 0, `no "puzzle"; give the one-line form, such as %q`, known.Info().Example)
	}
	if p.Form, ok = puzzle.text(); !ok || p.Form == "" {
		return fault(ln.n, puzzle.at+1, `"puzzle" must be a string with the one-line form, such as %q`, known.Info().Example)
	}
	if j.unchecked {
		return nil
	}
	if err := known.Check(p.Form); err != nil {
		column, reason := formFault(err)
		return fault(ln.n, puzzle.column(column), "%s", reason)
	}
	return nil
}

// kind returns the kind that m names.
func (j *jsonl) kind(ln line, m member) (solver.Kind, *solver.ParseError) {
	known := strings.Join(j.names, ", ")
	if m.raw == nil {
		return nil, fault(ln.n, 0, `no "kind"; name one of %s`, known)
	}
	name, ok := m.text()
	if !ok {
		return nil, fault(ln.n, m.at+1, `"kind" must be a string, one of %s`, known)
	}
	kind, ok := j.kinds[name]
	if !ok {
		return nil, fault(ln.n, m.at+1, "no kind is called %s; name one of %s", quote([]byte(name)), known)
	}
	return kind, nil
}

// formFault returns the column of the form that a kind refused, 0 for the
// whole of it, and why.
func formFault(err error) (int, string) {
	if form, ok := errors.AsType[*solver.FormError](err); ok {
		return form.Column, form.Reason
	}
	return 0, err.Error()
}

// notJSON returns the column in which text stops being JSON, and why in plain
// words: those of the library speak of its states.
func notJSON(text []byte) (column int, reason string) {
	var discard json.RawMessage
	err := json.Unmarshal(text, &discard)
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	if !ok || syntax.Offset < 1 || syntax.Offset > int64(len(text)) {
		return 0, fmt.Sprint(err)
	}
	column = int(syntax.Offset)
	if !strings.HasPrefix(syntax.Error(), "invalid character") {
		return column, fmt.Sprintf("the line ends in column %d, before the object does", column)
	}
	char, _ := utf8.DecodeRune(text[column-1:])
	return column, fmt.Sprintf("%q in column %d is out of place", char, column)
}

// checkJSON returns nil when ln is one JSON object.
func checkJSON(ln line) *solver.ParseError {
	if ln.long {
		return fault(ln.n, 0, tooLong)
	}
	if !json.Valid(ln.text) {
		column, reason := notJSON(ln.text)
		return fault(ln.n, column, "not JSON: %s; give one object a line", reason)
	}
	if start := trimStart(ln.text); start[0] != '{' {
		return fault(ln.n, len(ln.text)-len(start)+1, `not an object; give one such as {"kind":"…","puzzle":"…"} a line`)
	}
	return nil
}
