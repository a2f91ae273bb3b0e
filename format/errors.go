package format

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
)

// ErrExpandBound is wrapped by the error of a compressed input that expands
// to more than Settings.MaxExpand bytes.
var ErrExpandBound = errors.New("compressed input expands too far")

// ErrFieldTwice is wrapped by the error of WriterSettings.Fields that name a
// field twice.
var ErrFieldTwice = errors.New("name each field once")

// UnknownError says that the format of an input cannot be told from what it
// holds.
type UnknownError struct {
	File  string // as the user named it
	Saw   string // the beginning of its first line that is not blank
	Looks string // what it looks like instead, and what to do; "" when like nothing in particular
}

func (e *UnknownError) Error() string { return e.File + ": " + e.Reason() }

// Reason is what Error says, without the file.
func (e *UnknownError) Reason() string {
	if e.Looks != "" {
		return fmt.Sprintf("cannot tell the format of an input that begins %q: it looks like %s", e.Saw, e.Looks)
	}
	return fmt.Sprintf("cannot tell the format of an input that begins %q; name it with --from (%s)", e.Saw, strings.Join(Inputs(), ", "))
}

// NameError says that there is nothing of a name, and what there is instead.
type NameError struct {
	What  string // what was asked for, such as "input format"
	Name  string
	Known []string
}

func (e *NameError) Error() string {
	return fmt.Sprintf("no %s is called %q; choose one of %s", e.What, e.Name, strings.Join(e.Known, ", "))
}

// quote shows what stands in a file, cut to what a message can hold.
func quote(text []byte) string {
	if len(text) > longPrefix {
		return strconv.Quote(string(text[:longPrefix])) + "…"
	}
	return strconv.Quote(string(text))
}

// quoteFirst shows the first character of text, of one byte or more.
func quoteFirst(text []byte) string {
	r, _ := utf8.DecodeRune(text)
	return strconv.QuoteRune(r)
}

// fault is a ParseError whose file is still to be filled in. Column 0 stands
// for the whole line.
func fault(line, column int, reason string, args ...any) *solver.ParseError {
	return &solver.ParseError{Line: line, Column: max(column, 1), Reason: fmt.Sprintf(reason, args...)}
}
