//go:build race

package solvertest

// Race reports whether the race detector is on. Pools then drop what they are
// given at random, so that nothing can be said of allocations.
const Race = true
