package solitaire

import (
	"context"
	"math"

	"github.com/gridmill/gridmill/solver"
)

// search is one search of auto and its memory.
type search struct {
	account
	seen
	prospect
	geometry *geometry
	board    uint64
	goals    [2]goal // of the side that begins at the start, and of the other
	route    route
}

// auto is the fastest exact method: see doc.go.
func (k *Kind) auto(ctx context.Context, p *puzzle, limit int, budget solver.Budget) (solver.Answer, error) {
	if err := ctx.Err(); err != nil {
		return solver.Answer{}, err
	}
	w := k.searches.Get()
	w.geometry = k.geometry
	a, err := w.run(ctx, p, limit, budget)
	w.ctx, w.meter = nil, nil
	k.searches.Put(w, int(w.kept()))
	return a, err
}

// run answers p; limit 0 is none.
func (w *search) run(ctx context.Context, p *puzzle, limit int, budget solver.Budget) (solver.Answer, error) {
	if limit == 0 {
		limit = math.MaxInt
	}
	g := w.geometry
	w.board = p.board
	w.goals[0].set(g, p.end)
	w.look(g, &w.goals[0], p.start)
	most := w.fewest(&w.goals[0]) // steps alone lead there
	least := most
	if most > limit {
		if !w.within(g, &w.goals[0], p.start, limit) {
			return solver.Answer{Status: solver.Unsolvable, States: 1}, nil
		}
		least = limit
	}
	for least > 1 && w.within(g, &w.goals[0], p.start, least-1) {
		least--
	}
	if least < most {
		w.goals[1].set(g, p.start)
		w.open(ctx, budget)
		for moves := least; moves < most && moves <= limit; moves++ {
			switch w.deepen(p, moves) {
			case absent:
			case found:
				return w.solved(moves), nil
			case stopped:
				return w.meter.Stopped(moves)
			}
		}
		if most > limit {
			return solver.Answer{Status: solver.Unsolvable, States: w.states}, nil
		}
	} else {
		w.states = 1
	}
	w.look(g, &w.goals[0], p.start)
	w.route.begin()
	w.route.add(p.start)
	w.route.walk(p.start, &w.goals[0], &w.prospect)
	return w.solved(most), nil
}

func (w *search) solved(n int) solver.Answer {
	return solver.Answer{Status: solver.Solved, Cost: moves(n), Plan: w.route.plan(), States: w.states}
}

// verdict is how a search within a number of moves ended.
type verdict int

const (
	absent verdict = iota
	found
	stopped
)

// deepen looks for a plan of exactly so many moves, where none is shorter and
// every plan has a jump. It leaves the plan in route.
func (w *search) deepen(p *puzzle, moves int) verdict {
	w.reset(w.room)
	for side, pieces := range []uint64{p.start, p.end} {
		if !w.visit() {
			return stopped
		}
		w.add(w.find(pieces), node{pieces: pieces, side: uint32(side)})
	}
	if w.budget.Bytes > 0 && !w.settle() { // without a limit memory is counted when there is a meter
		return stopped
	}
	from, to := [2]int{0, 1}, [2]int{1, 2} // the frontiers, runs of nodes
	depth := [2]int{}
	work := 1
	if w.goals[0].n > fourPieces {
		work = 256 // a matching for each move
	}
	for depth[0]+depth[1] < moves {
		side := 0
		if to[1]-from[1] < to[0]-from[0] {
			side = 1
		}
		if from[side] == to[side] {
			return absent
		}
		depth[side]++
		layer := layer{side: side, left: moves - depth[side], last: depth[0]+depth[1] == moves}
		first := len(w.nodes)
		for i := from[side]; i < to[side]; i++ {
			if !w.toil(work) {
				return stopped
			}
			if v := w.expand(&layer, i); v != absent {
				return v
			}
		}
		from[side], to[side] = first, len(w.nodes)
	}
	return absent
}

// grow gives seen the room that the account has, and keeps what it holds. It
// returns false when the search must stop.
func (w *search) grow() bool {
	const nodesPerLook = 1024
	held := w.nodes
	w.reset(w.room)
	for i, n := range held {
		if i%nodesPerLook == 0 && !w.toil(workPerCheck) { // each may touch a page of new memory
			return false
		}
		w.add(w.find(n.pieces), n)
	}
	return true
}

// finish leaves in route the plan that goes from the root of a side to node i,
// on to pieces, and then by steps alone to the goal.
func (w *search) finish(i, side int, pieces uint64) {
	w.look(w.geometry, &w.goals[side], pieces)
	r := &w.route
	r.begin()
	if side == 0 {
		w.ascend(i)
	}
	r.add(pieces)
	r.walk(pieces, &w.goals[side], &w.prospect)
	if side == 0 {
		return
	}
	r.reverse()
	w.descend(i)
}

// meet leaves in route the plan through the edge between node i of a side and
// node k of the other.
func (w *search) meet(i, side, k int) {
	if side != 0 {
		i, k = k, i
	}
	w.route.begin()
	w.ascend(i)
	w.descend(k)
}

// ascend adds the placements from the start to node i.
func (w *search) ascend(i int) {
	for ; i != 0; i = int(w.nodes[i].parent) {
		w.route.add(w.nodes[i].pieces)
	}
	w.route.add(w.nodes[0].pieces)
	w.route.reverse()
}

// descend adds the placements from node i to the end.
func (w *search) descend(i int) {
	for ; i != 1; i = int(w.nodes[i].parent) {
		w.route.add(w.nodes[i].pieces)
	}
	w.route.add(w.nodes[1].pieces)
}
