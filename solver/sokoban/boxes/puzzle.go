package boxes

import "github.com/gridmill/gridmill/solver"

// Puzzle is a board of several boxes as the solver takes it.
type Puzzle struct {
	Rows, Cols int
	// Cells holds Rows × Cols characters, row by row. A cell is floor unless it
	// is a grid.Wall. Floor is what the player could enter if no box were there,
	// and none of it lies on the rim.
	Cells  []byte
	Player int32   // index into Cells
	Boxes  []int32 // cells of the boxes, in any order; at least one
	Goals  []int32 // as many cells, in any order
}

// Objective says which of all plans is wanted.
type Objective uint8

const (
	// PushesThenMoves wants the fewest pushes and among those the fewest moves.
	PushesThenMoves Objective = iota
	// Pushes wants the fewest pushes and takes any walk.
	Pushes
)

// Outcome is how a search ended.
type Outcome struct {
	Status solver.Status // Solved, Unsolvable, or Limited when the meter ended the search
	Pushes int           // when Solved
	Plan   []byte        // when Solved: LURD letters; good until the next search
	Bound  int           // when Limited: no plan has fewer pushes; at least 1
}
