package boxes_test

import (
	"context"
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/sokoban/boxes"
	"github.com/gridmill/gridmill/solver/sokoban/replay"
)

// solve answers a level and replays the plan.
func solve(t testing.TB, s *boxes.Solver, l *level, budget solver.Budget) (boxes.Outcome, int64) {
	m := solver.NewMeter(context.Background(), budget)
	o := s.Solve(puzzle(l.rows), boxes.PushesThenMoves, m)
	if o.Status == solver.Solved {
		form := strings.ReplaceAll(strings.Join(l.rows, "|"), " ", "-")
		pushes, moves, err := replay.Plan(form, string(o.Plan))
		if err != nil || pushes != o.Pushes || moves != len(o.Plan) {
			t.Errorf("%s: %s: plan %q replays to %d pushes, %d moves, %v; want %d pushes", l.name, form, o.Plan, pushes, moves, err, o.Pushes)
		}
	}
	return o, m.States()
}

func TestBoxoban(t *testing.T) {
	for _, name := range []string{"boxoban-hard-000", "boxoban-unfiltered-test-000", "boxoban-medium-valid-000"} {
		t.Run(name, func(t *testing.T) {
			s := new(boxes.Solver)
			levels := readLevels(t, "public/sokoban/"+name, ".txt")
			for i := range levels {
				l := &levels[i]
				o, _ := solve(t, s, l, solver.Budget{})
				if o.Status != solver.Solved || o.Pushes != l.pushes || len(o.Plan) != l.moves {
					t.Errorf("%s: %s, %d pushes, %d moves; want %s, %d, %d", l.name, o.Status, o.Pushes, len(o.Plan), l.status, l.pushes, l.moves)
				}
			}
		})
	}
}

func TestRandomLevels(t *testing.T) {
	s := new(boxes.Solver)
	levels := readLevels(t, "own/sokoban/random-a", ".xsb")
	for i := range levels {
		l := &levels[i]
		o, _ := solve(t, s, l, solver.Budget{})
		if string(o.Status) != l.status || o.Status == solver.Solved && (o.Pushes != l.pushes || len(o.Plan) != l.moves) {
			t.Errorf("%s: %s, %d pushes, %d moves; want %s, %d, %d", l.name, o.Status, o.Pushes, len(o.Plan), l.status, l.pushes, l.moves)
		}
	}
}

var microban = flag.Duration("microban", 0, "most time for each level of the Microban sets; 0 tries the quick ones")

// TestMicroban wants all answers to be those of the tables, where there are any.
// With -microban 5s it tries what the tables were made with, and lists what is
// left.
func TestMicroban(t *testing.T) {
	budget := solver.Budget{States: 20_000, Bytes: 2 << 30}
	if *microban > 0 {
		budget.States, budget.Time = 0, *microban
	}
	for _, name := range []string{"microban-1", "microban-2"} {
		t.Run(name, func(t *testing.T) {
			s := new(boxes.Solver)
			levels := readLevels(t, "public/sokoban/"+name, ".xsb")
			answered := 0
			for i := range levels {
				l := &levels[i]
				began := time.Now()
				o, states := solve(t, s, l, budget)
				if o.Status == solver.Limited {
					if l.pushes > 0 && o.Bound > l.pushes {
						t.Errorf("%s: proved %d pushes, but %d are enough", l.name, o.Bound, l.pushes)
					}
					if *microban > 0 {
						t.Logf("%s: left after %d states, at least %d pushes", l.name, states, o.Bound)
					}
					continue
				}
				answered++
				if took := time.Since(began); took > *microban/10 && *microban > 0 {
					t.Logf("%s: %d states, %v", l.name, states, took)
				}
				if l.pushes > 0 && (o.Status != solver.Solved || o.Pushes != l.pushes || l.moves >= 0 && len(o.Plan) != l.moves) {
					t.Errorf("%s: %s, %d pushes, %d moves; want %s, %d, %d", l.name, o.Status, o.Pushes, len(o.Plan), l.status, l.pushes, l.moves)
				}
			}
			t.Logf("%d of %d levels", answered, len(levels))
			if answered < len(levels)*2/3 {
				t.Errorf("only %d of %d levels", answered, len(levels))
			}
		})
	}
}
