package format

import (
	"bytes"
	"encoding/json"
	"iter"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// member is a value of a JSON object as it is written, and its offset in the
// line; columns of a fault come from there.
type member struct {
	raw []byte
	at  int
}

// objectMembers walks the members of text, which is a valid JSON object.
func objectMembers(text []byte) iter.Seq2[string, member] {
	return func(yield func(string, member) bool) {
		at := bytes.IndexByte(text, '{') + 1
		for {
			if at = skipSpace(text, at); text[at] == ',' {
				at = skipSpace(text, at+1)
			}
			if text[at] == '}' {
				return
			}
			key := member{text[at:valueEnd(text, at)], at}
			at = skipSpace(text, at+len(key.raw)) + len(":")
			at = skipSpace(text, at)
			value := member{text[at:valueEnd(text, at)], at}
			at += len(value.raw)
			if name, _ := key.text(); !yield(name, value) {
				return
			}
		}
	}
}

func skipSpace(text []byte, at int) int {
	for isBlank(text[at]) {
		at++
	}
	return at
}

// valueEnd returns where the value that begins at offset at of valid JSON
// ends.
func valueEnd(text []byte, at int) int {
	depth := 0
	for ; at < len(text); at++ {
		switch text[at] {
		case '"':
			for at++; text[at] != '"'; at++ {
				if text[at] == '\\' {
					at++
				}
			}
			if depth == 0 {
				return at + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return at // behind a number or a word
			}
			if depth--; depth == 0 {
				return at + 1
			}
		case ',', ':', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return at
			}
		}
	}
	return at
}

// text returns the string that m is; false when it is something else.
func (m member) text() (string, bool) {
	if m.raw[0] != '"' {
		return "", false
	}
	plain := m.raw[1 : len(m.raw)-1]
	if bytes.IndexByte(plain, '\\') < 0 && utf8.Valid(plain) {
		return string(plain), true
	}
	var s string
	err := json.Unmarshal(m.raw, &s)
	return s, err == nil
}

// column returns the column of the line where byte c of the string that m is
// was written, both from 1; with 0, where m begins.
func (m member) column(c int) int {
	if c == 0 {
		return m.at + 1
	}
	at, seen := 1, 0
	for at < len(m.raw)-1 {
		written, size := unit(m.raw[at:])
		if seen+size >= c {
			break
		}
		at += written
		seen += size
	}
	return m.at + at + 1
}

// unit measures the character at the start of raw, the inside of a valid JSON
// string: how many bytes it is written in, and how many bytes it means. What
// is not UTF-8 means the replacement character.
func unit(raw []byte) (written, size int) {
	if raw[0] != '\\' {
		r, written := utf8.DecodeRune(raw)
		return written, utf8.RuneLen(r)
	}
	if raw[1] != 'u' {
		return 2, 1
	}
	r := escaped(raw)
	if utf16.IsSurrogate(r) {
		if len(raw) >= 12 && raw[6] == '\\' && raw[7] == 'u' {
			if pair := utf16.DecodeRune(r, escaped(raw[6:])); pair != utf8.RuneError {
				return 12, utf8.RuneLen(pair)
			}
		}
		r = utf8.RuneError
	}
	return 6, utf8.RuneLen(r)
}

// escaped reads the four hexadecimal digits of \uXXXX.
func escaped(raw []byte) rune {
	value, err := strconv.ParseUint(string(raw[2:6]), 16, 16)
	if err != nil {
		return utf8.RuneError
	}
	return rune(value)
}
