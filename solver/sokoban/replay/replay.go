// Package replay is the judge of Sokoban plans. It reads the board for itself,
// walks the plan letter by letter under the rules of the game, and shares
// nothing with the algorithms that find plans.
package replay

import (
	"bytes"
	"errors"
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"
)

// StepError is the first wrong step of a plan.
type StepError struct {
	Step        int // from 1; one more than the plan has when it ends too early
	Row, Column int // where the player stands, from 1; at the end, the box
	Reason      string
}

// Cell names the place, such as r4c5.
func (e *StepError) Cell() string { return fmt.Sprintf("r%dc%d", e.Row, e.Column) }

func (e *StepError) Error() string {
	return fmt.Sprintf("step %d at %s: %s", e.Step, e.Cell(), e.Reason)
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
			return 0, 0, wrong(i+1, b.player, reason)
		}
		if pushed {
			pushes++
		}
	}
	if left, ok := b.stray(); ok {
		return 0, 0, wrong(len(plan)+1, left, "the plan ends with this box off target")
	}
	return pushes, len(plan), nil
}

type cell struct{ row, col int }

func wrong(step int, at cell, reason string) *StepError {
	return &StepError{step, at.row + 1, at.col + 1, reason}
}

func (c cell) name() string { return fmt.Sprintf("r%dc%d", c.row+1, c.col+1) }

// board is a position of the game. It holds the characters of the form but for
// the player, who stands apart.
type board struct {
	cells  []byte
	starts []int // where in cells each row begins, and where one more would
	player cell
	// anyCase lets a letter of either case walk and push.
	anyCase bool
}

func read(form string) (*board, error) {
	b := &board{cells: []byte(form), starts: make([]int, 1, 2+strings.Count(form, "|"))}
	players, boxes, targets := 0, 0, 0
	for i, ch := range b.cells {
		switch ch {
		case '#', '-':
		case '|':
			b.starts = append(b.starts, i+1)
		case ' ', '_':
			b.cells[i] = '-'
		case '.':
			targets++
		case '$':
			boxes++
		case '*':
			boxes++
			targets++
		case '@':
			players++
			b.player, b.cells[i] = b.cellAt(i), '-'
		case '+':
			players++
			targets++
			b.player, b.cells[i] = b.cellAt(i), '.'
		default:
			char, _ := utf8.DecodeRuneInString(form[i:])
			return nil, fmt.Errorf("%q at %s is no cell", char, b.cellAt(i).name())
		}
	}
	b.starts = append(b.starts, len(form)+1)
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

// cellAt returns the cell of the last row begun that is kept at i.
func (b *board) cellAt(i int) cell {
	row := len(b.starts) - 1
	return cell{row, i - b.starts[row]}
}

// at returns where c is kept, or nil when c is no cell of the board.
func (b *board) at(c cell) *byte {
	if c.row < 0 || c.row >= len(b.starts)-1 || c.col < 0 || b.starts[c.row]+c.col >= b.starts[c.row+1]-1 {
		return nil
	}
	return &b.cells[b.starts[c.row]+c.col]
}

// way returns where a letter of a plan leads.
func way(letter byte) (down, right int, ok bool) {
	switch letter {
	case 'l', 'L':
		return 0, -1, true
	case 'u', 'U':
		return -1, 0, true
	case 'r', 'R':
		return 0, 1, true
	case 'd', 'D':
		return 1, 0, true
	}
	return 0, 0, false
}

// step moves the player as letter says. It returns why he cannot, or "".
func (b *board) step(letter byte) (pushed bool, reason string) {
	down, right, ok := way(letter)
	if !ok {
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
	if upper := letter < 'a'; upper != pushed && !b.anyCase {
		if upper {
			return false, "an upper-case letter is a push, but there is no box"
		}
		return false, "a lower-case letter is a walk, but there is a box"
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
	i := bytes.IndexByte(b.cells, '$')
	if i < 0 {
		return cell{}, false
	}
	row := sort.SearchInts(b.starts, i+1) - 1
	return cell{row, i - b.starts[row]}, true
}
