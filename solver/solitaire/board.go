package solitaire

import (
	"math/bits"

	"github.com/gridmill/gridmill/solver/grid"
)

const (
	// stride is the distance of two rows in a bitboard, whatever the board.
	stride = 8
	// maxMoves is how many moves a placement has at most: every piece goes one
	// way in each direction, to the next cell or over it.
	maxMoves = 4 * maxPieces

	leftColumn  = 0x0101010101010101
	rightColumn = leftColumn << (stride - 1)
)

// bit returns the bit of a cell in a bitboard.
func bit(c grid.Cell) uint64 { return 1 << (c.Row*stride + c.Col) }

// cell returns the cell of a bitboard's only bit.
func cell(one uint64) grid.Cell {
	i := bits.TrailingZeros64(one)
	return grid.Cell{Row: i / stride, Col: i % stride}
}

// boardCells returns the bits of all cells of a board.
func boardCells(rows, cols int) uint64 {
	var all uint64
	for row := range rows {
		all |= (1<<cols - 1) << (row * stride)
	}
	return all
}

// board is the graph of placements, for bfs: a state is the bitboard of the
// pieces.
type board struct {
	cells uint64
	moves [maxMoves]uint64
}

// Neighbours passes the placements one move from pieces to yield. Each
// direction is done for all pieces at once: a shift moves every piece to the
// next cell, and those that land on a piece are shifted once more to jump it.
func (b *board) Neighbours(pieces uint64, yield func([]uint64) bool) {
	free := b.cells &^ pieces
	moves := b.moves[:0]
	next := pieces >> stride // up
	moves = add(moves, pieces, next&free, stride)
	moves = add(moves, pieces, (next&pieces)>>stride&free, 2*stride)
	next = pieces &^ leftColumn >> 1
	moves = add(moves, pieces, next&free, 1)
	moves = add(moves, pieces, (next&pieces)&^leftColumn>>1&free, 2)
	next = pieces &^ rightColumn << 1
	moves = add(moves, pieces, next&free, -1)
	moves = add(moves, pieces, (next&pieces)&^rightColumn<<1&free, -2)
	next = pieces << stride // down
	moves = add(moves, pieces, next&free, -stride)
	moves = add(moves, pieces, (next&pieces)<<stride&free, -2*stride)
	yield(moves)
}

// add appends to moves what pieces become when a piece arrives at one of the
// cells in to from back bits higher up.
func add(moves []uint64, pieces, to uint64, back int) []uint64 {
	for ; to != 0; to &= to - 1 {
		arrival := to & -to
		moves = append(moves, pieces^arrival^bits.RotateLeft64(arrival, back))
	}
	return moves
}

// plan writes a path of placements as moves: r4c4>r4c5, parted by spaces.
func plan(path []uint64) string {
	var text []byte
	for i, to := range path[1:] {
		from := path[i]
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(text, cell(from&^to).String()...)
		text = append(text, '>')
		text = append(text, cell(to&^from).String()...)
	}
	return string(text)
}
