package sokoban_test

import (
	"container/heap"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// spot is a place of player and box, each as row and column.
type spot struct{ player, box [2]int }

// price is a spot on the queue of brute.
type price struct {
	spot
	pushes, moves int
}

type queue []price

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	if q[i].pushes != q[j].pushes {
		return q[i].pushes < q[j].pushes
	}
	return q[i].moves < q[j].moves
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(price)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// brute is Dijkstra's algorithm over single steps on maps: the least cost of a
// one-box board, or false when there is none.
func brute(form string) (solver.Cost, bool) {
	floor := map[[2]int]bool{}
	var begin spot
	var target [2]int
	for r, row := range strings.Split(form, "|") {
		for c, ch := range row {
			at := [2]int{r, c}
			floor[at] = ch != '#'
			if strings.ContainsRune("@+", ch) {
				begin.player = at
			}
			if strings.ContainsRune("$*", ch) {
				begin.box = at
			}
			if strings.ContainsRune(".+*", ch) {
				target = at
			}
		}
	}
	done := map[spot]bool{}
	q := &queue{{spot: begin}}
	for q.Len() > 0 {
		p := heap.Pop(q).(price)
		if done[p.spot] {
			continue
		}
		done[p.spot] = true
		if p.box == target {
			return pushesMoves(p.pushes, p.moves), true
		}
		for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
			next := p
			next.moves++
			next.player = [2]int{p.player[0] + d[0], p.player[1] + d[1]}
			if next.player == p.box {
				next.pushes++
				next.box = [2]int{p.box[0] + d[0], p.box[1] + d[1]}
			}
			if floor[next.player] && floor[next.box] {
				heap.Push(q, next)
			}
		}
	}
	return solver.Cost{}, false
}

func pushesMoves(pushes, moves int) solver.Cost {
	return solver.Cost{{Name: "pushes", Value: pushes}, {Name: "moves", Value: moves}}
}
