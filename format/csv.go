package format

import (
	"bufio"
	"encoding/csv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
)

// csvWriter prints rows as CSV below a header. A field that a row does not
// have is empty.
type csvWriter struct {
	out    *csv.Writer
	fields []rowField
	record []string
}

// newCSVWriter prints the fields given, or without any all that stand for one
// thing each.
func newCSVWriter(out *bufio.Writer, fields []rowField) (*csvWriter, error) {
	if fields == nil {
		for _, f := range rowFields() {
			if f.shape != compound {
				fields = append(fields, f)
			}
		}
	}
	w := &csvWriter{out: csv.NewWriter(out), fields: fields, record: make([]string, len(fields))}
	for i, f := range fields {
		w.record[i] = f.column
	}
	return w, w.out.Write(w.record)
}

func (w *csvWriter) Write(row *solver.Row) error {
	for i := range w.fields {
		f := &w.fields[i]
		text := f.text(row)
		if f.shape == foreign || f.shape == compound {
			text = Harmless(text)
		}
		w.record[i] = text
	}
	return w.out.Write(w.record)
}

func (w *csvWriter) Flush() error {
	w.out.Flush()
	return w.out.Error()
}

func (w *csvWriter) Close() error { return w.Flush() }

// Harmless returns text so that no spreadsheet takes it for a formula: what
// begins like one, behind blanks too since some spreadsheets drop them, gets an
// apostrophe in front. A lone sign, such as the - that stands for standard
// input, and a plain number are no formulas and stay.
func Harmless(text string) string {
	const controls = "\t\r\n"
	if len(text) > 1 && strings.ContainsRune(controls, rune(text[0])) {
		return "'" + text
	}
	shown := strings.TrimLeftFunc(text, isUnseen)
	first, size := utf8.DecodeRuneInString(shown)
	if size == len(shown) || !strings.ContainsRune("=+-@＝＋－＠", first) || isNumber(shown) {
		return text
	}
	return "'" + text
}

// isUnseen reports whether r is a blank of any script, a control character, or
// a mark without a width, such as a byte order mark.
func isUnseen(r rune) bool { return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf) }

// isNumber reports whether text is a decimal number with an optional sign.
func isNumber(text string) bool {
	whole, part, dotted := strings.Cut(strings.TrimLeft(text[:1], "+-")+text[1:], ".")
	onlyDigits := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	return onlyDigits(whole) && (!dotted || onlyDigits(part))
}
