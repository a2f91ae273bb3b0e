package sokoban

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
	"github.com/gridmill/gridmill/solver/sokoban/boxes"
	"github.com/gridmill/gridmill/solver/sokoban/replay"
)

// The letters of a plan, in the order of grid.Steps.
const (
	walkLetters = "ulrd"
	pushLetters = "ULRD"
)

// The algorithms by name.
const (
	nameDoubleBFS   = "double-bfs"
	namePriorityBFS = "priority-bfs"
)

// New returns the kind sokoban. One value serves any number of goroutines and
// keeps the memory of past searches for the next ones.
func New() solver.Kind {
	return &kind{
		info: solver.Info{
			Name:       "sokoban",
			Version:    2,
			About:      "A player pushes boxes onto targets, one at a time and never pulling, in the fewest pushes and among those in the fewest moves.",
			Algorithms: []string{nameDoubleBFS, namePriorityBFS},
			Measures:   []string{"pushes", "moves"},
			Example:    "#####|#@$.#|#####",
		},
		rings:   newRings(),
		readers: sync.Pool{New: func() any { return new(reader) }},
	}
}

type kind struct {
	info    solver.Info
	rings   *rings
	spare   solver.Pool[scratch] // for the named algorithms and boards out of the ordinary
	autos   solver.Pool[auto]
	crowds  solver.Pool[boxes.Solver]
	readers sync.Pool // of *reader
}

// scratch is the memory of one search.
type scratch struct {
	board    board
	double   doubleBFS
	priority priorityBFS
}

func (k *kind) Info() solver.Info { return k.info }

func (k *kind) Check(form string) error {
	r := k.readers.Get().(*reader)
	defer k.readers.Put(r)
	if r.small.read(form) {
		return nil
	}
	if err := r.board.read(form); err != nil {
		return err
	}
	return nil
}

// Work goes by what auto was measured to take at most on boards of 20×20 with
// one box, and by the growth of double-bfs on boards of scattered walls: with the
// floor to the power of 1.5. Larger boards are mostly solved in less. With
// several boxes it goes by what levels of four on 8×8 cells take on average, and
// doubles with each box.
func (k *kind) Work(form string) time.Duration {
	floor := len(form) - strings.Count(form, string(grid.Wall)) - strings.Count(form, grid.RowSeparator)
	boxes := strings.Count(form, "$") + strings.Count(form, "*")
	cells := float64(min(floor, maxSide*maxSide))
	work := workFixed + time.Duration(cells*math.Sqrt(cells)*workPerCell)
	if boxes > 1 {
		work += min(workCrowd<<min(boxes, 20), workMost)
	}
	return work
}

// What Work counts for reading a board, and in nanoseconds for each cell and
// its share of the walks; for a crowd of boxes, to be doubled for each, and at
// most.
const (
	workFixed   = 5 * time.Microsecond
	workPerCell = 1
	workCrowd   = 30 * time.Microsecond
	workMost    = time.Second
)

func (k *kind) Solve(ctx context.Context, form string, opts solver.Options, budget solver.Budget) (solver.Answer, error) {
	name, err := k.info.Algorithm(opts.Algorithm)
	if err != nil {
		return solver.Answer{}, err
	}
	if name == solver.Auto {
		if a, ok, err := k.solveOne(ctx, form, budget); ok {
			return a, err
		}
	}
	s := k.spare.Get()
	defer func() { k.spare.Put(s, s.bytes()) }()
	m := solver.NewMeter(ctx, budget)
	b := &s.board
	if err := b.lay(form); err != nil {
		return solver.Answer{}, err
	}
	if !m.Spend(len(b.cells)) { // reading a large board takes time too
		return m.Stopped(1)
	}
	if err := b.enclose(); err != nil {
		return solver.Answer{}, err
	}
	if !m.Spend(len(b.cells)) {
		return m.Stopped(1)
	}
	one := b.box != none
	switch {
	case b.cut:
		return atOnce(m, solver.Answer{Status: solver.Unsolvable})
	case b.solved():
		return atOnce(m, solver.Answer{Status: solver.Solved, Cost: cost(0, 0)})
	case name == nameDoubleBFS && one:
		return s.double.solve(b, m)
	case name == namePriorityBFS && one:
		return s.priority.solve(b, m)
	case name == nameDoubleBFS:
		return crowdDoubleBFS(b, m)
	case name == namePriorityBFS:
		return crowdPriorityBFS(b, m)
	case one:
		return k.autoOnBoard(b, m, budget)
	default:
		return k.solveMany(b, opts, m)
	}
}

// solveOne answers form by auto, if it is a board of one box that has nothing
// out of the ordinary; ok is false when it is not.
func (k *kind) solveOne(ctx context.Context, form string, budget solver.Budget) (answer solver.Answer, ok bool, err error) {
	a := k.auto()
	defer func() { k.autos.Put(a, a.bytes()) }()
	m := solver.NewMeter(ctx, budget)
	f := &a.field
	if !f.read(form) {
		return solver.Answer{}, false, nil
	}
	if f.box == f.target {
		answer, err = atOnce(m, solver.Answer{Status: solver.Solved, Cost: cost(0, 0)})
	} else {
		g := newGauge(m, budget)
		answer, err = a.solve(&g)
	}
	return answer, true, err
}

// auto returns the memory of a search by auto.
func (k *kind) auto() *auto {
	a := k.autos.Get()
	if a.rings == nil {
		a.rings, a.outlook.patience = k.rings, usualPatience
	}
	return a
}

// autoOnBoard answers a board of one box by auto.
func (k *kind) autoOnBoard(b *board, m *solver.Meter, budget solver.Budget) (solver.Answer, error) {
	a := k.auto()
	defer func() { k.autos.Put(a, a.bytes()) }()
	a.field.take(b)
	g := newGauge(m, budget)
	return a.solve(&g)
}

// solveMany answers a board of several boxes.
func (k *kind) solveMany(b *board, opts solver.Options, m *solver.Meter) (solver.Answer, error) {
	objective := boxes.PushesThenMoves
	if opts.Objective == solver.ObjectivePushes {
		objective = boxes.Pushes
	}
	s := k.crowds.Get()
	defer func() { k.crowds.Put(s, s.Bytes()) }()
	o := s.Solve(&boxes.Puzzle{
		Rows: b.rows, Cols: b.cols, Cells: b.cells,
		Player: b.player, Boxes: b.boxes, Goals: b.targets,
	}, objective, m)
	switch o.Status {
	case solver.Solved:
		return solver.Answer{
			Status: solver.Solved,
			Cost:   cost(o.Pushes, len(o.Plan)),
			Plan:   string(o.Plan),
			States: m.States(),
		}, nil
	case solver.Unsolvable:
		return solver.Answer{Status: solver.Unsolvable, States: m.States()}, nil
	default:
		return m.Stopped(o.Bound)
	}
}

// atOnce gives the answer of a puzzle whose first state settles it.
func atOnce(m *solver.Meter, a solver.Answer) (solver.Answer, error) {
	if !m.Visit() {
		return m.Stopped(1)
	}
	a.States = m.States()
	return a, nil
}

func (k *kind) Replay(form, plan string) (solver.Cost, error) {
	pushes, moves, err := replay.Plan(form, plan)
	if wrong, ok := errors.AsType[*replay.StepError](err); ok {
		return solver.Cost{}, (*solver.StepError)(wrong)
	}
	if err != nil {
		return solver.Cost{}, err
	}
	return cost(pushes, moves), nil
}

func (k *kind) Recase(form, plan string) string { return replay.Recase(form, plan) }

func cost(pushes, moves int) solver.Cost {
	return solver.Cost{{Name: "pushes", Value: pushes}, {Name: "moves", Value: moves}}
}

// bytes is about what s holds.
func (s *scratch) bytes() int {
	d, p := &s.double, &s.priority
	n := 6*cap(s.board.cells) + 4*(cap(s.board.boxes)+cap(s.board.targets)) + walkBytes*cap(d.walks.mark) + 12*cap(d.states) + 4*cap(d.order) + cap(d.plan)
	n += 5*cap(p.pageOf) + blockBytes*len(p.queued.all) + cap(p.plan)
	for _, page := range p.pages {
		n += cap(page) + 24
	}
	return n
}
