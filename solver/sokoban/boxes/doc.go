// Package boxes answers sokoban boards of several boxes: the fewest pushes, and
// among all plans of so many pushes the fewest moves; or the proof that there is
// no plan. docs/sokoban.md proves what is only said here.
//
// # States
//
// Between two pushes the player may walk anywhere in his region, so as long as
// only pushes count, a state is the set of the cells that hold boxes and the
// region, which its least cell names. A push leads from state to state; a pull is
// a push undone. Sets are bits over the cells worth a box (nodes).
//
// # A lone box
//
// What a box can do when it is alone on the board is a graph. Its nodes are a
// cell and the part of the floor that the player is in: where a cell cuts the
// floor, it matters on which side of the box he is. Searches from each goal
// against the pushes, and from each first cell along them, give the distances of
// all nodes. A node that is far from all goals, or from all first cells, is on no
// plan, and nor are its cell's others unless they are nearer.
//
// # The bound
//
// The least matching of boxes to goals by these distances is what the other end
// is away at least (match). A push changes the distance of one box by 1 at the
// most when it falls, and the player never walks through a box, so no other
// box's node changes: the bound never falls by more than the push costs. Each
// push takes a box to a cell of the other colour of a chessboard, so that pushes
// and bound together stay even or odd.
//
// # From both ends
//
// For a limit of pushes, from the least that may do, by 2 at a time: one side goes
// by pushes from the beginning, the other by pulls from the goals with the player
// anywhere, layer by layer, and both drop what exceeds the limit with its bound.
// The next layer is always taken on the side with fewer states in front; when the
// depths of both add up to the limit, every plan of so many pushes, if there are
// any, passes through a state of both. When one side has no state left, there is
// no plan. States beyond the limit wait for a larger one, and nothing is expanded
// twice (side).
//
// # What is left out
//
// A state has no plan, or is on none, and is dropped, when a box is on a node that
// is far from every end; when no matching brings every box to an end of its own;
// when a box off the goals is frozen (freeze); and, in long searches, when two of
// the boxes alone on the board have no plan (pairs). Nothing is left out that is
// merely not needed, since a plan of as many pushes may take fewer moves.
//
// # Fewest moves
//
// Where the sides meet, all states on plans of fewest pushes are marked: back
// from there by pulls through layers that the pushes filled, and on by pushes
// through layers that the pulls filled (plans). Layer by layer the least moves
// are found to each cell where a push may have left the player in a marked state;
// walks from there to the next pushes are measured around all boxes (walk). The
// first layer holds his own cell.
//
// # The player's region
//
// It takes no flood in most cases (rings): a box that takes a free cell leaves
// the region whole when the free cells beside it hang together among the eight
// around it, and the cell it leaves opens no other region when no free cell
// beside it was out of reach. Otherwise the floor is flooded: in a word on boards
// of up to 64 cells, by words a row up to 63 columns, and cell by cell beyond.
//
// # Cost
//
// A state takes 32 to 48 bytes and 8 for each 64 cells worth a box, in pages. A level of four boxes on 8×8 cells takes 650 states and a third of a
// millisecond; levels by hand up to some million states and 2 microseconds each.
// All memory is reserved from the meter before it is taken, by what the search
// needs and not by what is left of earlier ones.
package boxes
