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
