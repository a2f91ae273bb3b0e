package solitaire_test

import (
	"fmt"
	"slices"
	"strings"
)

// table is a puzzle as the brute force reads it: lists of cells such as r4c5,
// which it keeps sorted. It trusts the form.
type table struct {
	rows, cols int
	start, end []string
}

func readTable(form string) table {
	var t table
	size, places, _ := strings.Cut(form, " ")
	if _, err := fmt.Sscanf(size, "%dx%d", &t.rows, &t.cols); err != nil {
		panic(err)
	}
	start, end, _ := strings.Cut(places, " > ")
	t.start, t.end = strings.Fields(start), strings.Fields(end)
	slices.Sort(t.start)
	slices.Sort(t.end)
	return t
}

// moves calls visit with every placement one move from pieces.
func (t table) moves(pieces []string, visit func([]string)) {
	for i, piece := range pieces {
		row, col := int(piece[1]-'0'), int(piece[3]-'0')
		for _, way := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
			for far := 1; far <= 2; far++ {
				r, c := row+far*way[0], col+far*way[1]
				to := fmt.Sprintf("r%dc%d", r, c)
				over := fmt.Sprintf("r%dc%d", row+way[0], col+way[1])
				if r < 1 || r > t.rows || c < 1 || c > t.cols || slices.Contains(pieces, to) ||
					far == 2 && !slices.Contains(pieces, over) {
					continue
				}
				then := slices.Clone(pieces)
				then[i] = to
				slices.Sort(then)
				visit(then)
			}
		}
	}
}

// distances returns the fewest moves from the start to every placement that
// takes at most limit of them, by the cells joined with blanks.
func (t table) distances(limit int) map[string]int {
	dist := map[string]int{strings.Join(t.start, " "): 0}
	layer := [][]string{t.start}
	for d := 1; d <= limit && len(layer) > 0; d++ {
		var next [][]string
		for _, pieces := range layer {
			t.moves(pieces, func(then []string) {
				name := strings.Join(then, " ")
				if _, known := dist[name]; !known {
					dist[name] = d
					next = append(next, then)
				}
			})
		}
		layer = next
	}
	return dist
}
