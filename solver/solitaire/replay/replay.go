// Package replay is the judge of solitaire plans. It reads the puzzle's
// one-line form and the plan on its own, makes every move on a set of cells
// and imports the standard library only, so that it shares no fault with the
// solver whose plans it judges.
package replay

import (
	"fmt"
	"strconv"
	"strings"
)

// StepError says which move of a plan is the first wrong one.
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
		return fmt.Sprintf("move %d: %s", e.Step, e.Reason)
	}
	return fmt.Sprintf("move %d at %s: %s", e.Step, e.Cell(), e.Reason)
}

// Plan makes the moves of plan, such as "r4c4>r4c5 r5c4>r5c5", on the puzzle
// form and returns how many there are. An empty plan has none. The error is a
// *StepError for the first wrong move, and another error when form is not a
// puzzle.
func Plan(form, plan string) (moves int, err error) {
	p, err := read(form)
	if err != nil {
		return 0, fmt.Errorf("read puzzle: %w", err)
	}
	if plan != "" {
		for word := range strings.SplitSeq(plan, " ") {
			moves++
			if err := p.move(word, moves); err != nil {
				return 0, err
			}
		}
	}
	for row := 1; row <= p.rows; row++ {
		for col := 1; col <= p.cols; col++ {
			if c := (cell{row, col}); *p.end.at(c) && !*p.pieces.at(c) {
				return 0, &StepError{moves + 1, row, col, "the plan ends and no piece has come here"}
			}
		}
	}
	return moves, nil
}

// move makes one move on p.
func (p *puzzle) move(word string, number int) error {
	wrong := func(at cell, format string, args ...any) error {
		return &StepError{number, at.row, at.col, fmt.Sprintf(format, args...)}
	}
	left, right, _ := strings.Cut(word, ">")
	from, okFrom := readCell(left)
	to, okTo := readCell(right)
	if !okFrom || !okTo {
		return wrong(cell{}, "%s is not a move such as r4c4>r4c5", quote(word))
	}
	if !*p.pieces.at(from) {
		return wrong(from, "no piece stands here")
	}
	if !p.has(to) {
		return wrong(to, "the move ends off the board of %dx%d", p.rows, p.cols)
	}
	if *p.pieces.at(to) {
		return wrong(to, "the move ends on another piece")
	}
	over := cell{(from.row + to.row) / 2, (from.col + to.col) / 2}
	switch rows, cols := distance(from.row, to.row), distance(from.col, to.col); {
	case rows+cols == 1:
	case rows+cols == 2 && rows != cols:
		if !*p.pieces.at(over) {
			return wrong(over, "there is no piece here to jump over")
		}
	default:
		return wrong(from, "%s is neither next to this cell nor two cells away in line", to)
	}
	*p.pieces.at(from), *p.pieces.at(to) = false, true
	return nil
}

func distance(a, b int) int { return max(a-b, b-a) }

// mostQuoted is how many bytes of a word a reason shows.
const mostQuoted = 40

// quote shows a word, however long somebody made it.
func quote(word string) string {
	if len(word) > mostQuoted {
		return strconv.Quote(word[:mostQuoted]) + "…"
	}
	return strconv.Quote(word)
}
