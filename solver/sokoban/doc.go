// Package sokoban is the kind sokoban: a player on a grid pushes boxes onto
// targets, one at a time and never pulling. A cost is pushes first and total
// moves second, walks and pushes together, and the least cost is proved. The task
// POJ 1475 is the case of one box, which has algorithms of its own; this page is
// about them. Boards where the player can reach several boxes are answered by
// package boxes, or plainly by the named algorithms as told at the end.
//
// # The board
//
// The one-line form holds XSB characters, rows joined by a bar. Only the cells
// that the player can enter if the box were not there matter: a box that he
// pushes is next to him, so it never leaves them either. Those cells must be
// closed in by walls; all others, boxes and targets among them, are turned into
// walls. What is left never touches the rim, so that a neighbour of a cell is
// one addition away and needs no other check than the wall.
//
// Boards are settled without a search when all boxes that the player can reach
// are on targets, or when a box off its target or a bare target is out of his
// reach.
//
// # The canonical form
//
// Guises of a puzzle share one line, the least in the order of bytes of what
// the eight symmetries make of the cells in reach and one ring of walls:
//
//   - Turned and mirrored, since the rules know no direction; a plan turns
//     letter by letter. The form of a wide board comes before that of a tall one.
//   - Moved, in more rock, with other blanks, or changed out of reach: neither
//     the player nor a box in reach ever comes there.
//   - With boxes on their targets out of reach, which stay there and are right.
//     Where no other box is left, the form must have one: it stands on a target
//     below the wall, in two rows added, or in the last corner of a board that
//     has no room for them.
//
// A box off its target out of reach, or a bare target there, stays wrong for
// ever; all such puzzles are one fixed form, which has no plan.
//
// Other puzzles have other forms: with the player a step away, where moves
// differ and pushes do not; with boxes and targets exchanged, since a push is no
// pull; with a dead end filled, where the player may have turned round.
//
// A board of up to 64 rows and columns is read by words: eight characters at a
// time become bits, one word a row, and reach spreads in whole rows, down and up
// the board, until a pass finds nothing new. Scattered walls take two or three
// passes. The symmetries are told apart row by row, and most after one row. What
// is not such a board, or is not valid, takes the way that a search takes.
//
// # double-bfs
//
// While the player walks, the box rests, so a plan is a chain of pushes with
// walks between them. A state is a box cell and the side the player stands on,
// at most 4n for n cells. The search is breadth-first over states, one layer a
// push; an inner breadth-first search around the box measures the walks from a
// state to the sides it can push from, and ends when the last is reached.
//
// Exactness rests on these invariants:
//
//   - A state of layer k needs k pushes and no fewer. A plan of least cost
//     leads to each of its states by the fewest pushes, for a shorter way to
//     the same state would shorten the plan; so a state met again in a later
//     layer is dropped.
//   - When a layer is expanded, the moves of its states are the least that its
//     pushes allow. Moves count only among equal pushes, so a state reached
//     again while its layer is being filled keeps the better moves together
//     with the parent they came from, and no state is expanded and no answer
//     given before the layer is full.
//   - The first layer holds the sides the player can walk to from where he
//     begins, and no others. Its states carry a mark in place of a parent: the
//     way back ends there and not where the box is back on its first cell,
//     which a best plan may cross again to be pushed from a side that was out
//     of reach before.
//
// A push is measured only if it can matter: the cell behind the box is free,
// and the state there is new, or in the layer being filled and not yet as good
// as the least a walk between two sides takes (0, 2 or 4 moves) would make it.
//
// The inner search is O(n), so the whole is O(n²) time at worst, and O(n)
// memory: 73 bytes a cell. The states counted are those reached for the first time.
//
// # priority-bfs
//
// Best-first over (player cell, box cell) by single steps, ordered by (pushes,
// moves). A state is marked when it leaves the queue, and not when it is put
// there: a push may put it there with more moves than a walk that is queued
// later takes.
//
// Every step costs one move, so the queue needs no heap. Within one number of
// pushes, states come from two streams, those just pushed to and those walked
// to, and each is filled in the order of its moves: the walks because their
// origins leave in that order, the pushes for the same reason one layer earlier.
// The lesser of the two heads is the least state of all.
//
// A mark is one byte, the step that led to the state, and plans are read back
// from them. The marks of all player cells for one box cell are a page, taken
// when the box first comes there. Time and memory are O(n²): up to n pages of n
// bytes, and 16 bytes for each state in the queues, whose blocks are used again.
// The states counted are those that left the queue and were new.
//
// # auto
//
// Best-first over the states of double-bfs, a box cell and the side the player
// stands on, with a bound on what is left that is so good that little more than
// the states of one plan are visited, and with walks measured only where they
// may decide. The order is (pushes, walks): what a plan through a state takes at
// least, the way to there included. Walks are moves without pushes.
//
// Pushes. If the player could always come where he pushes, the box would need
// some number of pushes from each cell. They are found by going back from the
// target, level by level (recede). Let m be the distance of the first cell of the
// box and the target as if there were no walls. A cell is on level k when the box
// comes from there to the target by ways that lead it k steps nearer to its first
// cell than it was; every such step must be made good by another, so that it
// needs m + 2k pushes, minus the distance of the cell from the first cell. The
// level never falls along a push that leads away from the first cell, and not by
// more than 1 along one that leads nearer. So a state whose way has i pushes that
// lead nearer to the first cell has plans of m + 2(i+k) pushes and no fewer, and
// i+k, its own level, never falls along a plan: the bound is consistent. Levels
// are searched one by one as far as they are needed. Level 0 is found in words,
// 64 cells at a time: a row takes what the row before it gives and spreads it
// along by the carry of a sum (sweep). When the box is not met yet, a few cells
// are also searched forward from it (roam), since a box that cannot leave a
// corner or a wall is common, and all that recede could do there is to search
// the whole board.
//
// Walks. A turn of the box takes a walk of 2 steps at least, a reversal 4, and
// how many turns are left at least can be told from where the target lies and
// which way the box goes (turnsLeft). Each push lets that fall by no more than the
// walk before it takes.
//
// Where a search visits many states on level 0, a better bound is learnt
// (outlook): the box goes in two directions only there, so that row by row from
// the target each state's least walks follow from those of two others.
//
// Between two pushes the player walks round the box. The eight cells around it
// tell, by a table of 512 entries (rings), how long the walk is, when a way among
// them joins the two sides: 2, 4 or 6 steps, and no way further out is shorter.
// Otherwise the table knows the least that a way further out can take, whatever
// the walls there, and the plan is put into the queue with that guess. Only when
// it is the best of all, is the walk measured, and the plan put back if it is
// longer. Most are never measured. The player's first walk is guessed and
// measured in the same way.
//
// Whether the two sides are joined at all is asked first, and without a search
// (joined): he who follows the obstacle round, of which the box is a part, with a
// hand on it, comes by the other side or comes back without. The length is
// found level by level (stroll), as in recede, which on open ground leads
// straight to the goal.
//
// Order. The agenda is a radix heap. All plans of a level come before those of
// the next, and most boards are solved on the first level searched; there only
// pushes on that level are planned, and a list of the states visited is kept.
// When it comes to its end without a plan, the pushes left out are planned too,
// and all pushes from then on; and recede finds its next level.
// Plans whose cell has no level yet wait at the cell. When a push costs no more
// than the plan that led to it, no plan is better, and it is followed at once.
//
// Why the answer is exact: a plan in the agenda has a key that is no more than
// what any plan through its state takes, since the bound is one, a guess is no
// more than the walk, and no cell without a level is on the current one. Keys
// never fall along a plan, so that a state is first visited by the best way
// there. The first visit to the target therefore has the least key of all, and
// its key is its cost. When there are no plans left and no further level, every
// state that can be reached and that the box could be pushed from has been
// visited: there is no plan.
//
// A board is read eight characters at a time into a bit a cell (field); one that
// has a rim of walls needs no flood, for no plan leaves what the player can
// reach. Other boards are read as for the named algorithms.
//
// Time is O(n) for the levels and O(n) for each walk measured, O(n²) at worst,
// and O(p) on open ground for a plan of p pushes, after the reading. Memory is
// 49 bytes a cell, in rows of a power of two cells and 64 at least, 32 bytes for
// each plan in the agenda and 16 for each state visited on a level. Nothing is
// cleared from puzzle to puzzle but a bit a cell: what else is known of a cell
// carries the number of its puzzle. The states counted are the cells that recede
// searched and the states visited.
//
// # Several boxes
//
// For several boxes auto is package boxes, and double-bfs and priority-bfs are
// what their names say, over whole positions in a map (crowd): breadth-first by
// layers of pushes over the boxes and the player's cell just after a push, and
// best-first by single steps over the boxes and the player's cell. What is said of
// exactness above holds for them with a position in place of a state; nothing is
// pruned. They are the yardstick, and take as long as there are positions.
//
// With the objective pushes, a key of its own, any plan of fewest pushes will do,
// and the player may begin anywhere in his region: the canonical form has him
// where its line is least, and a plan is restored with the walk to there in
// front. One box has no algorithm that would be faster for that.
//
// # Bounds
//
// A search that its budget ends has proved its bound: with layer k full and no
// box on the target, or with a state of k pushes at the head of the queue, no
// plan has fewer pushes than k+1 or k; and with auto on level k, or recede
// searching level k, none has fewer than m + 2k. With several boxes it is the limit
// that auto searches up to, or the same layers as with one.
package sokoban
