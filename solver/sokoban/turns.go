package sokoban

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver/grid"
)

// canonical appends the canonical form of the board that s has read and returns
// the symmetry that leads there. A wide board comes before a tall one, since
// the form of the tall one goes on, after a shorter row of walls, with a
// separator, and a wall is the lesser character.
func (s *small) canonical(dst []byte) ([]byte, grid.Symmetry) {
	if s.cut {
		return append(dst, lost...), 0
	}
	upright, across := &s.faces[0], &s.faces[1]
	turns := uint8(1<<grid.Oblong - 1)
	if upright.rows >= upright.cols {
		across.transpose(upright)
		if upright.rows == upright.cols {
			turns |= turns << grid.Oblong
		} else {
			turns <<= grid.Oblong
		}
	}
	for _, p := range s.things {
		upright.lines[p.row].put(p.col, p.ch)
		across.lines[p.col].put(p.row, p.ch)
	}
	symmetry := s.least(turns)
	f, back, mirror := s.turn(symmetry)
	head := len(dst)
	dst = f.append(dst, back, mirror)
	for _, p := range s.things {
		c := symmetry.Cell(grid.Cell{Row: int(p.row), Col: int(p.col)}, upright.rows, upright.cols)
		dst[head+c.Row*(f.cols+1)+c.Col] = p.ch
	}
	if s.boxes == 0 {
		dst = appendIdleBox(dst, f.rows, f.cols)
	}
	return dst, symmetry
}

// turn returns which face shows the board after a symmetry, and how to read it:
// from the last row back, and each row mirrored.
func (s *small) turn(y grid.Symmetry) (f *face, back, mirror bool) {
	const flipRows, flipCols = 1, 2 // bits of a symmetry
	if y < grid.Oblong {
		return &s.faces[0], y&flipRows != 0, y&flipCols != 0
	}
	return &s.faces[1], y&flipCols != 0, y&flipRows != 0 // what was a column is a row
}

// least returns the first of the symmetries that give the least text, of those
// in the set turns, which give the board one shape. Row by row, those go whose
// row is not the least; the first row and the last are walls.
func (s *small) least(turns uint8) grid.Symmetry {
	for i := 1; turns&(turns-1) != 0; i++ {
		var best line
		var still uint8
		for rest := turns; rest != 0; rest &= rest - 1 {
			y := grid.Symmetry(bits.TrailingZeros8(rest))
			f, back, mirror := s.turn(y)
			if i == f.rows-1 {
				return y // the board is symmetric
			}
			l := f.line(i, back, mirror)
			switch {
			case still == 0 || l.less(best):
				best, still = l, 1<<y
			case l == best:
				still |= 1 << y
			}
		}
		turns = still
	}
	return grid.Symmetry(bits.TrailingZeros8(turns))
}
