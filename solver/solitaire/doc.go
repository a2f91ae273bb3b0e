// Package solitaire is the kind of equal pieces on a board: from one placement
// to another in the fewest moves, where a move takes one piece to a free
// neighbouring cell, or over one neighbouring piece to the free cell right
// behind it, and the piece jumped over stays. HDU 1401 "Solitaire" is the case
// of four pieces on 8×8 and at most eight moves.
//
// # Form
//
// The one-line form is the size of the board and two placements:
//
//	8x8 r4c4 r4c5 r5c4 r6c5 > r2c4 r3c3 r3c6 r4c6
//
// A board has up to eight rows and columns, and one to eight pieces, as many
// in the end as in the start and in any order.
//
// # The canonical form
//
// Guises of a puzzle share one line, the least in the order of bytes among
// these, each placement row by row:
//
//   - The eight symmetries of a square board, or the four that keep an oblong
//     one as it is: the rules know no direction, and cells turn one by one.
//   - Start and end exchanged: a move taken back is a move, so a plan becomes
//     its moves backwards, the last first, and costs the same.
//   - The pieces in any order: they are equal.
//
// A puzzle moved on its board is another one, since the rim bars other moves.
// The move limit changes answers and not the puzzle: it is an option of the key.
//
// # Search
//
// A state is the bitboard of the pieces, one bit a cell with rows eight bits
// apart, so that equal pieces make equal states by themselves. A move can be
// taken back by a move: a step by the step back, a jump by the jump back over
// the same piece, which has stayed. So the graph is undirected with edges of
// cost one, and the two-way search of package bfs is exact, as its doc.go
// proves: breadth-first from both ends, whole layers, the smaller frontier
// first. The move limit is its depth limit. With a limit of eight at most
// seven layers are kept, since the states of the eighth are only looked up.
//
// A bound for the worst case without a limit is all placements, which 64 cells
// have 635 376 of for four pieces and 4.4 thousand million of for eight; the
// budget ends that.
//
// # Cost
//
// A piece has up to four ways to go. Four pieces have about 15 moves, and four
// layers hold some thousand placements: with the limit of eight a search that
// fails takes a few hundred microseconds.
package solitaire
