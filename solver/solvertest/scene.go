package solvertest

import (
	"slices"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// scene checks the picture of a puzzle that answer a solves, if its kind draws
// any: everything stands on the floor, no two on one place, and after the last
// step every target has a mover that it is for.
func (s Suite) scene(t *testing.T, form string, a solver.Answer) {
	t.Helper()
	kind, ok := s.Kind.(solver.Drawer)
	if !ok {
		return
	}
	scene, err := kind.Scene(form, a.Plan)
	if err != nil {
		t.Errorf("%s: the plan %q cannot be drawn: %v", form, a.Plan, err)
		return
	}
	if len(scene.Ground) != scene.Rows*scene.Cols {
		t.Errorf("%s: %d places are drawn for %d rows of %d", form, len(scene.Ground), scene.Rows, scene.Cols)
		return
	}
	at := make([]int, len(scene.Movers))
	for i, m := range scene.Movers {
		at[i] = m.At
		if m.Role == "" || m.Sign == 0 || m.Arrived == 0 {
			t.Errorf("%s: mover %d lacks its role or its signs: %+v", form, i, m)
		}
	}
	apart := func(when int) {
		for i, place := range at {
			if place < 0 || place >= len(scene.Ground) || scene.Ground[place] != solver.Floor || slices.Contains(at[:i], place) {
				t.Errorf("%s: after %d steps of %q, mover %d is drawn where it cannot stand", form, when, a.Plan, i)
			}
		}
	}
	apart(0)
	for n, moves := range scene.Steps {
		for _, m := range moves {
			at[m.Mover] = m.To
		}
		apart(n + 1)
	}
	for _, target := range scene.Targets {
		i := slices.Index(at, target.At)
		if i < 0 || target.For != solver.Anyone && target.For != i || scene.Movers[i].Shape == solver.Figure {
			t.Errorf("%s: the plan %q is drawn to end without anything on place %d", form, a.Plan, target.At)
		}
	}
}

// badScenes checks that what is no puzzle or no plan of one is refused or
// drawn on the board, and never breaks the program.
func (s Suite) badScenes(t *testing.T) {
	kind, ok := s.Kind.(solver.Drawer)
	if !ok {
		t.Skip("the kind draws no pictures")
	}
	for _, row := range s.Invalid {
		if _, err := kind.Scene(row.Form, ""); err == nil {
			t.Errorf("%s: %q is drawn", row.Reason, row.Form)
		}
	}
	example := s.Kind.Info().Example
	for _, plan := range []string{"UUUUUUUUU", "llllllll", "U U U", ".", "r0c0>r1c1", "r1c1>r99c99", "r1c1", ">", " ", "\xff", "?"} {
		scene, err := kind.Scene(example, plan)
		for _, moves := range scene.Steps {
			for _, m := range moves {
				if m.To < 0 || m.To >= len(scene.Ground) {
					t.Errorf("the plan %q is drawn to lead off the board, error %v", plan, err)
				}
			}
		}
	}
}
