package format

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// readCase is an input and the puzzles that must come of it. A want is
// "NAME LINE FORM" or "NAME LINE !LINE:COLUMN part of the reason"; a puzzle
// without a name begins with its line.
type readCase struct {
	reason string
	input  string
	want   []string
}

// testReading reads each input in a format, and once more with CRLF.
func testReading(t *testing.T, format string, cases []readCase) {
	t.Helper()
	testReadingBy(t, plainKinds(), format, cases)
}

// testReadingBy is testReading where kinds check the forms.
func testReadingBy(t *testing.T, kinds solver.Kinds, format string, cases []readCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.reason, func(t *testing.T) {
			compareReading(t, kinds, format, c.input, c.want)
			compareReading(t, kinds, format, strings.ReplaceAll(c.input, "\n", "\r\n"), c.want)
		})
	}
}

func compareReading(t *testing.T, kinds solver.Kinds, format, input string, want []string) {
	t.Helper()
	got := readAllBy(t, kinds, format, input)
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Errorf("puzzle %d is missing: want %s", i, want[i])
		case i >= len(want):
			t.Errorf("puzzle %d was not expected: %s", i, show(got[i]))
		case !matches(show(got[i]), want[i]):
			t.Errorf("puzzle %d\n got %s\nwant %s", i, show(got[i]), want[i])
		}
	}
}

// matches compares all up to the position of a fault, and looks for the
// reason.
func matches(got, want string) bool {
	place, reason, faulty := strings.Cut(want, "!")
	if !faulty {
		return got == want
	}
	at, reason, _ := strings.Cut(reason, " ")
	rest, ok := strings.CutPrefix(got, place+"!"+at+" ")
	return ok && strings.Contains(rest, reason)
}

func show(p solver.Puzzle) string {
	text := strings.TrimSpace(fmt.Sprintf("%s %d", p.Name, p.Line))
	if p.Error != nil {
		return fmt.Sprintf("%s !%d:%d %s", text, p.Error.Line, p.Error.Column, p.Error.Reason)
	}
	return text + " " + p.Form
}

// readAll reads all puzzles of an input and checks what holds for every one.
func readAll(t testing.TB, format, input string) []solver.Puzzle {
	t.Helper()
	return readAllBy(t, plainKinds(), format, input)
}

// readAllBy is readAll where kinds check the forms.
func readAllBy(t testing.TB, kinds solver.Kinds, format, input string) []solver.Puzzle {
	t.Helper()
	r, err := NewReader(strings.NewReader(input), "in.txt", Settings{Format: format, Kinds: kinds})
	if err != nil {
		t.Fatalf("NewReader: %v", err)
	}
	defer r.Close()
	var all []solver.Puzzle
	for {
		p, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("Next: %v", err)
		}
		if (p.Form == "") == (p.Error == nil) {
			t.Fatalf("a puzzle has a form or a fault, not both: %+v", p)
		}
		if p.File != "in.txt" || p.Line < 1 || p.Error != nil && (p.Error.Line < 1 || p.Error.Column < 0 || p.Error.File != "in.txt") {
			t.Fatalf("a puzzle says where it stands: %+v, %+v", p, p.Error)
		}
		all = append(all, p)
	}
}
