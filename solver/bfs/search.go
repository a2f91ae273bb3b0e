package bfs

import (
	"slices"

	"github.com/gridmill/gridmill/solver"
)

// Searcher runs searches and keeps their memory for later ones. The zero
// value is ready, and safe for use by many goroutines at once.
type Searcher struct{ pool solver.Pool[search] }

// OneWay searches from p.Start until it reaches p.Goal. The meter counts each
// state when it is first reached.
func (s *Searcher) OneWay(m *solver.Meter, p Problem) Result { return s.run(m, p, false) }

// TwoWay searches from both ends, always the one with the smaller frontier,
// until they meet. The meter counts each state once for each end.
func (s *Searcher) TwoWay(m *solver.Meter, p Problem) Result { return s.run(m, p, true) }

func (s *Searcher) run(m *solver.Meter, p Problem, twoWay bool) Result {
	w := s.pool.Get()
	if w.take == nil {
		w.take = w.takeBlock
	}
	w.Problem, w.meter = p, m
	r := w.run(twoWay)
	w.Problem, w.meter = Problem{}, nil
	s.pool.Put(w, w.fore.kept()+w.back.kept())
	return r
}

// search is one search and its memory.
type search struct {
	Problem
	meter      *solver.Meter
	fore, back side
	take       func(block []uint64) bool // takeBlock, bound once

	// The layer in the making.
	near, far *side  // the side that grows, and the other
	last      bool   // no layer comes after it
	from      uint64 // the state whose neighbours are taken
	met       bool   // from has the neighbour meeting, which far knows
	meeting   uint64
	stopped   bool // by the meter
}

func (w *search) run(twoWay bool) Result {
	if w.Start == w.Goal {
		if !w.meter.Visit() {
			return Result{Outcome: Stopped}
		}
		return Result{Outcome: Found, Path: []uint64{w.Start}}
	}
	if !w.begin(twoWay) {
		return Result{Outcome: Stopped, Bound: 1}
	}
	for depth := 0; w.MaxDepth == 0 || depth < w.MaxDepth; depth++ {
		w.near, w.far = &w.fore, &w.back
		if twoWay && len(w.back.frontier()) < len(w.fore.frontier()) {
			w.near, w.far = w.far, w.near
		}
		if len(w.near.frontier()) == 0 {
			return Result{Outcome: Absent}
		}
		w.last = depth+1 == w.MaxDepth
		w.growLayer()
		if w.met {
			if path, ok := w.path(); ok {
				return Result{Outcome: Found, Path: path}
			}
			w.stopped = true
		}
		if w.stopped || !w.near.closeLayer(w.meter) {
			return Result{Outcome: Stopped, Bound: depth + 1}
		}
	}
	return Result{Outcome: Absent}
}

// begin visits the roots. It returns false when the meter ends the search.
func (w *search) begin(twoWay bool) bool {
	w.met, w.stopped = false, false
	return w.meter.Visit() && (!twoWay || w.meter.Visit()) &&
		w.fore.begin(w.meter, w.Start, w.Bits) && w.back.begin(w.meter, w.Goal, w.Bits)
}

// growLayer takes the neighbours of near's frontier until the sides meet, the
// meter stops the search or the layer is complete.
func (w *search) growLayer() {
	first, end := w.near.ends[w.near.depth()], len(w.near.reached)
	for i := first; i < end && !w.met && !w.stopped; i++ {
		w.from = w.near.reached[i]
		w.Graph.Neighbours(w.from, w.take)
	}
}

// takeBlock takes some neighbours of w.from and returns whether to go on.
func (w *search) takeBlock(block []uint64) bool {
	near, far := w.near, w.far
	if !w.meter.Spend(len(block)) || !w.last && !near.makeRoom(w.meter, len(block)) {
		w.stopped = true
		return false
	}
	if w.last {
		if i := slices.IndexFunc(block, far.seen.has); i >= 0 {
			w.met, w.meeting = true, block[i]
		}
		return !w.met
	}
	known := len(near.reached)
	near.reached = near.seen.add(block, near.reached)
	for _, t := range near.reached[known:] {
		if !w.meter.Visit() {
			w.stopped = true
			return false
		}
		if far.seen.has(t) {
			w.met, w.meeting = true, t
			return false
		}
	}
	return true
}

// path joins the two halves at the edge between w.from and w.meeting. It
// returns false when the meter ends the search.
func (w *search) path() ([]uint64, bool) {
	head, okHead := w.near.descend(w.meter, w.Graph, w.from)
	tail, okTail := w.far.descend(w.meter, w.Graph, w.meeting)
	if !okHead || !okTail {
		return nil, false
	}
	if w.near != &w.fore {
		head, tail = tail, head
	}
	slices.Reverse(head)
	return append(head, tail...), true
}
