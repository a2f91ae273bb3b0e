package solitaire

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

// Places of a transform.
const (
	atSymmetry = iota // leads from the puzzle to its canonical form
	atReversed        // 1: start and end are exchanged
	atRows
	atCols
)

// KeyOptions names the move limit, 0 for none.
func (*Kind) KeyOptions(opts solver.Options) string {
	switch {
	case opts.MaxMoves == 0:
		return "max-moves=" + strconv.Itoa(solver.DefaultMaxMoves)
	case opts.MaxMoves < 0:
		return "max-moves=0"
	default:
		return "max-moves=" + strconv.Itoa(opts.MaxMoves)
	}
}

// Canonical writes the least line of all symmetries of the board and both ways
// through time, the cells of each placement row by row.
func (*Kind) Canonical(dst []byte, form string) ([]byte, solver.Transform, error) {
	p, err := parse(form)
	if err != nil {
		return nil, solver.Transform{}, err
	}
	symmetries := grid.Symmetry(grid.Oblong)
	if p.rows == p.cols {
		symmetries = grid.Symmetries
	}
	best := [2]uint64{p.start, p.end}
	var t solver.Transform
	t[atRows], t[atCols] = byte(p.rows), byte(p.cols)
	for s := range symmetries {
		start, end := p.turn(p.start, s), p.turn(p.end, s)
		for reversed, pair := range [2][2]uint64{{start, end}, {end, start}} {
			if less(pair, best) {
				best = pair
				t[atSymmetry], t[atReversed] = byte(s), byte(reversed)
			}
		}
	}
	dst = strconv.AppendInt(dst, int64(p.rows), 10)
	dst = strconv.AppendInt(append(dst, 'x'), int64(p.cols), 10)
	dst = appendPlacement(dst, best[0])
	dst = append(dst, " >"...)
	return appendPlacement(dst, best[1]), t, nil
}

// turn returns the pieces after s.
func (p *puzzle) turn(pieces uint64, s grid.Symmetry) (turned uint64) {
	for ; pieces != 0; pieces &= pieces - 1 {
		turned |= bit(s.Cell(cell(pieces&-pieces), p.rows, p.cols))
	}
	return turned
}

// less reports whether the line of a comes before that of b. Both have as many
// pieces, so the first cell that only one of them has decides.
func less(a, b [2]uint64) bool {
	for i := range a {
		if differ := a[i] ^ b[i]; differ != 0 {
			return a[i]&(differ&-differ) != 0
		}
	}
	return false
}

func appendPlacement(dst []byte, pieces uint64) []byte {
	for ; pieces != 0; pieces &= pieces - 1 {
		i := bits.TrailingZeros64(pieces)
		dst = append(dst, ' ', 'r', byte('1'+i/stride), 'c', byte('1'+i%stride)) // a side has one digit
	}
	return dst
}

// Restore maps the moves of a plan from the canonical form to the puzzle.
func (*Kind) Restore(t solver.Transform, plan string) (string, error) {
	return mapPlan(t, grid.Symmetry(t[atSymmetry]).Inverse(), plan)
}

// Carry maps the moves of a plan from the puzzle to the canonical form.
func (*Kind) Carry(t solver.Transform, plan string) (string, error) {
	return mapPlan(t, grid.Symmetry(t[atSymmetry]), plan)
}

// mapPlan turns every move by s, and makes them backwards, the last first,
// where time is reversed.
func mapPlan(t solver.Transform, s grid.Symmetry, plan string) (string, error) {
	if plan == "" {
		return "", nil
	}
	moves := strings.Split(plan, " ")
	for i, move := range moves {
		first, second, ok := strings.Cut(move, ">")
		from, errFrom := grid.ParseCell(first)
		to, errTo := grid.ParseCell(second)
		rows, cols := int(t[atRows]), int(t[atCols])
		if !ok || errFrom != nil || errTo != nil || !from.In(rows, cols) || !to.In(rows, cols) {
			return "", fmt.Errorf("move %d of the plan, %q, is not one such as r4c4>r4c5 on a board of %dx%d", i+1, move, rows, cols)
		}
		if t[atReversed] == 1 {
			from, to = to, from
		}
		text := s.Cell(from, rows, cols).Append(make([]byte, 0, len("r1c1>r1c1")))
		moves[i] = string(s.Cell(to, rows, cols).Append(append(text, '>')))
	}
	if t[atReversed] == 1 {
		slices.Reverse(moves)
	}
	return strings.Join(moves, " "), nil
}
