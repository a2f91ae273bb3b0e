package mapf

import (
	"fmt"
	"strings"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

// transform leads from a puzzle to its canonical form: the board is turned,
// then time is reversed, and agent i is the one that was called from[i].
type transform struct {
	symmetry grid.Symmetry
	reversed bool
	agents   int
	from     [maxAgents]uint8
}

// pack writes t: the symmetry and a bit for reversed, the number of agents,
// the agents.
func (t *transform) pack() (packed solver.Transform) {
	packed[0] = byte(t.symmetry)
	if t.reversed {
		packed[0] |= grid.Symmetries
	}
	packed[1] = byte(t.agents)
	copy(packed[2:], t.from[:])
	return packed
}

// unpack reads what pack wrote.
func unpack(packed solver.Transform) (t transform) {
	t.symmetry = grid.Symmetry(packed[0] % grid.Symmetries)
	t.reversed = packed[0]&grid.Symmetries != 0
	t.agents = int(packed[1])
	copy(t.from[:], packed[2:])
	return t
}

// restore maps a plan of the canonical form to the puzzle.
func (t *transform) restore(plan string) (string, error) {
	var column [maxAgents]int
	for i, old := range t.from[:t.agents] {
		column[i] = int(old)
	}
	return t.rewrite(plan, t.symmetry.Inverse(), &column)
}

// carry maps a plan of the puzzle to the canonical form.
func (t *transform) carry(plan string) (string, error) {
	var column [maxAgents]int
	for i, old := range t.from[:t.agents] {
		column[old] = i
	}
	return t.rewrite(plan, t.symmetry, &column)
}

// rewrite turns the letters of a plan by s, moves the letter of agent i to
// column[i] of its word and, if time is reversed, takes every step back, the
// last one first. The error says why the plan is none.
func (t *transform) rewrite(plan string, s grid.Symmetry, column *[maxAgents]int) (string, error) {
	if plan == "" {
		return "", nil
	}
	stride := t.agents + 1
	words := (len(plan) + 1) / stride
	if words*stride != len(plan)+1 {
		return "", fmt.Errorf("the plan is %d characters long; it is no sequence of words of %d letters, parted by single blanks", len(plan), t.agents)
	}
	text := make([]byte, len(plan))
	for k := range words {
		from, to := k*stride, k*stride
		if t.reversed {
			to = (words - 1 - k) * stride
		}
		for i := range t.agents {
			ch, ok := t.letter(plan[from+i], s)
			if !ok {
				return "", fmt.Errorf("character %d of the plan is %q; a word has %d letters of U, D, L, R and the dot", from+i+1, plan[from+i], t.agents)
			}
			text[to+column[i]] = ch
		}
		if k < words-1 && plan[from+t.agents] != ' ' {
			return "", fmt.Errorf("character %d of the plan is %q; a blank parts words of %d letters", from+t.agents+1, plan[from+t.agents], t.agents)
		}
		if to > 0 {
			text[to-1] = ' '
		}
	}
	return string(text), nil
}

// letter returns what becomes of one letter of a plan. ok is false when it is
// none.
func (t *transform) letter(ch byte, s grid.Symmetry) (turned byte, ok bool) {
	if ch == stay {
		return ch, true
	}
	d := strings.IndexByte(letters, ch)
	if d < 0 {
		return 0, false
	}
	d = s.Direction(d)
	if t.reversed {
		d = len(letters) - 1 - d
	}
	return letters[d], true
}
