// Package replay is the judge of Sokoban plans. It reads the board for itself,
// walks the plan letter by letter under the rules of the game, and shares
// nothing with the algorithms that find plans.
package replay

import (
	"errors"
	"fmt"
	"strings"
)

// StepError is the first wrong step of a plan.
type StepError struct {
	Step   int    // from 1; the last step when the plan ends too early, 0 when it has none
	Cell   string // where the player stands, such as r4c5 from 1; at the end, the box
	Reason string
}

func (e *StepError) Error() string {
	return fmt.Sprintf("step %d at %s: %s", e.Step, e.Cell, e.Reason)
}

// Plan walks plan, LURD letters with upper case for pushes, on a board of any
// number of boxes in one-line form and counts its pushes and its moves, pushes
// included. The error is a *StepError for a plan that breaks the rules or does
// not bring every box onto a target, and a plain one for a form that is no
// board.
func Plan(form, plan string) (pushes, moves int, err error) {
	b, err := read(form)
	if err != nil {
		return 0, 0, fmt.Errorf("read board: %w", err)
	}
	for i := range len(plan) {
		pushed, reason := b.step(plan[i])
		if reason != "" {
			return 0, 0, &StepError{Step: i + 1, Cell: b.player.name(), Reason: reason}
		}
		if pushed {
			pushes++
		}
	}
	if left, ok := b.stray(); ok {
		return 0, 0, &StepError{Step: len(plan), Cell: left.name(), Reason: "the plan ends with this box off target"}
	}
	return pushes, len(plan), nil
}

type cell struct{ row, col int }

func (c cell) name() string { return fmt.Sprintf("r%dc%d", c.row+1, c.col+1) }

// board is a position of the game. Its rows hold the characters of the form
// but for the player, who stands apart.
type board struct {
	rows   [][]byte
	player cell
}

func read(form string) (*board, error) {
	b := &board{}
	players, boxes, targets := 0, 0, 0
	for r, row := range strings.Split(form, "|") {
		cells := []byte(row)
		for c, ch := range row {
			switch ch {
			case '#', '-':
			case ' ', '_':
				cells[c] = '-'
			case '.':
				targets++
			case '$':
				boxes++
			case '*':
				boxes++
				targets++
			case '@':
				players++
				b.player, cells[c] = cell{r, c}, '-'
			case '+':
				players++
				targets++
				b.player, cells[c] = cell{r, c}, '.'
			default:
				return nil, fmt.Errorf("%q at %s is no cell", ch, cell{r, c}.name())
			}
		}
		b.rows = append(b.rows, cells)
	}
	if players != 1 {
		return nil, fmt.Errorf("%d players instead of one", players)
	}
	if boxes == 0 {
		return nil, errors.New("no box")
	}
	if boxes != targets {
		return nil, fmt.Errorf("%d boxes for %d targets", boxes, targets)
	}
	return b, nil
}

// at returns where c is kept, or nil when c is no cell of the board.
func (b *board) at(c cell) *byte {
	if c.row < 0 || c.row >= len(b.rows) || c.col < 0 || c.col >= len(b.rows[c.row]) {
		return nil
	}
	return &b.rows[c.row][c.col]
}

// step moves the player as letter says. It returns why he cannot, or "".
func (b *board) step(letter byte) (pushed bool, reason string) {
	var down, right int
	switch letter {
	case 'l', 'L':
		right = -1
	case 'u', 'U':
		down = -1
	case 'r', 'R':
		right = 1
	case 'd', 'D':
		down = 1
	default:
		return false, fmt.Sprintf("%q is no letter of a plan; write l, u, r, d to walk and L, U, R, D to push", letter)
	}
	to := cell{b.player.row + down, b.player.col + right}
	here := b.at(to)
	if here == nil {
		return false, "the player leaves the board"
	}
	if *here == '#' {
		return false, "the player walks into a wall"
	}
	pushed = *here == '$' || *here == '*'
	if upper := letter < 'a'; upper != pushed {
		if upper {
			return false, fmt.Sprintf("%c is a push, but there is no box", letter)
		}
		return false, fmt.Sprintf("%c is a walk, but there is a box", letter)
	}
	if pushed {
		beyond := b.at(cell{to.row + down, to.col + right})
		switch {
		case beyond == nil:
			return false, "the box leaves the board"
		case *beyond == '#':
			return false, "the box is pushed into a wall"
		case *beyond == '$' || *beyond == '*':
			return false, "the box is pushed into another box"
		}
		lift(here)
		drop(beyond)
	}
	b.player = to
	return pushed, ""
}

func lift(c *byte) {
	if *c == '*' {
		*c = '.'
	} else {
		*c = '-'
	}
}

func drop(c *byte) {
	if *c == '.' {
		*c = '*'
	} else {
		*c = '$'
	}
}

// stray returns the first box that stands off target, if there is one.
func (b *board) stray() (cell, bool) {
	for r, row := range b.rows {
		for c, ch := range row {
			if ch == '$' {
				return cell{r, c}, true
			}
		}
	}
	return cell{}, false
}
