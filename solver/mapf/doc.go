// Package mapf is the kind of the ghosts: agents on a grid go to their own
// targets, all of them staying or moving to a neighbouring cell at once, no
// two into one cell and no two swapping cells, in the fewest steps. It covers
// UVa 1601 "The Morning after Halloween" (three agents on at most 16×16) and
// goes on to more agents and larger maps, as far as the budget lasts.
//
// # Form
//
// The one-line form is the map and then the agents, parted by single spaces:
//
//	#####|#---#|##### a=r2c2>r2c4 b=r2c3>r2c3
//
// The map is a rectangle of # and -; its edge is a wall whether or not one is
// drawn. Agents are named a, b, c… in order. Starts are different, and so are
// targets, but an agent may start on its own target or on another's.
//
// # Canonical form
//
// Call a start or a target a letter. The canonical form is made in four steps.
// Two puzzles are guises of one another when what these steps leave out of
// account is all that they differ in, and then they share it:
//
//  1. Every component of free cells without a letter is filled. No agent ever
//     gets there, since an agent stays in the component of its start.
//  2. Dead ends are cut. A dead end is a chain of cells without letter: its tip
//     has one free neighbour, every other cell has two, and its mouth, the
//     first cell after it, has more or holds a letter. With n agents, n-1 cells
//     next to the mouth stay. For a single agent that is none, and what
//     becomes a dead end by that goes too, so that whole trees vanish; for more
//     agents nothing becomes a dead end.
//  3. The map is cropped to the bounding box of its free cells. Whether walls
//     are drawn around it does not matter.
//  4. Of all lines that the eight symmetries, the renamings of the agents (start
//     and target together) and time reversal (starts for targets) make of that,
//     it is the least in the order of bytes.
//
// The depth n-1 is right. Plans on the cut map are plans on the uncut one. The
// other way round, take a plan and number the agents in a dead end from the
// deepest, from 1. Put agent j, when it is d cells deep, at depth min(d, n-j)
// instead; the mouth has depth 0. Starts and targets stay, since none is in a
// dead end, and so does everything outside. The new depths are at most n-1. On
// a chain no two agents change their order, and those that come or go are the
// last, so that an agent keeps its number while it is inside, and its depth
// changes by one step at most, as d does. Both d and n-j fall strictly from one
// agent to the next, and so do the new depths: no two agents get into one cell
// or swap. An agent is put on the mouth only as the n-th, when all agents are
// inside and nobody else is there. So the new plan is one of as many steps on
// the cut map. Less depth would not do: in a dead end of n-2 cells, n-1 agents
// cannot let the last one pass the mouth.
//
// Turning the map turns every plan, and renaming agents permutes the letters of
// its words. Time reversal takes back every step, the last one first. A step
// back is a step: the agents are on different cells before and after it, no two
// swap in either direction, and an agent that follows another into the cell it
// leaves is followed by it backwards. So a guise of a puzzle has the same costs,
// and plans go over letter by letter. A plan of the canonical form uses no cell
// that was filled or cut, and so it is one of every guise; the other way round
// that need not be so.
//
// Not all orders of the agents are tried, nor are texts written to be compared.
// The least line begins with the least map, so that only the symmetries count
// which make the map least, and for most maps that is one. For each, and for
// either direction of time, the least order is that of the texts of the starts,
// which differ from one another. Texts are compared by numbers: a row, and the column of a start,
// is followed by a letter or >, both greater than digits, so that r10 comes
// before r1; the column of a target is followed by a blank or nothing, so that
// c1 comes before c10.
//
// The map is kept as bits in the order of the form's characters, which makes
// reading it, flooding it, finding the tips of dead ends and cropping it a few
// operations for 64 cells. All of it takes time in proportion to the form, and
// about 1.5 µs for three agents on 16×16.
//
// # Search
//
// The cells that any agent can reach are numbered from 0, and a joint state is
// the numbers of all agents' cells side by side in one uint64. What does not
// fit into 63 bits (four agents on up to 32 768 cells, nine on up to 128) is
// not searched but answered as limited by bytes, whatever the budget. A target that its agent cannot reach even alone is found
// out by flooding the map once, and then nothing is searched.
//
// A step can be taken back by a step, since every move, and the rule against
// swaps, reads the same backwards: the graph of joint states is undirected and
// every step costs one. So the breadth-first searches of package bfs are
// exact, and its doc.go proves it: "one-way" from the starts, "two-way" from
// both ends, meeting in the middle. Both end by exhaustion when there is no
// plan. "two-way" stands for "auto".
//
// # Neighbours
//
// The neighbours of a state are made agent by agent: the list of half-made
// states, in which the first agents have moved, is multiplied by the ways of
// the next one. Two agents more than two steps apart cannot get into each
// other's way, so as long as no agent before it is that near, every way goes
// with every half-made state and the product is a plain addition a state. Only
// for crowded agents are half-made states looked at and left out.
//
// Only the last four agents, the followers, are multiplied, to blocks of at
// most 5^4 states. Agents before them lead: they take one way at a time, each
// pushing the agent whose cell it enters to move next, so that memory stays
// small, budgets are obeyed and dead ends end early however many agents there
// are. On maps with more agents than free cells left over, all of them lead.
//
// # Cost
//
// With n agents on c reachable cells there are at most c^n joint states with
// at most 5^n neighbours each, about 3^n on the usual narrow maps; one-way
// reaches nearly all of them before it finds a far goal, two-way about a
// sixth. Memory a state is that of bfs: 8 to 48 bytes.
package mapf
