package bfs

// Graph gives the neighbours of states. It must be undirected: t is a
// neighbour of s exactly when s is one of t. Any uint64 but the largest can be
// a state. A Graph serves one search and need not be safe for concurrent use.
type Graph interface {
	// Neighbours passes the neighbours of state to yield, in blocks of any
	// size, in an order that depends on state alone, until all are passed or
	// yield returns false. A block may hold state itself; it belongs to the
	// graph and is not kept. Blocks of some hundred states are best: memory
	// and the context are looked at once a block.
	Neighbours(state uint64, yield func(block []uint64) bool)
}

// Problem asks for a shortest path.
type Problem struct {
	Graph       Graph
	Start, Goal uint64
	// Bits says that every state is below 1<<Bits. 64 says nothing.
	Bits int
	// MaxDepth is the most edges a path may have; 0 means no limit.
	MaxDepth int
}

// Outcome is how a search ended.
type Outcome int

// The outcomes of a search.
const (
	Found   Outcome = iota // Result.Path is a shortest path
	Absent                 // proved: there is no path, or none within MaxDepth
	Stopped                // the meter ended the search; Result.Bound is proved
)

// Result is what a search found out.
type Result struct {
	Outcome Outcome
	Path    []uint64 // when Found: the states from Start to Goal, both included
	Bound   int      // when Stopped: no path has fewer edges
}
