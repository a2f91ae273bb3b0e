package mapf

import (
	"fmt"
	"strings"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

// Scene draws the agents under their letters, lower case as the judge writes
// where they start, and their targets in upper case.
func (*Kind) Scene(form, plan string) (solver.Scene, error) {
	var p puzzle
	if err := p.read(form); err != nil {
		return solver.Scene{}, err
	}
	drawn, _, _ := strings.Cut(form, " ")
	rows := grid.Rows(drawn)
	s := solver.Scene{Rows: len(rows), Cols: len(rows[0])}
	for _, row := range rows {
		for c := range len(row) {
			ground := solver.Floor
			if row[c] == grid.Wall {
				ground = solver.Wall
			}
			s.Ground = append(s.Ground, ground)
		}
	}
	at := func(c grid.Cell) int { return c.Row*s.Cols + c.Col }
	for i, a := range p.agents {
		target := byte('A' + i)
		s.Targets = append(s.Targets, solver.Target{At: at(a.target), Sign: target, For: i})
		s.Movers = append(s.Movers, solver.Mover{Role: "agent", Shape: solver.Disc, At: at(a.start), Sign: byte('a' + i), Arrived: byte('a' + i), Label: byte('a' + i)})
	}
	err := walkAll(&s, plan)
	return s, err
}

// walkAll adds a step for each word of plan.
func walkAll(s *solver.Scene, plan string) error {
	now := make([]int, len(s.Movers))
	for i, m := range s.Movers {
		now[i] = m.At
	}
	for n, word := range strings.Fields(plan) {
		if len(word) != len(now) {
			return fmt.Errorf("step %d: the word %q has %d letters for %d agents", n+1, word, len(word), len(now))
		}
		var moves []solver.Move
		for i := range now {
			if word[i] == stay {
				continue
			}
			way := strings.IndexByte(letters, word[i])
			if way < 0 {
				return fmt.Errorf("step %d: %q is no letter of a plan", n+1, word[i])
			}
			step := grid.Steps[way]
			c := grid.Cell{Row: now[i] / s.Cols, Col: now[i] % s.Cols}.Add(step)
			if now[i] = c.Row*s.Cols + c.Col; !c.In(s.Rows, s.Cols) || s.Ground[now[i]] != solver.Floor {
				return fmt.Errorf("step %d: agent %c goes into a wall or off the map", n+1, 'a'+i)
			}
			moves = append(moves, solver.Move{Mover: i, To: now[i]})
		}
		s.Steps = append(s.Steps, moves)
	}
	return nil
}
