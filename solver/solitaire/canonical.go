package solitaire

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

// frame is what a transform says: the board, the symmetry that led to the
// canonical form, and whether the start and the end were exchanged besides.
type frame struct {
	rows, cols int
	symmetry   grid.Symmetry
	exchanged  bool
}

// pack writes f into a transform.
func (f frame) pack() solver.Transform {
	t := solver.Transform{byte(f.rows), byte(f.cols), byte(f.symmetry)}
	if f.exchanged {
		t[3] = 1
	}
	return t
}

// unpack reads what pack wrote.
func unpack(t solver.Transform) frame {
	return frame{int(t[0]), int(t[1]), grid.Symmetry(t[2]), t[3] != 0}
}

// Canonical appends the least of the lines that the symmetries of the board and
// the exchange of start and end make of form. It allocates nothing but room in
// dst.
func (*Kind) Canonical(dst []byte, form string) ([]byte, solver.Transform, error) {
	p, err := parse(form)
	if err != nil {
		return nil, solver.Transform{}, err
	}
	symmetries := grid.Symmetry(grid.Oblong)
	if p.rows == p.cols {
		symmetries = grid.Symmetries
	}
	// With the first cell as the highest bit, the placement whose line is less
	// is the greater number: the first cell that only one of two has decides.
	start, end := bits.Reverse64(p.start), bits.Reverse64(p.end)
	var first, second uint64
	var f frame
	for s := range symmetries {
		a, b := turn(start, s, p.rows, p.cols), turn(end, s, p.rows, p.cols)
		exchanged := a < b
		if exchanged {
			a, b = b, a
		}
		if a > first || a == first && b > second {
			first, second = a, b
			f = frame{p.rows, p.cols, s, exchanged}
		}
	}
	dst = append(dst, byte('0'+p.rows), 'x', byte('0'+p.cols))
	dst = appendPieces(dst, first)
	dst = append(dst, " >"...)
	dst = appendPieces(dst, second)
	return dst, f.pack(), nil
}

// turn applies a symmetry to the pieces on a board, the first cell as the
// highest bit; across the diagonal only if the board is square.
func turn(pieces uint64, s grid.Symmetry, rows, cols int) uint64 {
	const flipRows, flipCols, acrossDiagonal = 1, 2, 4 // bits of a symmetry
	if s&flipRows != 0 {
		pieces = bits.ReverseBytes64(pieces) << (stride * (maxSide - rows))
	}
	if s&flipCols != 0 { // rows are bytes: change places of their halves, of quarters and of bits
		pieces = pieces>>4&0x0F0F0F0F0F0F0F0F | pieces&0x0F0F0F0F0F0F0F0F<<4
		pieces = pieces>>2&0x3333333333333333 | pieces&0x3333333333333333<<2
		pieces = pieces>>1&0x5555555555555555 | pieces&0x5555555555555555<<1
		pieces <<= maxSide - cols
	}
	if s&acrossDiagonal != 0 { // the same in squares of 8, 4 and 2 cells (Warren, Hacker's Delight, 7-3)
		x := (pieces ^ pieces>>28) & 0x00000000F0F0F0F0
		pieces ^= x ^ x<<28
		x = (pieces ^ pieces>>14) & 0x0000CCCC0000CCCC
		pieces ^= x ^ x<<14
		x = (pieces ^ pieces>>7) & 0x00AA00AA00AA00AA
		pieces ^= x ^ x<<7
	}
	return pieces
}

// appendPieces writes the cells of pieces, the first cell as the highest bit,
// row by row with a blank before each.
func appendPieces(dst []byte, pieces uint64) []byte {
	for pieces != 0 {
		i := bits.LeadingZeros64(pieces)
		pieces &^= 1 << (63 - i)
		dst = append(dst, ' ', 'r', byte('1'+i/stride), 'c', byte('1'+i%stride))
	}
	return dst
}

// KeyOptions returns the move limit in the words of the user, 0 for none.
func (*Kind) KeyOptions(opts solver.Options) string {
	limit := opts.MaxMoves
	switch {
	case limit == 0:
		limit = solver.DefaultMaxMoves
	case limit < 0:
		limit = 0
	}
	return "max-moves=" + strconv.Itoa(limit)
}

// Restore maps a plan of the canonical form back. The error names a move that
// is none on the board.
func (*Kind) Restore(t solver.Transform, plan string) (string, error) {
	f := unpack(t)
	f.symmetry = f.symmetry.Inverse()
	return f.plan(plan)
}

// Carry maps a plan to the canonical form. The error names a move that is none
// on the board.
func (*Kind) Carry(t solver.Transform, plan string) (string, error) {
	return unpack(t).plan(plan)
}

// plan returns what a plan becomes: every cell is turned, and if start and end
// are exchanged each move is made backwards, the last one first.
func (f frame) plan(plan string) (string, error) {
	const size = len("r4c4>r4c5")
	turned := []byte(plan) // the blanks stay
	for i, more := 0, plan != ""; more; i++ {
		var move string
		move, plan, more = strings.Cut(plan, " ")
		left, right, _ := strings.Cut(move, ">")
		from, okFrom := shortCell(left)
		to, okTo := shortCell(right)
		if !okFrom || !okTo || !from.In(f.rows, f.cols) || !to.In(f.rows, f.cols) {
			return "", fmt.Errorf("turn plan: move %d: %q is not a move such as r4c4>r4c5 on a board of %dx%d", i+1, move, f.rows, f.cols)
		}
		from, to = f.symmetry.Cell(from, f.rows, f.cols), f.symmetry.Cell(to, f.rows, f.cols)
		at := i * (size + 1)
		if f.exchanged {
			from, to = to, from
			at = len(turned) - at - size
		}
		copy(turned[at:], []byte{
			'r', byte('1' + from.Row), 'c', byte('1' + from.Col), '>',
			'r', byte('1' + to.Row), 'c', byte('1' + to.Col),
		})
	}
	return string(turned), nil
}
