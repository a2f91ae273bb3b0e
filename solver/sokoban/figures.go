package sokoban

import (
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/sokoban/replay"
)

// Figures counts box changes and box lines; see replay.Figures.
func (k *kind) Figures(plan string) solver.Figures {
	changes, lines := replay.Figures(plan)
	return solver.Figures{{Name: "box_changes", Value: changes}, {Name: "box_lines", Value: lines}}
}
