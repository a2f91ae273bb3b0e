package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// caseWords are the words of the answer files of a kind, and of its judge.
type caseWords struct {
	none string // in an answer file: there is no plan
	// cost is what an answer file says of a puzzle with an optimal plan.
	cost func(solver.Cost) string
	// lines is how many lines the judge's answer has.
	lines int
	// judge is the judge's answer to puzzle k, from 1, made from the line of the
	// answer file. Where several plans are best, and just one was got, it is made
	// from that if its cost is right.
	judge func(k int, expected string, got []string) string
}

// wordsOf has a row for each folder of testdata/cases.
func wordsOf(t *testing.T, kind string) caseWords {
	t.Helper()
	row, ok := map[string]caseWords{
		"sokoban": {
			none: "Impossible.", lines: 3,
			cost: func(c solver.Cost) string { return fmt.Sprintf("%d %d", c[0].Value, c[1].Value) },
			judge: func(k int, expected string, got []string) string {
				if pushesAndMoves(got[1]) == expected {
					expected = got[1]
				}
				return fmt.Sprintf("Maze #%d\n%s\n\n", k, expected)
			},
		},
		"mapf": {
			none: "-1", lines: 1,
			cost:  func(c solver.Cost) string { return fmt.Sprint(c[0].Value) },
			judge: func(_ int, expected string, _ []string) string { return expected + "\n" },
		},
		"solitaire": {
			none: "NO", lines: 1,
			cost: func(c solver.Cost) string { return fmt.Sprintf("YES %d", c[0].Value) },
			judge: func(_ int, expected string, _ []string) string {
				verdict, _, _ := strings.Cut(expected, " ")
				return verdict + "\n"
			},
		},
	}[kind]
	if !ok {
		t.Fatalf("testdata/cases has answers of %s; add a row to wordsOf in cmd/gridmill/cases_words_test.go that says how they are put", kind)
	}
	return row
}

// say says a row as the answer files of its kind do.
func (w caseWords) say(row *solver.Row) string {
	switch {
	case row.Status == solver.Unsolvable:
		return w.none
	case row.Status != solver.Solved:
		return string(row.Status)
	}
	return w.cost(row.Cost)
}

// pushesAndMoves counts a plan in the judge's letters; "" for any other text.
func pushesAndMoves(plan string) string {
	if strings.Trim(plan, "nsewNSEW") != "" {
		return ""
	}
	walks := strings.Count(plan, "n") + strings.Count(plan, "s") + strings.Count(plan, "e") + strings.Count(plan, "w")
	return fmt.Sprintf("%d %d", len(plan)-walks, len(plan))
}
