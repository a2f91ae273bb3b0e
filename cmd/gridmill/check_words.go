package main

import (
	"fmt"
	"strings"

	"github.com/gridmill/gridmill/format"
	"github.com/gridmill/gridmill/solver"
)

// words says the verdict of f as people do.
func (j *judged) words(f *format.Finding) {
	switch f.Verdict {
	case format.Valid:
		for i, best := range j.row.Cost {
			if more := f.Cost[i].Value - best.Value; more != 0 {
				f.Text = "valid, " + amount(more, best.Name) + " too many"
				return
			}
		}
	case format.NotKnown:
		f.Text = string(f.Verdict)
		if f.Valid {
			f.Text = "valid, " + f.Text
		}
		if f.Bound > 0 {
			f.Text += fmt.Sprintf(" (at least %s)", amount(f.Bound, j.kind.Info().Measures[0]))
		}
	default:
		f.Text = string(f.Verdict)
	}
}

// conclude sets the verdict of f for a reason that is no step of a plan.
func conclude(f *format.Finding, verdict format.Verdict, reason string, args ...any) {
	f.Verdict, f.Text, f.Error = verdict, string(verdict), &solver.StepError{Reason: fmt.Sprintf(reason, args...)}
}

// unreadable says why a text is no answer.
func unreadable(c *format.Claim) *solver.StepError {
	return &solver.StepError{Reason: fmt.Sprintf("line %d of the answers, column %d: %s", c.Error.Line, c.Error.Column, c.Error.Reason)}
}

// differs returns the first measure of a claimed cost that is not so, and what
// it is.
func differs(claimed, cost solver.Cost) (said, is string) {
	for _, m := range claimed {
		if value, ok := valueOf(cost, m.Name); m.Name != "" && (!ok || value != m.Value) {
			return amount(m.Value, shown(m.Name)), cost.String()
		}
	}
	return "", ""
}

// valueOf returns the measure of a cost that is called name.
func valueOf(cost solver.Cost, name string) (int, bool) {
	for _, m := range cost {
		if m.Name == name && name != "" {
			return m.Value, true
		}
	}
	return 0, false
}

// amount says so many of a measure, whose name is a plural.
func amount(n int, measure string) string {
	if plural := "s"; n == 1 {
		if strings.HasSuffix(measure, "shes") {
			plural = "es"
		}
		measure = strings.TrimSuffix(measure, plural)
	}
	return fmt.Sprintf("%d %s", n, measure)
}

// mostShown is how many bytes of what somebody wrote a reason shows.
const mostShown = 40

func shown(text string) string {
	if len(text) > mostShown {
		return text[:mostShown] + "…"
	}
	return text
}
