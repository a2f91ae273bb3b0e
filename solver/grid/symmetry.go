package grid

// Symmetry is one of the eight ways to turn and mirror a board: it mirrors top
// and bottom (bit 0), then left and right (bit 1), then the main diagonal
// (bit 2). The zero value leaves a board as it is.
type Symmetry uint8

const (
	// Symmetries is how many symmetries a square has; they count from 0.
	Symmetries = 8
	// Oblong is how many of them, the first ones, keep an oblong board's shape.
	Oblong = 4

	flipRows  Symmetry = 1
	flipCols  Symmetry = 2
	transpose Symmetry = 4
)

// Inverse returns the symmetry that undoes s.
func (s Symmetry) Inverse() Symmetry {
	if s&transpose == 0 {
		return s
	}
	return s&transpose | s&flipRows<<1 | s&flipCols>>1 // across the diagonal rows are columns
}

// Size returns the size of a board of rows × cols after s.
func (s Symmetry) Size(rows, cols int) (int, int) {
	if s&transpose != 0 {
		return cols, rows
	}
	return rows, cols
}

// Cell returns where s takes c on a board of rows × cols.
func (s Symmetry) Cell(c Cell, rows, cols int) Cell {
	if s&flipRows != 0 {
		c.Row = rows - 1 - c.Row
	}
	if s&flipCols != 0 {
		c.Col = cols - 1 - c.Col
	}
	if s&transpose != 0 {
		c.Row, c.Col = c.Col, c.Row
	}
	return c
}

// Direction returns which of Steps a step in direction d becomes.
func (s Symmetry) Direction(d int) int {
	const up, left, right, down = 0, 1, 2, 3
	if s&flipRows != 0 && (d == up || d == down) || s&flipCols != 0 && (d == left || d == right) {
		d = 3 - d
	}
	if s&transpose != 0 {
		d = [4]int{up: left, left: up, right: down, down: right}[d]
	}
	return d
}

// view reads the cells of a board, stored row by row, as they stand after a
// symmetry: row r and column c of it are at origin + r*down + c*right.
type view struct{ rows, cols, origin, down, right int }

func (s Symmetry) view(rows, cols int) view {
	v := view{rows: rows, cols: cols, down: cols, right: 1}
	if s&flipRows != 0 {
		v.origin, v.down = v.origin+(rows-1)*cols, -v.down
	}
	if s&flipCols != 0 {
		v.origin, v.right = v.origin+cols-1, -v.right
	}
	if s&transpose != 0 {
		v.rows, v.cols, v.down, v.right = v.cols, v.rows, v.right, v.down
	}
	return v
}

// Append writes board, rows × cols cells stored row by row, to dst in one-line
// form as it stands after s.
func (s Symmetry) Append(dst, board []byte, rows, cols int) []byte {
	v := s.view(rows, cols)
	for r := range v.rows {
		if r > 0 {
			dst = append(dst, RowSeparator...)
		}
		at := v.origin + r*v.down
		for range v.cols {
			dst = append(dst, board[at])
			at += v.right
		}
	}
	return dst
}

// Least returns the symmetries under which the one-line form of board, rows ×
// cols cells stored row by row, is least as text: those of the bits that are
// set. There are several where the board is symmetric itself.
func Least(board []byte, rows, cols int) (set uint8) {
	best := Symmetry(0).view(rows, cols)
	set = 1
	for s := Symmetry(1); s < Symmetries; s++ {
		v := s.view(rows, cols)
		switch order := compare(board, v, best); {
		case order < 0:
			best, set = v, 1<<s
		case order == 0:
			set |= 1 << s
		}
	}
	return set
}

// compare orders two views of one board as their one-line forms are ordered.
func compare(board []byte, a, b view) int {
	for r := range min(a.rows, b.rows) {
		at, bt := a.origin+r*a.down, b.origin+r*b.down
		for range min(a.cols, b.cols) {
			if x, y := board[at], board[bt]; x != y {
				return int(x) - int(y)
			}
			at += a.right
			bt += b.right
		}
		if a.cols != b.cols { // the separator follows every cell in the order of bytes
			return b.cols - a.cols
		}
	}
	return 0
}
