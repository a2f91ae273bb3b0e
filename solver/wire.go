package solver

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// Puzzles and rows travel as one JSON object a line. Millions of them do, so
// the common case is written and read here by hand; the result is always what
// package encoding/json makes of the same struct, and what is uncommon is left
// to it.

// AppendJSON appends p as a JSON object.
func (p *Puzzle) AppendJSON(dst []byte) []byte {
	dst = strconv.AppendInt(append(dst, `{"seq":`...), p.Seq, 10)
	dst = appendText(dst, `,"name":`, p.Name)
	dst = appendText(dst, `,"file":`, p.File)
	dst = appendInt(dst, `,"line":`, int64(p.Line))
	dst = appendText(dst, `,"kind":`, p.Kind)
	dst = appendText(dst, `,"puzzle":`, p.Form)
	dst = appendError(dst, p.Error)
	return append(dst, '}')
}

// AppendJSON appends r as a JSON object.
func (r *Row) AppendJSON(dst []byte) []byte {
	dst = strconv.AppendInt(append(dst, `{"seq":`...), r.Seq, 10)
	dst = appendText(dst, `,"name":`, r.Name)
	dst = appendText(dst, `,"file":`, r.File)
	dst = appendInt(dst, `,"line":`, int64(r.Line))
	dst = appendText(dst, `,"kind":`, r.Kind)
	dst = appendText(dst, `,"key":`, string(r.Key))
	dst = appendQuoted(append(dst, `,"status":`...), string(r.Status))
	if r.Cost != (Cost{}) {
		dst = r.Cost.append(append(dst, `,"cost":`...))
	}
	if r.Plan != nil {
		dst = appendQuoted(append(dst, `,"plan":`...), *r.Plan)
	}
	dst = appendInt(dst, `,"states":`, r.States)
	dst = appendInt(dst, `,"elapsed_us":`, r.ElapsedUS)
	dst = appendText(dst, `,"source":`, string(r.Source))
	dst = appendText(dst, `,"algorithm":`, r.Algorithm)
	dst = appendText(dst, `,"limit":`, string(r.Limit))
	dst = appendInt(dst, `,"bound":`, int64(r.Bound))
	dst = appendError(dst, r.Error)
	if r.Figures != (Figures{}) {
		dst = Cost(r.Figures).append(append(dst, `,"figures":`...))
	}
	return append(dst, '}')
}

// appendText appends a member unless it is empty.
func appendText(dst []byte, head, text string) []byte {
	if text == "" {
		return dst
	}
	return appendQuoted(append(dst, head...), text)
}

// appendInt appends a member unless it is zero.
func appendInt(dst []byte, head string, n int64) []byte {
	if n == 0 {
		return dst
	}
	return strconv.AppendInt(append(dst, head...), n, 10)
}

func appendError(dst []byte, e *ParseError) []byte {
	if e == nil {
		return dst
	}
	dst = strconv.AppendInt(append(dst, `,"error":{"line":`...), int64(e.Line), 10)
	dst = strconv.AppendInt(append(dst, `,"column":`...), int64(e.Column), 10)
	dst = appendQuoted(append(dst, `,"reason":`...), e.Reason)
	return append(dst, '}')
}

// append appends c as MarshalJSON writes it.
func (c Cost) append(dst []byte) []byte {
	dst = append(dst, '{')
	for i, m := range c {
		if m.Name == "" {
			continue
		}
		if i > 0 && dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		dst = append(appendQuoted(dst, m.Name), ':')
		dst = strconv.AppendInt(dst, int64(m.Value), 10)
	}
	return append(dst, '}')
}

// appendQuoted appends text as a JSON string.
func appendQuoted(dst []byte, text string) []byte {
	for i := range len(text) {
		if ch := text[i]; ch < ' ' || ch == '"' || ch == '\\' || ch >= utf8.RuneSelf || ch == 0x7f {
			return appendEscaped(dst, text)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, text...)
	return append(dst, '"')
}

// appendEscaped appends text that is more than plain ASCII.
func appendEscaped(dst []byte, text string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)     // plans hold ">"
	if enc.Encode(text) != nil { // a string always can be encoded
		return append(dst, `""`...)
	}
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}
