package main

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// answered is an answer to put down in some layout.
type answered struct {
	kind, plan string
	unsolvable bool
	cost       string // of the first measure; what the judge of mapf reads
}

// fault is an answer that has something wrong, and what a check must say of it.
type fault struct {
	what           string
	answer         answered
	verdict        string
	step, row, col int    // 0: the check names none
	reason         string // a part of it
}

// plant returns every sort of fault that can be planted in the right answer to
// a puzzle, each at a place that r chooses.
func plant(r *rand.Rand, form string, right answered) []fault {
	if right.unsolvable {
		wrong := right
		wrong.unsolvable, wrong.plan, wrong.cost = false, somePlan(form, right.kind), "7"
		return []fault{{what: "a plan where there is no way", answer: wrong, verdict: "wrong verdict"}}
	}
	wrong := right
	wrong.unsolvable, wrong.plan = true, ""
	faults := []fault{{what: "no way where there is one", answer: wrong, verdict: "wrong verdict", reason: "says that there is no way; there is one"}}
	var more []fault
	switch right.kind {
	case "sokoban":
		more = plantSokoban(r, form, right.plan)
	case "mapf":
		more = plantMapf(r, form, right.plan)
	case "solitaire":
		more = plantSolitaire(r, form, right.plan)
	}
	for _, f := range more {
		f.answer.kind = right.kind
		faults = append(faults, f)
	}
	return faults
}

// somePlan is a plan that looks like one of its kind.
func somePlan(form, kind string) string {
	switch kind {
	case "sokoban":
		return "rR"
	case "mapf":
		return strings.Repeat(".", strings.Count(form, "="))
	}
	return "r1c1>r1c2"
}

// cell is a place on a board, from 1.
type cell struct{ row, col int }

func (c cell) add(d cell) cell { return cell{c.row + d.row, c.col + d.col} }

// ways are the four directions by the letter of a walk.
var ways = map[byte]cell{'l': {0, -1}, 'u': {-1, 0}, 'r': {0, 1}, 'd': {1, 0}}

// wayLetters are their letters, in a fixed order.
const wayLetters = "lurd"

// against is the letter that leads back.
func against(letter byte) byte { return "rdlu"[strings.IndexByte(wayLetters, letter)] }

func upper(letter byte) byte { return letter - 'a' + 'A' }

// splice puts steps in between the steps of a plan before place i.
func splice(steps []string, i int, put ...string) []string {
	return slices.Concat(steps[:i], put, steps[i:])
}
