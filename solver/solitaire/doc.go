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
// # Two-way search
//
// A state is the bitboard of the pieces, one bit a cell with rows eight bits
// apart, so that equal pieces make equal states by themselves. A move can be
// taken back by a move: a step by the step back, a jump by the jump back over
// the same piece, which has stayed. So the graph is undirected with edges of
// cost one, and the two-way search of package bfs is exact, as its doc.go
// proves: breadth-first from both ends, whole layers, the smaller frontier
// first. The move limit is its depth limit. With a limit of eight at most
// seven layers are kept, since the states of the eighth are only looked up. A
// search that fails takes a few hundred microseconds.
//
// # Auto: what is known without a search
//
// Send every piece to a place of the end of its own, and call the sum of the
// steps from here to there, as if the pieces were alone, the steps of the
// sending. Let M be the least steps of all sendings.
//
// Upper bound: M steps always suffice, without any jump. Take a best sending in
// which a piece that stands on a place of the end is sent to that very place;
// there is one, because when piece p stands on the place of piece q, they can
// exchange places, and both together have no longer way than before (the
// triangle inequality). Take a piece that is not home, and a shortest way to
// its place, which nobody occupies. The last piece on that way makes the next
// step of it, and the two exchange places: what one has left of the way and
// what it takes to get there add up as before. The sum has become one less, and
// so on until it is zero. route.walk does just this. It follows that without a
// limit every puzzle has an answer, whatever the board.
//
// Lower bound: take a plan of n moves. It moves each piece somewhere, so it has
// a sending; let S be its steps. As the plan goes on, the steps that are left
// change by one with each step and by two, or not at all, with each jump. Call
// a move useful when it shortens what is left of its piece's way by its whole
// length. Give every useless step, and every jump that leaves as much as there
// was, one waste, and a jump that leads away two wastes. With w wastes in all,
//
//	2n - S = steps + 2w,    useful jumps = S - n + 2w - (wasteful jumps)
//
// where a jump that leads away counts once among the wasteful jumps. So a plan
// of fewer than S moves has a useful jump, and with n moves for sale:
//
//   - Before the first jump and after the last one there are at least as many
//     steps as bring the nearest two pieces together, a and b. Hence
//     S + a + b + 2w <= 2n.
//   - A piece whose place is d rows and e columns away makes d/2 + e/2 useful
//     jumps, rounded down, if it wastes nothing. A wasted step makes one of the
//     numbers larger by one, which is worth one useful jump at most, but two
//     are needed to make up for it; a jump that leaves as much is worth none
//     and needs one; a jump that leads away is worth one and needs three. With
//     J the sum of d/2 + e/2 over the pieces that leaves S - J + w <= n, and
//     S - J is the sum of the same halves rounded up: the moves of pieces that
//     could always jump.
//   - Without waste a piece never leaves the rectangle between where it is and
//     where it is sent. It jumps along a row or a column only over a cell of
//     that rectangle that has cells of it on both sides in line, and only if
//     the rectangle of another piece has the cell too. Rows or columns without
//     such a cell do not count towards J, and pairs without one do not count
//     when the steps before the first and after the last jump are counted.
//   - With one waste one piece may leave its rectangle by one cell, and all
//     others may not. The waste helps to one more useful jump only if one of
//     the numbers d and e is odd: if both are even, a wasted step makes an odd
//     number of them, and a wasted jump takes a useful step that parts it from
//     the row or the column where the number would be even. So with one waste
//     n >= S - J + 1, and n >= S - J + 2 if that piece's numbers are even.
//
// A placement cannot reach the end in n < M moves if no sending passes these
// tests with no waste, with one, or (the first two tests only) with two.
//
// # Auto: the search
//
// The tests are made with n = the limit first, which settles most random
// pairs, and then downwards from M to the least n they allow. If that is M, the
// steps alone are the answer. Else n grows from there, and for each n a search
// from both ends, whole layers, the smaller frontier first, looks for a plan of
// exactly n moves, which must have a jump as long as n < M. A placement that is
// g moves from its end is left out if the tests refute the rest of n - g moves
// to the other end. When nothing is found up to M - 1, steps alone are best.
//
// Nothing is lost by what is left out: on a plan of n moves, where none is
// shorter, the placement after g moves is g moves away from the start, since
// else there would be a shorter plan, and n - g from the end, which no test
// refutes. So every layer holds its placement of the plan, from both sides, and
// the layers g of one side and n - g of the other have it in common. Nor does
// it matter in what order placements are reached, for a layer is whole before
// the next begins. That no plan is shorter is what the smaller n have shown,
// and for the least n the tests. Therefore also:
//
//   - A placement g moves from its end from which steps alone lead to the other
//     one in n - g moves completes a plan of n moves, and the search ends.
//   - A sending that a placement's tests refute with w wastes is not tried with
//     w wastes after a useful move, nor with fewer after a wasted one: the plan
//     through both placements has the same sending, and its wastes add up.
//
// # Auto: cost
//
// For up to four pieces all 24 sendings are added up at once: four numbers in a
// word, a number being the steps and the rounded halves of d and e; six words
// hold all sums, and a sum and a compare of them judge a placement (type quad).
// A move changes one row of the sums. Only the few sendings that pass are tried
// with rectangles, which are masks of cells. Missing pieces are made up, each
// with a made-up place of its own that is far from everything else. So for four
// pieces on 8×8 a random pair takes about a fifth of a microsecond if the tests
// refute it, a refused move some ten nanoseconds, and a placement that is kept
// less than a microsecond; a pair at the limit of eight moves keeps ten.
//
// For more than four pieces only the first test is made, with the best sending
// by the Hungarian method, and the parities of rows and columns, which a jump
// leaves as they are: steps are at least the difference of the number of pieces
// in odd rows and that of those in odd columns.
//
// Placements are found by a hash table whose slots carry the number of the
// search, so that nothing is cleared between searches. 64 cells have 635 376
// placements of four pieces and 4.4 thousand million of eight; the budget ends
// a search that grows too large. Room for placements doubles as the search
// alone demands, whatever memory an earlier one left behind, so that a limit of
// states or bytes ends the same search at the same place every time.
package solitaire
