package mapf

import (
	"context"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/mapf/replay"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// stages are the parts of a trio's search, each made to do the work alone. They
// return long when they are not meant for the puzzle.
func stages() map[string]func(*tally, *trio) outcome {
	dive := func(t *tally, s *trio) outcome { return s.plain(t, diveNodes) }
	paired := func(t *tally, s *trio, used int) outcome {
		if used > 2*s.agents-3 {
			return long
		}
		s.pairs.prepare(s)
		s.pairs.used = used
		return s.paired(t, diveNodes)
	}
	return map[string]func(*tally, *trio) outcome{
		"dive": dive,
		"dive, the last agents exchanged": func(t *tally, s *trio) outcome {
			s.swap(1, 2)
			return dive(t, s)
		},
		"dive, time reversed": func(t *tally, s *trio) outcome {
			s.reverse()
			return dive(t, s)
		},
		"one table":  func(t *tally, s *trio) outcome { return paired(t, s, 1) },
		"two tables": func(t *tally, s *trio) outcome { return paired(t, s, 2) },
		"two tables, time reversed": func(t *tally, s *trio) outcome {
			s.reverse()
			return paired(t, s, 2)
		},
		"three tables": func(t *tally, s *trio) outcome { return paired(t, s, 3) },
		"three tables that were made for a greater bound": func(t *tally, s *trio) outcome {
			s.proved += 3
			return paired(t, s, 3)
		},
		"dense": func(t *tally, s *trio) outcome { return s.dense.run(t, s) },
		"dense, time reversed": func(t *tally, s *trio) outcome {
			s.reverse()
			return s.dense.run(t, s)
		},
		"all of them": func(t *tally, s *trio) outcome { return s.solve(t) },
	}
}

func TestEveryStageOfATrioIsExact(t *testing.T) {
	kind := New()
	s, ta := new(scratch), new(tally)
	done := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		form := solvertest.RandomMapf(r, 2+r.IntN(8), 2+r.IntN(8), 2+r.IntN(2), r.Float64()/2)
		want, err := kind.Solve(context.Background(), form, solver.Options{Algorithm: twoWay}, solver.Budget{})
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		for name, stage := range stages() {
			if err := s.puzzle.read(form); err != nil {
				t.Fatalf("%s: %v", form, err)
			}
			if s.puzzle.atRest() {
				return
			}
			if !s.trio.read(&s.puzzle) {
				t.Fatalf("%s is no trio", form)
			}
			ta.begin(context.Background(), solver.Budget{})
			if !s.trio.measure() {
				if want.Status != solver.Unsolvable {
					t.Fatalf("%s: cut off; want %+v", form, want)
				}
				return
			}
			s.trio.proved = int(s.trio.dist[0])
			switch how := stage(ta, &s.trio); how {
			case long:
				continue
			case found:
				done[name]++
				plan := string(s.trio.appendPlan(nil))
				if n, err := replay.Plan(form, plan); err != nil || want.Status != solver.Solved || n != want.Cost[0].Value {
					t.Fatalf("%s: %s: %q takes %d, %v; want %+v", form, name, plan, n, err, want)
				}
			case absent:
				done[name]++
				if want.Status != solver.Unsolvable {
					t.Fatalf("%s: %s finds no plan; want %+v", form, name, want)
				}
			default:
				t.Fatalf("%s: %s stopped", form, name)
			}
			if want.Status == solver.Solved && name != "three tables that were made for a greater bound" && s.trio.proved > want.Cost[0].Value {
				t.Fatalf("%s: %s has proved %d; want %+v", form, name, s.trio.proved, want)
			}
		}
	})
	for name := range stages() {
		if done[name] == 0 {
			t.Errorf("%s never ended", name)
		}
	}
}
