package format

import (
	"bufio"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// jsonlWriter prints each row as one JSON object a line, with its members in
// the order of solver.Row, or some of them in the order they were asked for.
type jsonlWriter struct {
	out     *bufio.Writer
	members []chosenMember // none means all
	line    []byte
	some    []byte // the line with the members chosen
}

// chosenMember is a member of a row to print: the whole of it, or parts.
type chosenMember struct {
	name  string
	parts []string
}

func newJSONLWriter(out *bufio.Writer, fields []rowField) *jsonlWriter {
	w := &jsonlWriter{out: out}
	for _, f := range fields {
		name, part, inner := strings.Cut(f.member, ".")
		at := -1
		for i := range w.members {
			if w.members[i].name == name {
				at = i
			}
		}
		if at < 0 {
			at = len(w.members)
			w.members = append(w.members, chosenMember{name: name})
		}
		if inner {
			w.members[at].parts = append(w.members[at].parts, part)
		}
	}
	return w
}

func (w *jsonlWriter) Write(row *solver.Row) error {
	w.line = row.AppendJSON(w.line[:0])
	line := w.line
	if w.members != nil {
		w.some = w.choose(w.some[:0])
		line = w.some
	}
	if _, err := w.out.Write(line); err != nil {
		return err
	}
	return w.out.WriteByte('\n')
}

// choose appends the members chosen of w.line as an object. What the row does
// not have is left out, as in whole rows.
func (w *jsonlWriter) choose(dst []byte) []byte {
	dst = append(dst, '{')
	for i := range w.members {
		m := &w.members[i]
		raw := memberOf(w.line, m.name)
		if raw == nil {
			continue
		}
		if len(m.parts) == 0 {
			dst = appendMember(dst, m.name, raw)
			continue
		}
		before := len(dst)
		dst = append(appendMember(dst, m.name, nil), '{')
		empty := len(dst)
		for _, part := range m.parts {
			if value := memberOf(raw, part); value != nil {
				dst = appendMember(dst, part, value)
			}
		}
		if len(dst) == empty {
			dst = dst[:before]
			continue
		}
		dst = append(dst, '}')
	}
	return append(dst, '}')
}

// memberOf returns the value of an object's member as it is written; nil when
// there is none of that name.
func memberOf(object []byte, name string) []byte {
	for key, m := range objectMembers(object) {
		if key == name {
			return m.raw
		}
	}
	return nil
}

// appendMember appends a member to an object that is being written.
func appendMember(dst []byte, name string, value []byte) []byte {
	if dst[len(dst)-1] != '{' {
		dst = append(dst, ',')
	}
	dst = append(append(append(dst, '"'), name...), `":`...)
	return append(dst, value...)
}

func (w *jsonlWriter) Flush() error { return w.out.Flush() }
func (w *jsonlWriter) Close() error { return w.out.Flush() }
