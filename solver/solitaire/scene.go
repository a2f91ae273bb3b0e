package solitaire

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

// Scene draws the pieces of the first placement, and the second as targets.
func (*Kind) Scene(form, plan string) (solver.Scene, error) {
	p, err := parse(form)
	if err != nil {
		return solver.Scene{}, err
	}
	s := solver.Scene{Rows: p.rows, Cols: p.cols, Ground: make([]solver.Ground, p.rows*p.cols)}
	for i := range s.Ground {
		s.Ground[i] = solver.Floor
	}
	place := func(cells uint64) int {
		i := bits.TrailingZeros64(cells)
		return i/stride*s.Cols + i%stride
	}
	for rest := p.end; rest != 0; rest &= rest - 1 {
		s.Targets = append(s.Targets, solver.Target{At: place(rest), Sign: '.', For: solver.Anyone})
	}
	pieceAt := map[int]int{}
	for rest := p.start; rest != 0; rest &= rest - 1 {
		pieceAt[place(rest)] = len(s.Movers)
		s.Movers = append(s.Movers, solver.Mover{Role: "piece", Shape: solver.Disc, At: place(rest), Sign: 'o', Arrived: '*'})
	}
	for n, word := range strings.Fields(plan) {
		left, right, _ := strings.Cut(word, ">")
		from, errFrom := grid.ParseCell(left)
		to, errTo := grid.ParseCell(right)
		piece, ok := pieceAt[from.Row*s.Cols+from.Col]
		if errFrom != nil || errTo != nil || !ok || !from.In(s.Rows, s.Cols) || !to.In(s.Rows, s.Cols) {
			return s, fmt.Errorf("move %d: %q takes no piece from one cell to another", n+1, word)
		}
		delete(pieceAt, from.Row*s.Cols+from.Col)
		at := to.Row*s.Cols + to.Col
		pieceAt[at] = piece
		s.Steps = append(s.Steps, []solver.Move{{Mover: piece, To: at}})
	}
	return s, nil
}
