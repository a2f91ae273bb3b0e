// Package replay is the judge of mapf plans. It reads the puzzle's one-line
// form and the plan on its own, walks every agent step by step and imports the
// standard library only, so that it shares no fault with the solver whose
// plans it judges.
package replay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// StepError says which step of a plan is the first wrong one.
type StepError struct {
	Step        int // from 1; one more than the plan has when it ends too early
	Row, Column int // where the trouble is, from 1; 0 when nowhere
	Reason      string
}

// Cell names the place, such as r4c5; "" when there is none.
func (e *StepError) Cell() string {
	if e.Row == 0 {
		return ""
	}
	return cell{e.Row, e.Column}.String()
}

func (e *StepError) Error() string {
	if e.Row == 0 {
		return fmt.Sprintf("step %d: %s", e.Step, e.Reason)
	}
	return fmt.Sprintf("step %d at %s: %s", e.Step, e.Cell(), e.Reason)
}

// Plan walks plan, one word a step and one letter of UDLR. an agent, on the
// puzzle form and returns how many steps it has. An empty plan has none. The
// error is a *StepError for the first wrong step, and another error when form
// is not a puzzle.
func Plan(form, plan string) (steps int, err error) {
	p, err := read(form)
	if err != nil {
		return 0, fmt.Errorf("read puzzle: %w", err)
	}
	now, then := p.starts, make([]cell, len(p.starts))
	if plan != "" {
		for word := range strings.SplitSeq(plan, " ") {
			steps++
			if err := p.step(now, then, word, steps); err != nil {
				return 0, err
			}
			now, then = then, now
		}
	}
	for i, c := range now {
		if c != p.targets[i] {
			return 0, &StepError{steps + 1, c.row, c.col, fmt.Sprintf("the plan ends with agent %c here, not at its target %s", 'a'+i, p.targets[i])}
		}
	}
	return steps, nil
}

// step moves all agents from now to then by one word.
func (p *puzzle) step(now, then []cell, word string, number int) error {
	wrong := func(at cell, format string, args ...any) error {
		return &StepError{number, at.row, at.col, fmt.Sprintf(format, args...)}
	}
	if len(word) != len(now) {
		return wrong(cell{}, "the word %s has %d letters for %d agents", quote(word), len(word), len(now))
	}
	for i, from := range now {
		to := from
		switch word[i] {
		case 'U':
			to.row--
		case 'D':
			to.row++
		case 'L':
			to.col--
		case 'R':
			to.col++
		case '.':
		default:
			return wrong(from, "agent %c has the letter %q, which is none of U, D, L, R and the dot", 'a'+i, word[i])
		}
		if !p.free(to) {
			return wrong(from, "agent %c goes %c into a wall or off the map", 'a'+i, word[i])
		}
		if other := slices.Index(then[:i], to); other >= 0 {
			return wrong(to, "agents %c and %c both end up here", 'a'+other, 'a'+i)
		}
		then[i] = to
	}
	for i, from := range now {
		if other := slices.Index(then, from); other >= 0 && other != i && then[i] == now[other] {
			return wrong(from, "agents %c and %c swap their cells", 'a'+i, 'a'+other)
		}
	}
	return nil
}

// mostQuoted is how many bytes of a word a reason shows.
const mostQuoted = 40

// quote shows a word, however long somebody made it.
func quote(word string) string {
	if len(word) > mostQuoted {
		return strconv.Quote(word[:mostQuoted]) + "…"
	}
	return strconv.Quote(word)
}
