package solver

// Drawer is a Kind whose puzzles can be drawn.
type Drawer interface {
	Kind

	// Scene returns form as a picture, and plan as the steps that it takes
	// from there; an empty plan gives none. The error is a *FormError for an
	// invalid form, and says which step is wrong when Replay would not take
	// the plan either.
	Scene(form, plan string) (Scene, error)
}

// Scene is a puzzle and its answer as a picture: what is fixed, what moves,
// and how. Places are row*Cols+col, from 0.
type Scene struct {
	Rows, Cols int
	Ground     []Ground // of every place, row by row
	Targets    []Target // each on a place of its own
	Movers     []Mover  // each on a place of its own; those drawn on top come last
	Steps      [][]Move // what moves at once, in order; nothing where all stay
}

// Ground is what a place of a scene is made of.
type Ground byte

// The grounds.
const (
	Void  Ground = iota // no part of the board, such as what lies outside its walls
	Wall                // nothing gets through
	Floor               // free
)

// Target is a place where movers are to end.
type Target struct {
	At   int
	Sign byte // in plain ASCII
	For  int  // the only mover that it is for, or Anyone
}

// Anyone as Target.For means whichever mover it is for by its Role.
const Anyone = -1

// Mover is what moves in a scene.
type Mover struct {
	Role    string // for people: player, box, agent, piece; movers of a role look alike
	Shape   Shape
	At      int  // where it stands before the first step
	Sign    byte // in plain ASCII
	Arrived byte // instead of Sign on a target
	Label   byte // painted on it; 0 for none
}

// Shape is how a mover is drawn.
type Shape byte

// The shapes.
const (
	Figure Shape = iota // one who acts, and is not himself to arrive anywhere
	Box                 // what is pushed
	Disc                // what moves by itself
)

// Move takes a mover to a place. All moves of a step happen at once.
type Move struct{ Mover, To int }
