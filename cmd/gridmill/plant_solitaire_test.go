package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
)

// pieces is a solitaire position.
type pieces struct {
	rows, cols int
	on         map[cell]bool
	end        map[cell]bool
}

func newPieces(form string) pieces {
	p := pieces{on: map[cell]bool{}, end: map[cell]bool{}}
	into := p.on
	for i, word := range strings.Split(form, " ") {
		switch {
		case i == 0:
			if _, err := fmt.Sscanf(word, "%dx%d", &p.rows, &p.cols); err != nil {
				panic(err)
			}
		case word == ">":
			into = p.end
		default:
			into[parseCell(word)] = true
		}
	}
	return p
}

func parseCell(word string) (c cell) {
	if _, err := fmt.Sscanf(word, "r%dc%d", &c.row, &c.col); err != nil {
		panic(err)
	}
	return c
}

func (p pieces) has(c cell) bool  { return c.row > 0 && c.row <= p.rows && c.col > 0 && c.col <= p.cols }
func (p pieces) free(c cell) bool { return p.has(c) && !p.on[c] }

// play makes a move that is right.
func (p pieces) play(move string) pieces {
	from, to, _ := strings.Cut(move, ">")
	p.on = maps.Clone(p.on)
	delete(p.on, parseCell(from))
	p.on[parseCell(to)] = true
	return p
}

// plantSolitaire spoils a right plan.
func plantSolitaire(r *rand.Rand, form, plan string) []fault {
	var faults []fault
	kinds := map[string]bool{}
	add := func(f fault, moves []string) {
		if f.answer.plan = strings.Join(moves, " "); !kinds[f.what] {
			kinds[f.what] = true
			faults = append(faults, f)
		}
	}
	var moves []string
	if plan != "" {
		moves = strings.Split(plan, " ")
	}
	begun := []pieces{newPieces(form)}
	for i, move := range moves {
		begun = append(begun, begun[i].play(move))
	}
	move := func(from, to cell) string { return fmt.Sprintf("r%dc%d>r%dc%d", from.row, from.col, to.row, to.col) }
	for _, i := range r.Perm(len(moves) + 1) {
		p := begun[i]
		for row := 1; row <= p.rows; row++ {
			for col := 1; col <= p.cols; col++ {
				from := cell{row, col}
				wrong := func(what, reason string, to, at cell) {
					add(fault{what: what, verdict: "invalid", step: i + 1, row: at.row, col: at.col, reason: reason}, splice(moves, i, move(from, to)))
				}
				for _, letter := range []byte(wayLetters) {
					way := ways[letter]
					next := from.add(way)
					over := next.add(way)
					switch {
					case p.free(from) && p.has(next):
						wrong("a move of nothing", "no piece stands here", next, from)
					case p.free(from):
					case p.free(next):
						there, back := move(from, next), move(next, from)
						if len(moves)+2 <= 8 {
							add(fault{what: "a move there and back", verdict: "valid, 2 moves too many"}, splice(moves, i, there, back))
						}
						add(fault{what: "more moves than the limit", verdict: "invalid", step: 9, reason: "limit of 8"},
							splice(moves, i, there, back, there, back, there, back, there, back, there, back))
						if p.free(over) {
							wrong("a jump over nothing", "no piece here to jump over", over, next)
						}
					case p.on[next]:
						wrong("a move onto another piece", "ends on another piece", next, next)
					case next.row > 0 && next.col > 0 && next.row <= 8 && next.col <= 8:
						wrong("a move off the board", "off the board", next, next)
					}
				}
				if aslant := from.add(cell{1, 1}); p.on[from] && p.free(aslant) {
					wrong("a move aslant", "neither next to this cell", aslant, from)
				}
			}
		}
		add(fault{what: "a word that is none", verdict: "invalid", step: i + 1, reason: "is not a move"}, splice(moves, i, "r1c1"))
		if i < len(moves) {
			add(fault{what: "a plan cut short", verdict: "invalid", step: i + 1, reason: "no piece has come here"}.at(p.missing()), moves[:i])
		}
	}
	return faults
}

// missing returns the first cell of the end that no piece stands on.
func (p pieces) missing() cell {
	for row := 1; row <= p.rows; row++ {
		for col := 1; col <= p.cols; col++ {
			if c := (cell{row, col}); p.end[c] && !p.on[c] {
				return c
			}
		}
	}
	return cell{}
}

func (f fault) at(c cell) fault {
	f.row, f.col = c.row, c.col
	return f
}
