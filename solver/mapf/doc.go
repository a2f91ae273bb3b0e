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
// # Named algorithms
//
// The cells that any agent can reach are numbered from 0, and a joint state is
// the numbers of all agents' cells side by side in one uint64. What does not
// fit into 63 bits (four agents on up to 32 768 cells, nine on up to 128) is
// not searched but answered as limited by bytes, whatever the budget. A target
// that its agent cannot reach even alone is found out by flooding the map once,
// and then nothing is searched.
//
// A step can be taken back by a step, since every move, and the rule against
// swaps, reads the same backwards: the graph of joint states is undirected and
// every step costs one. So the breadth-first searches of package bfs are
// exact, and its doc.go proves it: "one-way" from the starts, "two-way" from
// both ends, meeting in the middle. Both end by exhaustion when there is no
// plan.
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
// With n agents on c reachable cells there are at most c^n joint states with
// at most 5^n neighbours each, about 3^n on the usual narrow maps; one-way
// reaches nearly all of them before it finds a far goal, two-way about a
// sixth. Memory a state is that of bfs: 16 to 96 bytes.
//
// # Auto: A* by partial expansion
//
// Let h of a joint state be the most steps that any agent is from its target,
// other agents aside. No plan from there has fewer steps. A step changes the
// distance of every agent by one at most, and so it changes h by one at most:
// for a child of a state that is g steps from the starts, f = g + h is that of
// the state, or one more, or two more. A* with such an h reaches states in the
// order of f, and the first way to a state is a shortest one.
//
// Most children have too large an f to be of any use, and making them is what
// an A* search spends its time on. Here a bound rises from h of the start by
// one, and under each bound only the children with an f of just the bound are
// made. A node therefore has children under three bounds: its own f, and the
// next two. Under bound f the distance of no agent may be more than f-g-1 after
// the step, and that of one agent must be just that. So the cells to which an
// agent may go are listed in order of their distance, nearer, equal, farther;
// the bound cuts the list short, and the cells with the greatest distance that
// is allowed, the tight ones, are at its end. Children are chosen agent by
// agent, conflicts are seen at once, and when no agent has taken a tight cell
// the last one that can must.
//
// A state is reached once, since every way to it with a lower f was there under
// a lower bound. So there is no list to keep in order: a dive goes down from a
// node to its first child, to the child's first child and so on, the nearest
// cells first, goes back where it finds nothing new, and ends as soon as it
// reaches the goal. Going down costs a child a step; on most puzzles the first
// dive goes straight to the goal. When nothing is left under a bound, it rises.
// When nothing was reached under two bounds in a row, all that can be reached
// has been, and there is no plan.
//
// # Auto: two and three agents on small maps
//
// On maps of up to 256 places with up to three agents (trio.go; every map of
// the judge), the same search has a cheaper form. A set of places is four
// words, and the flood from a target makes a step in every direction by shifts.
// It keeps one bit a place, bit 1 of the distance: neighbours have distances
// that differ by one, and whether a neighbour is nearer or farther is all that
// is ever asked. A state takes three bytes, and the table of the states reached
// is stamped instead of cleared.
//
// A dive may lose its way where agents meet in narrow places, and then another
// order of the agents, or time reversed, often has none of the trouble. So
// there is a limit to the nodes of each dive, little more than a plan is long,
// and three are tried. After that the lower bound must get better.
//
// The tables of pairs (pair.go) tell how many steps two of the agents need, the
// third one aside. The greatest of the three is a bound h' that sees two agents
// getting into each other's way. It too changes by one at most in a step, so
// that the search is the same, but for which children go with a bound. Only one
// question is asked of a table: whether a pair gets to its targets within t
// steps. For every t and every place u of the first agent of the pair, a row
// holds the set of places of the second one for which it does, and it is made
// of the rows of t-1 and of the neighbours of u by shifts, as a flood is. A state
// that is reached in g steps under bound f has its agents within g steps from
// their starts, and the question is asked for t = f-g: rows exist only where u is
// within t of the target and within f-t of the start. For an agent that has no
// step to spare these are the places of its shortest ways, with one t each. The
// first agent of a pair is the one with the longer way, and the pair of the two
// shorter ways, which costs the most, is looked at only when the other two
// tables do not help. Rows are kept when the bound rises. Nearly always h' of
// the starts is the answer or one less.
//
// A last long dive without tables is tried where the tables do not help. What is
// left, above all puzzles without a plan, is searched from both ends
// breadth-first (dense.go). For every pair of places of two agents, a row holds
// the places of the third one that were reached; a row is expanded as a whole,
// in a few operations for each of the at most 25 ways of the two. The third
// agent must not go where one of the two goes. It must not swap with one
// either: where a place is left by one of them, the third agent may enter it
// only if it can come from another place than the one that was entered.
// The proofs of package bfs hold for layers and meetings. On maps of few cells
// this search is next after the first dive.
//
// Each of these searches ends by an answer or gives up after work that does not
// depend on the clock, so that answers do not either, and the last never gives up.
// All of them prove bounds, and the best is what a limited answer reports.
//
// # Auto: the rest
//
// More agents and larger maps are searched by astar.go alone, with distances by
// number of cell, states of up to 63 bits and memory that doubles. From six
// agents on, a map may be so full that most choices of a few agents are dead
// ends, and choosing can take longer than all there is to search; after some
// millions of choices the two-way search takes over, and what both have spent is
// added up.
//
// # Cost of auto
//
// States are the nodes of all searches, and all joint states that the dense one
// reaches. Three agents on the judge's maps take about as many nodes as the
// plan has steps, at 40 to 100 ns each, after 1.5 µs for reading and flooding; the
// tables of pairs take 5 to 100 µs more where they are needed; the dense search
// takes about 10 ns a joint state, at worst some ten milliseconds on 120 cells.
// A node of astar.go takes 80 to 160 bytes, half of them outgrown, and from 0.1 µs
// to several, growing with the number of agents that have steps to spare: with k
// of them each node has up to 5^k children under three bounds.
package mapf
