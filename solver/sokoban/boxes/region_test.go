package boxes

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// TestRegionsAreThoseOfAFlood compares, after every push and pull in positions at
// random on boards of one word, of a word a row, and larger, the name of the
// player's region with that of a flood.
func TestRegionsAreThoseOfAFlood(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 64))
	m := solver.NewMeter(context.Background(), solver.Budget{})
	var b board
	moves := 0
	for range 3000 {
		rows, cols := 2+r.IntN(7), 2+r.IntN(7)
		switch r.IntN(20) {
		case 0:
			cols = 60 + r.IntN(10)
		case 1, 2, 3, 4, 5, 6, 7, 8:
			rows, cols = rows+3, cols+4
		}
		p := &Puzzle{Rows: rows + 2, Cols: cols + 2, Cells: []byte(strings.Repeat("#", (rows+2)*(cols+2)))}
		for row := range rows {
			for col := range cols {
				if r.IntN(4) > 0 {
					p.Cells[(row+1)*p.Cols+col+1] = '-'
				}
			}
		}
		p.Cells[p.Cols+1], p.Cells[rows*p.Cols+cols] = '-', '-' // the rectangle is what it is meant to be
		if !b.read(p, m) {
			t.Fatal("the board was not read")
		}
		h := &position{
			occupied: make([]uint64, b.words), reach: make([]uint64, b.words), beyond: make([]uint64, b.words),
		}
		var free []int32
		for c := range int32(b.cells) {
			switch {
			case !has(b.floor, c):
			case r.IntN(6) == 0:
				h.cells = append(h.cells, c)
				flip(h.occupied, c)
			default:
				free = append(free, c)
			}
		}
		if len(free) == 0 {
			continue
		}
		least := b.flood(free[r.IntN(len(free))], h.occupied, h.reach)
		moves += everyMove(t, &b, h, least)
	}
	if moves < 10000 {
		t.Errorf("only %d pushes and pulls", moves)
	}
}

// everyMove checks all pushes and pulls of a position and counts them.
func everyMove(t *testing.T, b *board, h *position, least int32) (moves int) {
	flooded := make([]uint64, b.words)
	check := func(from, to, player int32) {
		flip(h.occupied, from)
		flip(h.occupied, to)
		got, want := h.region(b, from, to, player, least), b.flood(player, h.occupied, flooded)
		flip(h.occupied, from)
		flip(h.occupied, to)
		if got != want {
			t.Fatalf("floor %x, boxes %v, region %d: a box from %d to %d, the player on %d: region %d, want %d",
				b.floor, h.cells, least, from, to, player, got, want)
		}
		moves++
	}
	for _, c := range h.cells {
		for d := range int32(4) {
			to, stand := b.next[4*c+d], b.next[4*c+3-d]
			if to == none || has(h.occupied, to) {
				continue
			}
			if stand != none && has(h.reach, stand) {
				check(c, to, c) // a push
			}
			if stand = b.next[4*to+d]; has(h.reach, to) && stand != none && !has(h.occupied, stand) {
				check(c, to, stand) // a pull
			}
		}
	}
	return moves
}
