package sokoban

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

// lost is the canonical form of every puzzle that has a box off its target, or
// a bare target, where the player can never come.
const lost = "######|#@#$.#|######"

// turn is where a transform keeps the symmetry that led to the canonical form.
// The rest of it is zero.
const turn = 0

// reader is the memory that reads a form and does not search.
type reader struct {
	board board
	small small
}

func (k *kind) Canonical(dst []byte, form string) ([]byte, solver.Transform, error) {
	r := k.readers.Get().(*reader)
	defer k.readers.Put(r)
	var s grid.Symmetry
	if r.small.read(form) {
		dst, s = r.small.canonical(dst)
	} else {
		if err := r.board.read(form); err != nil {
			return nil, solver.Transform{}, err
		}
		dst, s = r.board.canonical(dst)
	}
	return dst, solver.Transform{turn: byte(s)}, nil
}

// canonical appends the canonical form of b and returns the symmetry that leads
// there. After that b is no longer ready for a search.
func (b *board) canonical(dst []byte) ([]byte, grid.Symmetry) {
	if b.cut {
		return append(dst, lost...), 0
	}
	b.crop()
	s := grid.Symmetry(bits.TrailingZeros8(grid.Least(b.cells, b.rows, b.cols)))
	dst = s.Append(dst, b.cells, b.rows, b.cols)
	if len(b.boxes) == 0 {
		rows, cols := s.Size(b.rows, b.cols)
		dst = appendIdleBox(dst, rows, cols)
	}
	return dst, s
}

// appendIdleBox gives the board at the end of dst, of rows × cols, the box that
// a board must have: on its target and below the wall, where nobody comes.
func appendIdleBox(dst []byte, rows, cols int) []byte {
	if rows+2 > maxSide {
		dst[len(dst)-1] = '*' // the corner is as good, and the board can grow no more
		return dst
	}
	dst = append(dst, grid.RowSeparator[0], grid.Wall, '*')
	for range cols - 2 {
		dst = append(dst, grid.Wall)
	}
	dst = append(dst, grid.RowSeparator[0])
	for range cols {
		dst = append(dst, grid.Wall)
	}
	return dst
}

// KeyOptions names the objective, unless it is the usual one.
func (k *kind) KeyOptions(opts solver.Options) string {
	if opts.Objective == solver.ObjectivePushes {
		return "objective=" + solver.ObjectivePushes
	}
	return ""
}

func (k *kind) Restore(t solver.Transform, plan string) (string, error) {
	return turnPlan(grid.Symmetry(t[turn]).Inverse(), plan)
}

func (k *kind) Carry(t solver.Transform, plan string) (string, error) {
	return turnPlan(grid.Symmetry(t[turn]), plan)
}

// turnPlan returns what plan becomes when the board is turned by s.
func turnPlan(s grid.Symmetry, plan string) (string, error) {
	turned := make([]byte, len(plan))
	for i := range len(plan) {
		letters := walkLetters
		d := strings.IndexByte(letters, plan[i])
		if d < 0 {
			letters = pushLetters
			d = strings.IndexByte(letters, plan[i])
		}
		if d < 0 {
			return "", fmt.Errorf("turn plan: %q at letter %d is no letter of a plan; write l, u, r, d to walk and L, U, R, D to push", plan[i:i+1], i+1)
		}
		turned[i] = letters[s.Direction(d)]
	}
	return string(turned), nil
}
