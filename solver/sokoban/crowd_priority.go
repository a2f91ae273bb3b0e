package sokoban

import "github.com/gridmill/gridmill/solver"

// crowdPriority is priority-bfs for several boxes: best-first over the positions
// of player and boxes by single steps, ordered by (pushes, moves). As with one
// box, three queues stand in for a heap.
type crowdPriority struct {
	*crowd
	steps  paged[crowdStep] // by number: by which step the position left the queue; see taken
	walks  crowdQueue       // walked to, with the pushes of the current layer
	pushed crowdQueue       // pushed to, with the pushes of the current layer
	later  crowdQueue       // pushed to, with one push more
}

// crowdStep is a step into a position.
type crowdStep struct {
	to, from int32 // numbers of positions; from is none at the beginning
	moves    int32
	letter   byte
	taken    bool // the position has left the queue by this step
}

// crowdStepBytes is what a step takes in a queue, and by the number of its position.
const crowdStepBytes = 2 * 16

// crowdQueue hands its steps out in the order they were added.
type crowdQueue struct {
	paged[crowdStep]
	head int
}

func (q *crowdQueue) empty() bool { return q.head == q.size }

func (q *crowdQueue) front() *crowdStep { return q.at(q.head) }

// crowdPriorityBFS answers b, whose boxes are within reach.
func crowdPriorityBFS(b *board, m *solver.Meter) (solver.Answer, error) {
	p := crowdPriority{crowd: newCrowd(b, m)}
	defer p.release()
	first, ok := p.first()
	if !ok {
		return m.Stopped(1)
	}
	p.pushed.add(crowdStep{to: first, from: none})
	for pushes := 0; ; pushes++ {
		for {
			step, ok := p.next()
			if !ok {
				break
			}
			for p.steps.size <= int(step.to) {
				p.steps.add(crowdStep{})
			}
			if p.steps.at(int(step.to)).taken {
				continue
			}
			if !m.Visit() {
				return m.Stopped(max(1, pushes))
			}
			step.taken = true
			*p.steps.at(int(step.to)) = step
			player, boxes := p.lay(step.to)
			if p.solved(boxes) {
				return p.answer(step, pushes)
			}
			if !p.expand(step, player, boxes) {
				return m.Stopped(max(1, pushes))
			}
		}
		if p.later.empty() {
			return solver.Answer{Status: solver.Unsolvable, States: m.States()}, nil
		}
		p.pushed, p.later, p.walks = p.later, crowdQueue{}, crowdQueue{}
	}
}

// next takes the step of least moves from the queues of the layer.
func (p *crowdPriority) next() (step crowdStep, ok bool) {
	from := &p.walks
	if p.walks.empty() || !p.pushed.empty() && p.pushed.front().moves < p.walks.front().moves {
		from = &p.pushed
	}
	if from.empty() {
		return crowdStep{}, false
	}
	from.head++
	return *from.at(from.head - 1), true
}

// expand queues the single steps out of a position. It returns false when the
// meter grants no memory for them.
func (p *crowdPriority) expand(step crowdStep, player int32, boxes []int32) bool {
	for d, way := range p.board.step {
		to := player + way
		if p.board.wall(to) {
			continue
		}
		queue, letter, moved := &p.walks, walkLetters[d], boxes
		if p.boxAt[to] {
			if p.board.wall(to+way) || p.boxAt[to+way] {
				continue
			}
			queue, letter, moved = &p.later, pushLetters[d], p.crowd.pushed(boxes, to, to+way)
		}
		number, ok := p.number(to, moved)
		if !ok || !p.meter.Reserve(crowdStepBytes) {
			return false
		}
		queue.add(crowdStep{to: number, from: step.to, moves: step.moves + 1, letter: letter})
	}
	return true
}

// answer writes the plan that ends with a step, from its end to its beginning.
func (p *crowdPriority) answer(last crowdStep, pushes int) (solver.Answer, error) {
	plan := make([]byte, last.moves)
	for step := last; step.from != none; step = *p.steps.at(int(step.from)) {
		plan[step.moves-1] = step.letter
	}
	return solver.Answer{
		Status: solver.Solved,
		Cost:   cost(pushes, len(plan)),
		Plan:   string(plan),
		States: p.meter.States(),
	}, nil
}
