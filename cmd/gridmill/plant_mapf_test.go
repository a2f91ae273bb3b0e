package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// crowd is a mapf position.
type crowd struct {
	rows []string
	at   []cell // by agent
}

func newCrowd(form string) crowd {
	words := strings.Split(form, " ")
	c := crowd{rows: strings.Split(words[0], "|")}
	for _, word := range words[1:] {
		var at, to cell
		if _, err := fmt.Sscanf(word[2:], "r%dc%d>r%dc%d", &at.row, &at.col, &to.row, &to.col); err != nil {
			panic(err)
		}
		c.at = append(c.at, at)
	}
	return c
}

func (c crowd) free(at cell) bool {
	return at.row > 0 && at.row <= len(c.rows) && at.col > 0 && at.col <= len(c.rows[0]) && c.rows[at.row-1][at.col-1] == '-'
}

// play makes a step that is right.
func (c crowd) play(word string) crowd {
	c.at = slices.Clone(c.at)
	for i := range c.at {
		c.at[i] = c.at[i].add(ways[word[i]|0x20])
	}
	return c
}

// plantMapf spoils a right plan.
func plantMapf(r *rand.Rand, form, plan string) []fault {
	var faults []fault
	kinds := map[string]bool{}
	add := func(f fault, steps []string) {
		if f.answer.plan = strings.Join(steps, " "); !kinds[f.what] {
			kinds[f.what] = true
			faults = append(faults, f)
		}
	}
	var steps []string
	if plan != "" {
		steps = strings.Split(plan, " ")
	}
	stay := strings.Repeat(".", strings.Count(form, "="))
	begun := []crowd{newCrowd(form)}
	for i, step := range steps {
		begun = append(begun, begun[i].play(step))
	}
	for _, i := range r.Perm(len(steps) + 1) {
		c := begun[i]
		// instead returns a step in which some agents do as told and the others stay.
		instead := func(moves map[int]byte) string {
			word := []byte(stay)
			for agent, letter := range moves {
				word[agent] = bytes.ToUpper([]byte{letter})[0]
			}
			return string(word)
		}
		add(fault{what: "a step in which all stay", verdict: "valid, 1 step too many"}, splice(steps, i, stay))
		add(fault{what: "a letter too many", verdict: "invalid", step: i + 1, reason: "letters for"}, splice(steps, i, stay+"."))
		if len(stay) > 1 {
			add(fault{what: "a letter too few", verdict: "invalid", step: i + 1, reason: "letters for"}, splice(steps, i, stay[1:]))
		}
		for agent, at := range c.at {
			wrong := func(what, reason, word string, at cell) {
				add(fault{what: what, verdict: "invalid", step: i + 1, row: at.row, col: at.col, reason: reason}, splice(steps, i, word))
			}
			wrong("a letter that is none", "none of U, D, L, R", strings.ToLower(instead(map[int]byte{agent: 'x'})), at)
			for _, letter := range []byte(wayLetters) {
				to := at.add(ways[letter])
				if !c.free(to) {
					wrong("an agent through a wall", "into a wall or off the map", instead(map[int]byte{agent: letter}), at)
					continue
				}
				if other := slices.Index(c.at, to); other >= 0 {
					wrong("an agent onto another", "both end up here", instead(map[int]byte{agent: letter}), to)
					wrong("two agents swapping", "swap their cells", instead(map[int]byte{agent: letter, other: against(letter)}), c.at[min(agent, other)])
				}
			}
		}
		if i < len(steps) {
			left := fault{what: "a plan cut short", verdict: "invalid", step: i + 1, reason: "the plan ends with agent"}
			for agent, at := range c.at {
				if end := begun[len(steps)].at[agent]; at != end {
					left.row, left.col = at.row, at.col
					break
				}
			}
			if left.row > 0 {
				add(left, steps[:i])
			}
		}
	}
	return faults
}
