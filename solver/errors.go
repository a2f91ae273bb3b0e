package solver

import (
	"fmt"
	"strings"
)

// ParseError says where in which file a text stopped being a puzzle, and why.
// Its reason also says what to do. In JSON the file is left out: the row that
// carries the error names it.
type ParseError struct {
	File   string `json:"-"`
	Line   int    `json:"line"`   // from 1
	Column int    `json:"column"` // in bytes, from 1; 1 when the whole line is meant
	Reason string `json:"reason"`
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Reason)
}

// FormError says where a one-line form breaks the rules of its kind, and why.
type FormError struct {
	Column int // in bytes of the form, from 1; 0 when the whole form is meant
	Reason string
}

func (e *FormError) Error() string {
	if e.Column == 0 {
		return e.Reason
	}
	return fmt.Sprintf("character %d: %s", e.Column, e.Reason)
}

// StepError is the first wrong step of a plan, as the judge of its kind found it.
type StepError struct {
	Step   int    `json:"step,omitempty"`   // from 1; one more than the plan has when it ends too early
	Row    int    `json:"row,omitempty"`    // of the cell where the trouble is, from 1; 0 when it is nowhere
	Column int    `json:"column,omitempty"` // likewise
	Reason string `json:"reason"`
}

func (e *StepError) Error() string {
	switch {
	case e.Step == 0:
		return e.Reason
	case e.Row == 0:
		return fmt.Sprintf("step %d: %s", e.Step, e.Reason)
	}
	return fmt.Sprintf("step %d at r%dc%d: %s", e.Step, e.Row, e.Column, e.Reason)
}

// AlgorithmError says that a kind has no algorithm of a name.
type AlgorithmError struct {
	Kind, Name string
	Known      []string
}

func (e *AlgorithmError) Error() string {
	return fmt.Sprintf("%s has no algorithm %q; it has %s and %s",
		e.Kind, e.Name, strings.Join(e.Known, ", "), Auto)
}
