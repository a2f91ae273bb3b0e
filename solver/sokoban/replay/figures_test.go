package replay_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gridmill/gridmill/solver/sokoban/replay"
)

func TestFigures(t *testing.T) {
	for _, c := range []struct {
		reason, plan   string
		changes, lines int
	}{
		{"no plan", "", 0, 0},
		{"walks alone", "lurd", 0, 0},
		{"one push", "R", 1, 1},
		{"one line", "rRRRR", 1, 1},
		{"one box around a corner", "RRurDD", 1, 2},
		{"there and back", "RurrdL", 1, 2},
		{"one line with a walk between", "RudR", 1, 1},
		{"another box in the same direction", "RulluRR", 2, 2},
		{"another box and back to the first", "RuRdR", 3, 3},
	} {
		if changes, lines := replay.Figures(c.plan); changes != c.changes || lines != c.lines {
			t.Errorf("%s: %s has %d box changes and %d box lines, want %d and %d", c.reason, c.plan, changes, lines, c.changes, c.lines)
		}
	}
}

// A player wanders among boxes that each have a number.
func TestFiguresCountBoxesByTheirNumbers(t *testing.T) {
	type at struct{ row, col int }
	steps := map[byte]at{'u': {-1, 0}, 'd': {1, 0}, 'l': {0, -1}, 'r': {0, 1}}
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		boxes := map[at]int{}
		for n := range 12 {
			boxes[at{r.IntN(7) - 3, 1 + r.IntN(3)}] = 1 + n
		}
		var player at
		var plan []byte
		changes, lines, box, last := 0, 0, 0, byte(0)
		for range 60 {
			letter := "udlr"[r.IntN(4)]
			step := steps[letter]
			to := at{player.row + step.row, player.col + step.col}
			beyond := at{to.row + step.row, to.col + step.col}
			if n := boxes[to]; n > 0 {
				if boxes[beyond] > 0 {
					continue
				}
				delete(boxes, to)
				boxes[beyond] = n
				if n != box {
					changes++
				}
				if n != box || letter != last {
					lines++
				}
				box, last = n, letter
				letter -= 'a' - 'A'
			}
			plan = append(plan, letter)
			player = to
		}
		if c, l := replay.Figures(string(plan)); c != changes || l != lines {
			t.Fatalf("%s has %d box changes and %d box lines, want %d and %d", plan, c, l, changes, lines)
		}
	}
}

func BenchmarkFigures(b *testing.B) {
	const plan = "rRRRuuLLdddRRRRuuuLdlluRRddrruLLLL"
	for b.Loop() {
		replay.Figures(plan)
	}
}
