package format

import (
	"iter"
	"strconv"
)

// number is an integer as a file writes it, and where.
type number struct {
	value  int    // as integer reads it
	column int    // in bytes, from 1
	beyond string // what the file says, where value is cut
}

// newNumber reads an integer; ok is false when field is none.
func newNumber(field []byte, column int) (n number, ok bool) {
	n.column = column
	if n.value, ok = integer(field); n.value == mostInteger || n.value == -mostInteger {
		n.beyond = string(field[:min(len(field), longPrefix)])
		if len(field) > longPrefix {
			n.beyond += "…"
		}
	}
	return n, ok
}

// String is the number as the file writes it, but for leading zeros and signs.
func (n number) String() string {
	if n.beyond != "" {
		return n.beyond
	}
	return strconv.Itoa(n.value)
}

// fields walks the blank-separated fields of a line with their columns, which
// count bytes from 1.
func fields(text []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for at := 0; at < len(text); {
			if isBlank(text[at]) {
				at++
				continue
			}
			end := fieldEnd(text, at)
			if !yield(at+1, text[at:end]) {
				return
			}
			at = end
		}
	}
}

// fieldEnd returns where the field that begins at offset at ends.
func fieldEnd(text []byte, at int) int {
	for at < len(text) && !isBlank(text[at]) {
		at++
	}
	return at
}

// beginsInteger reports whether an integer may begin with b.
func beginsInteger(b byte) bool { return b >= '0' && b <= '9' || b == '-' || b == '+' }

// mostInteger is more than any format allows.
const mostInteger = 1e9

// integer reads a decimal integer with an optional sign. Values beyond
// ±mostInteger are cut to that.
func integer(field []byte) (int, bool) {
	digits, sign := field, 1
	if len(field) > 0 && (field[0] == '-' || field[0] == '+') {
		digits = field[1:]
		if field[0] == '-' {
			sign = -1
		}
	}
	value := 0
	for _, b := range digits {
		if b < '0' || b > '9' {
			return 0, false
		}
		value = min(10*value+int(b-'0'), mostInteger)
	}
	return sign * value, len(digits) > 0
}

// countFields returns how many fields text has and whether all of them are
// integers.
func countFields(text []byte) (n int, integers bool) {
	integers = true
	for _, field := range fields(text) {
		n++
		if integers {
			_, integers = integer(field)
		}
	}
	return n, integers
}
