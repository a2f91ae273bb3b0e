package sokoban

import "github.com/gridmill/gridmill/solver"

// crowdDouble is double-bfs for several boxes: breadth-first over the positions
// of the boxes and the player just after a push, one layer a push, with an inner
// breadth-first search of the player's walks for every position. What doc.go
// says of exactness holds here too.
type crowdDouble struct {
	*crowd
	pushes paged[crowdPush] // by number of the position that the push leads to
	order  paged[int32]     // positions in the order they were reached, layer by layer
	away   []int32          // by cell: steps of the walk to there plus 1, or 0
	todo   []int32
}

// crowdPush is the best way known to a position.
type crowdPush struct {
	from  int32 // number of the position before, or none at the beginning
	moves int32
	layer int32 // pushes
	dir   int8
}

const crowdPushBytes = 20

// crowdDoubleBFS answers b, whose boxes are within reach.
func crowdDoubleBFS(b *board, m *solver.Meter) (solver.Answer, error) {
	d := crowdDouble{crowd: newCrowd(b, m)}
	defer d.release()
	if !m.Reserve(9 * int64(len(b.cells))) {
		return m.Stopped(1)
	}
	d.away, d.todo = make([]int32, len(b.cells)), make([]int32, len(b.cells))
	first, ok := d.first()
	if !ok || !d.reach(first, crowdPush{from: none}) {
		return m.Stopped(1)
	}
	begin := 0
	for layer := int32(0); begin < d.order.size; layer++ {
		end := d.order.size
		best := int32(none)
		for i := begin; i < end; i++ {
			number := *d.order.at(i)
			if d.solved(d.position(number)[1:]) && (best == none || d.pushes.at(int(number)).moves < d.pushes.at(int(best)).moves) {
				best = number
			}
			if !m.Spend(1) {
				return m.Stopped(max(1, int(layer)))
			}
		}
		if best != none {
			return d.answer(best)
		}
		for i := begin; i < end; i++ {
			if !d.expand(*d.order.at(i)) {
				return m.Stopped(int(layer) + 1)
			}
		}
		begin = end
	}
	return solver.Answer{Status: solver.Unsolvable, States: m.States()}, nil
}

// reach records that a position can be reached by a push, if that is news.
func (d *crowdDouble) reach(number int32, p crowdPush) bool {
	if int(number) == d.pushes.size {
		if !d.meter.Visit() || !d.meter.Reserve(crowdPushBytes) {
			return false
		}
		d.pushes.add(p)
		d.order.add(number)
	}
	if old := d.pushes.at(int(number)); old.layer == p.layer && p.moves < old.moves {
		*old = p
	}
	return true
}

// expand walks the player from a position to every push that he can make. It
// returns false when the meter stops it.
func (d *crowdDouble) expand(number int32) bool {
	player, boxes := d.lay(number)
	before := *d.pushes.at(int(number))
	for _, cell := range d.walk(player) {
		for dir, step := range d.board.step {
			box := cell + step
			if !d.boxAt[box] || d.board.wall(box+step) || d.boxAt[box+step] {
				continue
			}
			next, ok := d.number(box, d.pushed(boxes, box, box+step))
			if !ok || !d.reach(next, crowdPush{
				from:  number,
				moves: before.moves + d.away[cell],
				layer: before.layer + 1,
				dir:   int8(dir),
			}) {
				return false
			}
		}
	}
	return d.meter.Spend(len(d.todo) + len(d.away)/16)
}

// walk measures the player's ways in the position laid out, and returns the
// cells that he can reach, the nearest first.
func (d *crowdDouble) walk(player int32) []int32 {
	clear(d.away)
	d.away[player] = 1
	d.todo = append(d.todo[:0], player)
	for i := 0; i < len(d.todo); i++ {
		for _, step := range d.board.step {
			to := d.todo[i] + step
			if d.away[to] == 0 && !d.board.wall(to) && !d.boxAt[to] {
				d.away[to] = d.away[d.todo[i]] + 1
				d.todo = append(d.todo, to)
			}
		}
	}
	return d.todo
}

// answer writes the plan that leads to a position, from its end to its
// beginning.
func (d *crowdDouble) answer(number int32) (solver.Answer, error) {
	last := *d.pushes.at(int(number))
	plan := make([]byte, last.moves)
	rest := plan
	for push := last; push.from != none; push = *d.pushes.at(int(push.from)) {
		box, _ := d.lay(number) // where the player stands, the box was
		rest[len(rest)-1] = pushLetters[push.dir]
		rest = rest[:len(rest)-1]
		number = push.from
		player, _ := d.lay(number)
		d.walk(player)
		for cell := box - d.board.step[push.dir]; d.away[cell] > 1; {
			for dir, step := range d.board.step {
				if d.away[cell-step] == d.away[cell]-1 {
					rest[len(rest)-1] = walkLetters[dir]
					rest = rest[:len(rest)-1]
					cell -= step
					break
				}
			}
		}
	}
	return solver.Answer{
		Status: solver.Solved,
		Cost:   cost(int(last.layer), len(plan)),
		Plan:   string(plan),
		States: d.meter.States(),
	}, nil
}
