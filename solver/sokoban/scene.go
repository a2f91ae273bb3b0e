package sokoban

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

// Scene draws the boxes and, on top, the player. Floor that no way over floor
// leads to, from him, a box or a target, is no part of the board.
func (k *kind) Scene(form, plan string) (solver.Scene, error) {
	if err := k.Check(form); err != nil {
		return solver.Scene{}, err
	}
	s := lookAt(form)
	s.Ground = enclosed(&s)
	err := walk(&s, plan)
	return s, err
}

// lookAt returns the scene of a valid form, all that is no wall as floor.
func lookAt(form string) solver.Scene {
	rows := grid.Rows(form)
	s := solver.Scene{Rows: len(rows)}
	for _, row := range rows {
		s.Cols = max(s.Cols, len(row))
	}
	s.Ground = make([]solver.Ground, s.Rows*s.Cols)
	var player solver.Mover
	for r, row := range rows {
		for c := range len(row) {
			at := r*s.Cols + c
			s.Ground[at] = solver.Floor
			if strings.IndexByte(".*+", row[c]) >= 0 {
				s.Targets = append(s.Targets, solver.Target{At: at, Sign: '.', For: solver.Anyone})
			}
			switch row[c] {
			case grid.Wall:
				s.Ground[at] = solver.Wall
			case '$', '*':
				s.Movers = append(s.Movers, solver.Mover{Role: "box", Shape: solver.Box, At: at, Sign: '$', Arrived: '*'})
			case '@', '+':
				player = solver.Mover{Role: "player", Shape: solver.Figure, At: at, Sign: '@', Arrived: '+'}
			}
		}
	}
	s.Movers = append(s.Movers, player)
	return s
}

// enclosed returns the ground without the floor that nothing on the board is
// connected to.
func enclosed(s *solver.Scene) []solver.Ground {
	ground := make([]solver.Ground, len(s.Ground))
	var reached []int
	for _, m := range s.Movers {
		reached = append(reached, m.At)
	}
	for _, t := range s.Targets {
		reached = append(reached, t.At)
	}
	for _, at := range reached {
		ground[at] = solver.Floor
	}
	for len(reached) > 0 {
		at := reached[len(reached)-1]
		reached = reached[:len(reached)-1]
		for _, step := range grid.Steps {
			c := grid.Cell{Row: at / s.Cols, Col: at % s.Cols}.Add(step)
			next := c.Row*s.Cols + c.Col
			if c.In(s.Rows, s.Cols) && ground[next] == solver.Void && s.Ground[next] == solver.Floor {
				ground[next] = solver.Floor
				reached = append(reached, next)
			}
		}
	}
	for at, g := range s.Ground {
		if g == solver.Wall {
			ground[at] = solver.Wall
		}
	}
	return ground
}

// walk adds a step for each letter of plan.
func walk(s *solver.Scene, plan string) error {
	player := len(s.Movers) - 1
	at := s.Movers[player].At
	boxAt := map[int]int{}
	for i, m := range s.Movers[:player] {
		boxAt[m.At] = i
	}
	s.Steps = make([][]solver.Move, 0, len(plan))
	free := func(at int) bool { return at >= 0 && at < len(s.Ground) && s.Ground[at] == solver.Floor }
	for i := range len(plan) {
		way := strings.IndexByte(pushLetters, plan[i]&^('a'-'A'))
		if way < 0 {
			return fmt.Errorf("step %d: %q is no letter of a plan", i+1, plan[i])
		}
		step := grid.Steps[way].Row*s.Cols + grid.Steps[way].Col
		at += step
		moves := []solver.Move{{Mover: player, To: at}}
		box, pushed := boxAt[at]
		if pushed {
			delete(boxAt, at)
			boxAt[at+step] = box
			moves = append(moves, solver.Move{Mover: box, To: at + step})
		}
		if slices.ContainsFunc(moves, func(m solver.Move) bool { return !free(m.To) }) {
			return fmt.Errorf("step %d leads into a wall", i+1)
		}
		s.Steps = append(s.Steps, moves)
	}
	return nil
}
