package main

import (
	"math/rand/v2"
	"strings"
)

// warehouse is a sokoban position, played by the plainest code there is.
type warehouse struct {
	rows   []string // with # for walls
	boxes  map[cell]bool
	goals  map[cell]bool
	player cell
}

func newWarehouse(form string) *warehouse {
	w := &warehouse{rows: strings.Split(form, "|"), boxes: map[cell]bool{}, goals: map[cell]bool{}}
	for i, row := range w.rows {
		for j := range len(row) {
			at := cell{i + 1, j + 1}
			switch row[j] {
			case '$':
				w.boxes[at] = true
			case '*':
				w.boxes[at], w.goals[at] = true, true
			case '.':
				w.goals[at] = true
			case '@':
				w.player = at
			case '+':
				w.player, w.goals[at] = at, true
			}
		}
	}
	return w
}

func (w *warehouse) wall(c cell) bool { return w.rows[c.row-1][c.col-1] == '#' }
func (w *warehouse) free(c cell) bool { return !w.wall(c) && !w.boxes[c] }

// play makes a step that is right.
func (w *warehouse) play(letter byte) {
	way := ways[letter|0x20]
	w.player = w.player.add(way)
	if w.boxes[w.player] {
		delete(w.boxes, w.player)
		w.boxes[w.player.add(way)] = true
	}
}

// walk returns the letters of a shortest walk from the player to a cell, if
// there is one.
func (w *warehouse) walk(to cell) (letters string, ok bool) {
	path := map[cell]string{w.player: ""}
	for queue := []cell{w.player}; len(queue) > 0; queue = queue[1:] {
		for _, letter := range []byte(wayLetters) {
			next := queue[0].add(ways[letter])
			if _, seen := path[next]; !seen && w.free(next) {
				path[next] = path[queue[0]] + string(letter)
				queue = append(queue, next)
			}
		}
	}
	letters, ok = path[to]
	return letters, ok
}

// plantSokoban spoils a right plan.
func plantSokoban(r *rand.Rand, form, plan string) []fault {
	var faults []fault
	kinds := map[string]bool{}
	add := func(f fault, plan string) {
		if f.answer.plan = plan; !kinds[f.what] {
			kinds[f.what] = true
			faults = append(faults, f)
		}
	}
	positions := []*warehouse{}
	for i := 0; i <= len(plan); i++ {
		w := newWarehouse(form)
		for j := range i {
			w.play(plan[j])
		}
		positions = append(positions, w)
	}
	for _, i := range r.Perm(len(plan) + 1) {
		w := positions[i]
		here := fault{verdict: "invalid", step: i + 1, row: w.player.row, col: w.player.col}
		wrong := func(what, reason string, letter byte) {
			f := here
			f.what, f.reason = what, reason
			add(f, plan[:i]+string(letter)+plan[i:])
		}
		wrong("a letter that is none", "no letter of", 'x')
		for _, letter := range []byte(wayLetters) {
			to := w.player.add(ways[letter])
			switch beyond := to.add(ways[letter]); {
			case w.wall(to):
				wrong("a walk through a wall", "walks into a wall", letter)
				wrong("a push through a wall", "walks into a wall", upper(letter))
			case !w.boxes[to]:
				wrong("a push of nothing", "a push, but there is no box", upper(letter))
				add(fault{what: "a step there and back", verdict: "valid, 2 moves too many"}, plan[:i]+string(letter)+string(against(letter))+plan[i:])
			case w.wall(beyond):
				wrong("a box into a wall", "the box is pushed into a wall", upper(letter))
			case w.boxes[beyond]:
				wrong("two boxes at once", "pushed into another box", upper(letter))
			default:
				wrong("a walk through a box", "a walk, but there is a box", letter)
				if detour, ok := thereAndBack(form, plan[:i], letter); ok {
					add(fault{what: "a push too many, and one back", verdict: "valid, 2 pushes too many"}, plan[:i]+detour+plan[i:])
				}
			}
		}
		if i < len(plan) {
			left := cell{}
			for row := len(w.rows); row > 0; row-- {
				for col := len(w.rows[row-1]); col > 0; col-- {
					if c := (cell{row, col}); w.boxes[c] && !w.goals[c] {
						left = c
					}
				}
			}
			add(fault{what: "a plan cut short", verdict: "invalid", step: i + 1, row: left.row, col: left.col, reason: "ends with this box off target"}, plan[:i])
			f := here
			f.what = "a letter in the other case"
			add(f, plan[:i]+string(plan[i]^0x20)+plan[i+1:])
		}
	}
	return faults
}

// thereAndBack pushes a box one cell on behind a part of a plan, walks around
// it, pushes it back and returns to where the player stood.
func thereAndBack(form, begun string, letter byte) (steps string, ok bool) {
	w := newWarehouse(form)
	for _, step := range []byte(begun) {
		w.play(step)
	}
	start := w.player
	w.play(letter)
	around, ok := w.walk(w.player.add(ways[letter]).add(ways[letter]))
	if !ok {
		return "", false
	}
	for _, step := range []byte(around) {
		w.play(step)
	}
	w.play(against(letter))
	home, ok := w.walk(start)
	return string(upper(letter)) + around + string(upper(against(letter))) + home, ok
}
