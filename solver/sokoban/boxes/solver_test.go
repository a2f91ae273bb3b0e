package boxes_test

import (
	"context"
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
			began := time.Now()
			states := int64(0)
			levels := readLevels(t, "public/sokoban/"+name, ".txt")
			for i := range levels {
				l := &levels[i]
				o, n := solve(t, s, l, solver.Budget{})
				states += n
				if o.Status != solver.Solved || o.Pushes != l.pushes || len(o.Plan) != l.moves {
					t.Errorf("%s: %s, %d pushes, %d moves; want %s, %d, %d", l.name, o.Status, o.Pushes, len(o.Plan), l.status, l.pushes, l.moves)
				}
			}
			n := len(levels)
			t.Logf("%d levels, %v and %d states each", n, time.Since(began)/time.Duration(n), states/int64(n))
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

func TestMicroban(t *testing.T) {
	for _, name := range []string{"microban-1", "microban-2"} {
		t.Run(name, func(t *testing.T) {
			s := new(boxes.Solver)
			levels := readLevels(t, "public/sokoban/"+name, ".xsb")
			for i := range levels {
				l := &levels[i]
				began := time.Now()
				o, n := solve(t, s, l, solver.Budget{Time: 5 * time.Second, Bytes: 2 << 30})
				if o.Status == solver.Limited {
					t.Logf("%s: open, at least %d pushes, %d states", l.name, o.Bound, n)
					continue
				}
				if took := time.Since(began); took > time.Second/2 {
					t.Logf("%s: %v, %d states, %d pushes", l.name, took, n, o.Pushes)
				}
				if l.pushes != 0 && (o.Status != solver.Solved || o.Pushes != l.pushes || l.moves >= 0 && len(o.Plan) != l.moves) {
					t.Errorf("%s: %s, %d pushes, %d moves; want %s, %d, %d", l.name, o.Status, o.Pushes, len(o.Plan), l.status, l.pushes, l.moves)
				}
			}
		})
	}
}
