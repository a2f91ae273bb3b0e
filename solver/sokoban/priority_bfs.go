package sokoban

import (
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

// priorityBFS is the memory of one search by priority-bfs; doc.go explains it.
type priorityBFS struct {
	pageOf []int32  // box cell → index in pages, plus 1; 0 while there is none
	pages  [][]byte // for one box cell, the mark of every player cell
	used   int      // pages in use; the others wait for the next puzzle
	blank  []byte   // a page whose walls are marked and nothing else
	queued blocks   // of the queues
	walks  fifo     // walked to, with the pushes of the current layer
	pushed fifo     // pushed to, with the pushes of the current layer
	later  fifo     // pushed to, with one push more
	plan   []byte
}

// visit is a state on its way: one step into it, at what price.
type visit struct {
	player, box int32
	moves       int32
	arrival     uint8
}

// Marks on a page. A state that has left the queue carries its arrival: 1 + d
// for a walk in direction d, 5 + d for a push, or how it began.
const (
	open     = 0
	walked   = 1
	shoved   = 5
	began    = 9
	occupied = 10 // no state: a wall, or the box
)

// solve answers b, whose box is off target and within reach.
func (p *priorityBFS) solve(b *board, m *solver.Meter) (solver.Answer, error) {
	cells, least := len(b.cells), b.apart(b.box, b.target)
	if !m.Reserve(int64(cells)*(4+1)) || !m.Spend(cells/cellsPerUnit) {
		return m.Stopped(least)
	}
	p.reset(b)
	if !p.pushed.push(m, visit{player: b.player, box: b.box, arrival: began}) {
		return m.Stopped(least)
	}
	for pushes := 0; ; pushes++ {
		for {
			v, ok := p.next()
			if !ok {
				break
			}
			page, ok := p.page(m, v.box)
			if !ok {
				return m.Stopped(max(least, pushes))
			}
			if page[v.player] != open {
				continue
			}
			if !m.Visit() {
				return m.Stopped(max(least, pushes))
			}
			page[v.player] = v.arrival
			if v.box == b.target {
				return p.answer(b, m, v, pushes)
			}
			if !p.expand(b, m, page, v) {
				return m.Stopped(max(least, pushes))
			}
		}
		if p.later.empty() {
			return solver.Answer{Status: solver.Unsolvable, States: m.States()}, nil
		}
		p.pushed, p.later = p.later, p.pushed // which is empty, as walks is
	}
}

// reset makes p ready for b.
func (p *priorityBFS) reset(b *board) {
	p.pageOf = resize(p.pageOf, len(b.cells))
	clear(p.pageOf)
	p.blank = resize(p.blank, len(b.cells))
	for c, ch := range b.cells {
		p.blank[c] = open
		if ch == grid.Wall {
			p.blank[c] = occupied
		}
	}
	p.used = 0
	p.queued.reset()
	for _, q := range []*fifo{&p.walks, &p.pushed, &p.later} {
		q.reset(&p.queued)
	}
}

// next takes the visit of least moves from the queues of the layer.
func (p *priorityBFS) next() (visit, bool) {
	switch {
	case p.walks.empty() && p.pushed.empty():
		return visit{}, false
	case p.pushed.empty() || !p.walks.empty() && p.walks.front().moves <= p.pushed.front().moves:
		return p.walks.pop(), true
	default:
		return p.pushed.pop(), true
	}
}

// page returns the marks of the player's cells while the box stands at box. It
// returns false when the meter grants no memory for them.
func (p *priorityBFS) page(m *solver.Meter, box int32) ([]byte, bool) {
	if i := p.pageOf[box]; i != 0 {
		return p.pages[i-1], true
	}
	if !m.Reserve(pageBytes(len(p.blank))) || !m.Spend(len(p.blank)/cellsPerUnit) {
		return nil, false
	}
	if p.used == len(p.pages) {
		p.pages = append(p.pages, nil)
	}
	page := resize(p.pages[p.used], len(p.blank))
	copy(page, p.blank)
	page[box] = occupied
	p.pages[p.used] = page
	p.used++
	p.pageOf[box] = int32(p.used)
	return page, true
}

// cellsPerUnit is how many cells of a page are made ready with the work of a state.
const cellsPerUnit = 16

// pageBytes is what a page for so many cells takes, with its place in a list that
// doubles: the runtime rounds up small sizes by an eighth at most and large ones
// to its own pages.
func pageBytes(cells int) int64 {
	const small, whole, place = 32 << 10, 8 << 10, 64
	if cells <= small {
		return int64(cells + cells/8 + place)
	}
	return int64((cells+whole-1)/whole*whole + place)
}

// expand queues the single steps out of v. It returns false when the meter
// grants no memory for them.
func (p *priorityBFS) expand(b *board, m *solver.Meter, page []byte, v visit) bool {
	for d, step := range b.step {
		to := v.player + step
		if page[to] == open {
			if !p.walks.push(m, visit{to, v.box, v.moves + 1, walked + uint8(d)}) {
				return false
			}
		} else if to == v.box && !b.wall(to+step) {
			if !p.later.push(m, visit{to, to + step, v.moves + 1, shoved + uint8(d)}) {
				return false
			}
		}
	}
	return true
}

// answer writes the plan that leads to v, from its end to its beginning.
func (p *priorityBFS) answer(b *board, m *solver.Meter, v visit, pushes int) (solver.Answer, error) {
	p.plan = resize(p.plan, int(v.moves))
	player, box := v.player, v.box
	for i := len(p.plan) - 1; i >= 0; i-- {
		arrival := p.pages[p.pageOf[box]-1][player]
		if arrival >= shoved {
			d := arrival - shoved
			p.plan[i] = pushLetters[d]
			box = player
			player -= b.step[d]
		} else {
			d := arrival - walked
			p.plan[i] = walkLetters[d]
			player -= b.step[d]
		}
	}
	return solver.Answer{
		Status: solver.Solved,
		Cost:   cost(pushes, len(p.plan)),
		Plan:   string(p.plan),
		States: m.States(),
	}, nil
}
