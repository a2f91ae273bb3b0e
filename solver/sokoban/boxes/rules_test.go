package boxes_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/sokoban/boxes"
)

// randomLevel makes a board of two to five boxes on an interior of rows × cols.
func randomLevel(r *rand.Rand, rows, cols, crowd int) level {
	cells := make([][]byte, rows+2)
	var inner [][2]int
	for i := range cells {
		cells[i] = make([]byte, cols+2)
		for j := range cells[i] {
			cells[i][j] = '#'
			if i > 0 && i <= rows && j > 0 && j <= cols && r.IntN(5) > 0 {
				cells[i][j] = ' '
				inner = append(inner, [2]int{i, j})
			}
		}
	}
	r.Shuffle(len(inner), func(i, j int) { inner[i], inner[j] = inner[j], inner[i] })
	crowd = min(crowd, (len(inner)-1)/2)
	for i := range crowd {
		cells[inner[i][0]][inner[i][1]] = '$'
		cells[inner[crowd+i][0]][inner[crowd+i][1]] = '.'
	}
	if len(inner) > 0 {
		cells[inner[2*crowd][0]][inner[2*crowd][1]] = '@'
	}
	var l level
	for _, row := range cells {
		l.rows = append(l.rows, string(row))
	}
	return l
}

// TestRules turns each pruning off, on levels where that is soon done. No answer
// may change, but for the plan, of which there may be several as good.
func TestRules(t *testing.T) {
	levels := readLevels(t, "own/sokoban/random-a", ".xsb")
	r := rand.New(rand.NewPCG(6, 6))
	for range 700 {
		l := randomLevel(r, 3+r.IntN(3), 3+r.IntN(4), 2+r.IntN(4))
		if p := puzzle(l.rows); len(p.Boxes) > 1 && len(p.Boxes) == len(p.Goals) {
			l.name = fmt.Sprint(l.rows)
			levels = append(levels, l)
		}
	}
	quick := len(levels)
	levels = append(levels, readLevels(t, "public/sokoban/boxoban-hard-000", ".txt")[:100]...)
	all := new(boxes.Solver)
	solved := 0
	for _, rule := range boxes.Rules() {
		without := boxes.NewWithout(rule)
		changed := 0
		for i := range levels {
			if i >= quick && rule == "matching" {
				break // takes long
			}
			want, states := solve(t, all, &levels[i], solver.Budget{})
			got, others := solve(t, without, &levels[i], solver.Budget{})
			if got.Status != want.Status || got.Pushes != want.Pushes || len(got.Plan) != len(want.Plan) {
				t.Errorf("%s without %s: %s, %d pushes, %d moves; with it %s, %d, %d",
					levels[i].name, rule, got.Status, got.Pushes, len(got.Plan), want.Status, want.Pushes, len(want.Plan))
			}
			if states != others {
				changed++
			}
			if want.Status == solver.Solved {
				solved++
			}
		}
		if changed == 0 {
			t.Errorf("%s change no search", rule)
		}
	}
	if solved < 300 {
		t.Errorf("only %d of the levels have a plan", solved)
	}
}
