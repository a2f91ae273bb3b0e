package sokoban_test

import (
	"container/heap"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// spot is a place of player and boxes: his row and column, and theirs in order.
type spot struct {
	player [2]int
	boxes  string // row and column as two letters each
}

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
// board, or false when there is none.
func brute(form string) (solver.Cost, bool) {
	floor := map[[2]int]bool{}
	targets := map[[2]int]bool{}
	var begin spot
	var boxes [][2]int
	for r, row := range strings.Split(form, "|") {
		for c, ch := range row {
			at := [2]int{r, c}
			floor[at] = ch != '#'
			targets[at] = strings.ContainsRune(".+*", ch)
			if strings.ContainsRune("@+", ch) {
				begin.player = at
			}
			if strings.ContainsRune("$*", ch) {
				boxes = append(boxes, at)
			}
		}
	}
	begin.boxes = boxesText(boxes)
	done := map[spot]bool{}
	q := &queue{{spot: begin}}
	for q.Len() > 0 {
		p := heap.Pop(q).(price)
		if done[p.spot] {
			continue
		}
		done[p.spot] = true
		boxes := textBoxes(p.boxes)
		if !slices.ContainsFunc(boxes, func(box [2]int) bool { return !targets[box] }) {
			return pushesMoves(p.pushes, p.moves), true
		}
		for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
			next := p
			next.moves++
			next.player = [2]int{p.player[0] + d[0], p.player[1] + d[1]}
			if !floor[next.player] {
				continue
			}
			if i := slices.Index(boxes, next.player); i >= 0 {
				to := [2]int{next.player[0] + d[0], next.player[1] + d[1]}
				if !floor[to] || slices.Contains(boxes, to) {
					continue
				}
				moved := slices.Clone(boxes)
				moved[i] = to
				next.pushes++
				next.boxes = boxesText(moved)
			}
			if !done[next.spot] {
				heap.Push(q, next)
			}
		}
	}
	return solver.Cost{}, false
}

// boxesText writes places as text, in order.
func boxesText(boxes [][2]int) string {
	slices.SortFunc(boxes, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	var text strings.Builder
	for _, box := range boxes {
		text.WriteRune(rune(1 + box[0]))
		text.WriteRune(rune(1 + box[1]))
	}
	return text.String()
}

// textBoxes reads what boxesText wrote.
func textBoxes(text string) (boxes [][2]int) {
	runes := []rune(text)
	for i := 0; i < len(runes); i += 2 {
		boxes = append(boxes, [2]int{int(runes[i]) - 1, int(runes[i+1]) - 1})
	}
	return boxes
}

func pushesMoves(pushes, moves int) solver.Cost {
	return solver.Cost{{Name: "pushes", Value: pushes}, {Name: "moves", Value: moves}}
}
