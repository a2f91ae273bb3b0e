// Package kinds is the one list of the kinds of puzzles this program knows. A
// new kind is its folder, a format file and a line here; CONTRIBUTING.md says
// which lists of tests and pages name it besides.
package kinds

import (
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/mapf"
	"github.com/gridmill/gridmill/solver/sokoban"
	"github.com/gridmill/gridmill/solver/solitaire"
)

// All returns every kind, in the order lists show them. Each call makes kinds
// of its own, which share no search memory with those of other calls.
func All() solver.Kinds {
	return solver.Kinds{sokoban.New(), mapf.New(), solitaire.New()}
}
