package solitaire

const (
	cells = maxSide * stride
	// lone is how far a piece is said to be from others when there are none.
	lone = 1<<7 - 1
)

// geometry holds the tables of the search, which say how cells lie to one
// another. It is made once for a kind, for the largest board: rows are stride
// apart on every board, and the search leaves out what a smaller one lacks.
type geometry struct {
	// far is how far one cell is from another: the steps times farUnit, and the
	// moves if every step that can be is doubled.
	far [cells][cells]uint16
	// step is the neighbours of a cell, and over those that may be jumped,
	// because the cell behind them lies on the largest board.
	step, over [cells]uint64
	// rows and columns are what lies between two rows or two columns, both
	// included, by spanOf.
	rows, columns [maxSide * maxSide]span
	none          span // nothing
}

const (
	farUnit  = 1 << 8
	farMoves = farUnit - 1
)

// span is some rows or columns of a board that lie side by side.
type span struct {
	all, inner, wider uint64 // all of them, without the two at the rims, and with one more on both sides
	jumps             int    // how many jumps lead at most from rim to rim
	even              int    // 1 if they lead there without a step, or else 0
}

func spanOf(a, b uint8) uint8 { return a*maxSide + b }

func newGeometry() *geometry {
	g := new(geometry)
	for a := range cells {
		for b := range cells {
			dy, dx := b/stride-a/stride, b%stride-a%stride
			g.far[a][b] = uint16((abs(dy)+abs(dx))*farUnit + (abs(dy)+1)/2 + (abs(dx)+1)/2)
			if abs(dy)+abs(dx) == 1 {
				g.step[a] |= 1 << b
				if y, x := b/stride+dy, b%stride+dx; y >= 0 && y < maxSide && x >= 0 && x < maxSide {
					g.over[a] |= 1 << b
				}
			}
		}
	}
	for a := range maxSide {
		for b := range maxSide {
			low, high := min(a, b), max(a, b)
			row := func(i int) uint64 { return 0xFF << (i * stride) }
			column := func(i int) uint64 { return leftColumn << i }
			g.rows[spanOf(uint8(a), uint8(b))] = newSpan(low, high, row)
			g.columns[spanOf(uint8(a), uint8(b))] = newSpan(low, high, column)
		}
	}
	return g
}

// newSpan makes the span of the lines from low to high.
func newSpan(low, high int, line func(int) uint64) span {
	s := span{jumps: (high - low) / 2, even: 1 - (high-low)&1}
	for i := max(low-1, 0); i <= min(high+1, maxSide-1); i++ {
		s.wider |= line(i)
		if low <= i && i <= high {
			s.all |= line(i)
		}
		if low < i && i < high {
			s.inner |= line(i)
		}
	}
	return s
}

func abs(n int) int { return max(n, -n) }
