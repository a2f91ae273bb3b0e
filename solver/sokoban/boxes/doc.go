// Package boxes answers sokoban boards of several boxes: the fewest pushes, and
// among all plans of so many pushes the fewest moves; or the proof that there is
// no plan.
package boxes
