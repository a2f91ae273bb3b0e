// Package bfs is the breadth-first search that the mapf and solitaire kinds
// share: both walk an undirected graph whose states fit into one uint64, both
// want the fewest edges from one state to another, and both need the same
// budget, memory accounts and plan at the end. A kind supplies the graph, as
// a function from a state to its neighbours; everything else lives here.
//
// # Search
//
// A side is a breadth-first search from one end. It keeps every state it has
// reached in one slice, in the order reached, so that a layer (all states of
// one distance from its root) is a run of that slice and the last complete
// layer is its frontier; and it keeps a set of the same states. One way means
// that only the side of the start grows until it reaches the goal. Two ways
// means that both sides grow, always by a whole layer and always the side
// whose frontier is smaller, until a new state of one is known to the other.
//
// The first meeting is optimal. Say the sides have completed their layers up
// to a and b without a meeting. Then the distance D between the ends is more
// than a+b: otherwise a shortest path would hold a state that lies at most a
// from the start and at most b from the goal, and both sides would know it.
// While layer a+1 is being made, every new state of it that the other side
// knows lies at most b from the goal, which gives a path of at most a+1+b
// edges. That is the least there can be, and so it is exactly D. The argument
// needs whole layers and an undirected graph, and it does not ask which side
// grows: the choice only decides how many states are reached. It also shows
// that a+b+1 is a lower bound whenever the search is called off.
//
// When a frontier is empty, its side has reached all that can be reached, the
// other end not among it, and there is no path. When a depth limit is set and
// a+b equals it, there is no path within the limit. The states of the last
// layer that the limit allows cannot be searched further, so they are looked
// up on the other side but neither stored nor counted.
//
// # The path
//
// No parents are stored. A state of layer d has a neighbour in layer d-1, and
// because the graph is undirected that neighbour is found by generating the
// neighbours of the state and looking them up in a set made of layer d-1
// alone. Every layer is put into such a set once, which costs a small part of
// the search and saves a quarter or more of its memory.
//
// # Memory
//
// The set of a side begins as an open-addressing hash table, at most half
// full. Where the kind says that all states are below 1<<Bits, the table turns
// into one bit a state as soon as that is no larger, which it never is for
// sparse searches and soon is for dense ones. Sizes double, what was outgrown
// stays paid for since the collector may not have come by, and both depend on the
// search alone, never on what memory an earlier search left behind, so a byte
// budget ends the same search at the same state every time. Time is
// O(edges reached), memory between 48 and 96 bytes a state in hash tables and
// 16 to 32 bytes a state with bits, half of it outgrown.
package bfs
