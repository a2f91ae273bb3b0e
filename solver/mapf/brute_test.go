package mapf_test

import (
	"fmt"
	"strings"
)

// spot is a place on the map, from 1.
type spot struct{ row, col int }

// ghosts is a puzzle as the brute force reads it. It trusts the form.
type ghosts struct {
	free     map[spot]bool
	from, to []spot
}

func readGhosts(form string) ghosts {
	words := strings.Fields(form)
	g := ghosts{free: map[spot]bool{}}
	for r, row := range strings.Split(words[0], "|") {
		for c, cell := range row {
			g.free[spot{r + 1, c + 1}] = cell == '-'
		}
	}
	for _, word := range words[1:] {
		var from, to spot
		if _, err := fmt.Sscanf(word[2:], "r%dc%d>r%dc%d", &from.row, &from.col, &to.row, &to.col); err != nil {
			panic(err)
		}
		g.from, g.to = append(g.from, from), append(g.to, to)
	}
	return g
}

// steps calls visit with every way all agents can go at once.
func (g ghosts) steps(now []spot, visit func([]spot)) {
	then := make([]spot, len(now))
	var choose func(i int)
	choose = func(i int) {
		if i == len(now) {
			for a := range now {
				for b := range a {
					if then[a] == then[b] || then[a] == now[b] && then[b] == now[a] {
						return
					}
				}
			}
			visit(then)
			return
		}
		at := now[i]
		for _, to := range []spot{at, {at.row - 1, at.col}, {at.row + 1, at.col}, {at.row, at.col - 1}, {at.row, at.col + 1}} {
			if g.free[to] {
				then[i] = to
				choose(i + 1)
			}
		}
	}
	choose(0)
}

// distances returns the fewest steps from the starts to every placement that
// can be reached, by fmt.Sprint of the placement.
func (g ghosts) distances() map[string]int {
	dist := map[string]int{fmt.Sprint(g.from): 0}
	queue := [][]spot{g.from}
	for len(queue) > 0 {
		now := queue[0]
		queue = queue[1:]
		d := dist[fmt.Sprint(now)] + 1
		g.steps(now, func(then []spot) {
			if name := fmt.Sprint(then); dist[name] == 0 && name != fmt.Sprint(g.from) {
				dist[name] = d
				queue = append(queue, append([]spot(nil), then...))
			}
		})
	}
	return dist
}
