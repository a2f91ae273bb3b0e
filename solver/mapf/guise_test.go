package mapf_test

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// guise returns a random guise of form.
func guise(r *rand.Rand, form string) string {
	d := readDraft(form)
	for range 1 + r.IntN(5) {
		switch r.IntN(7) {
		case 0:
			d = d.turns()[r.IntN(8)]
		case 1:
			d = d.renamed(r.Perm(len(d.from)))
		case 2:
			d = d.reversed()
		case 3:
			d = d.padded(r.IntN(2), r.IntN(2), r.IntN(2), r.IntN(2))
		case 4:
			d.changeIdle(r)
		case 5:
			d.lengthen(r, d.kept())
		default:
			d.shorten(r, d.kept()+1)
		}
	}
	return d.String()
}

// changeIdle frees or fills a random spot that is in an idle component then or
// was in one.
func (d draft) changeIdle(r *rand.Rand) {
	d.somewhere(r, func(s spot) bool {
		was := d.free[s]
		if was && !d.idle(s) {
			return false
		}
		d.free[s] = !was
		if !was && !d.idle(s) {
			d.free[s] = false
			return false
		}
		return true
	})
}

// lengthen frees a random spot beyond the tip of a dead end of at least so
// many cells, or beside any cell where 0 are enough.
func (d draft) lengthen(r *rand.Rand, least int) {
	d.somewhere(r, func(s spot) bool {
		if d.free[s] {
			return false
		}
		exits := d.exits(s)
		if len(exits) != 1 || least > 0 && len(d.deadEnd(exits[0])) < least {
			return false
		}
		d.free[s] = true
		return true
	})
}

// shorten fills the tip of a random dead end of at least so many cells.
func (d draft) shorten(r *rand.Rand, least int) {
	d.somewhere(r, func(s spot) bool {
		if len(d.deadEnd(s)) < least {
			return false
		}
		d.free[s] = false
		return true
	})
}

// somewhere tries random spots until change makes a change there, or all.
func (d draft) somewhere(r *rand.Rand, change func(spot) bool) {
	spots := d.spots()
	for _, i := range r.Perm(len(spots)) {
		if change(spots[i]) {
			return
		}
	}
}

// lookalike returns a puzzle that differs from form a little, in any guise.
func lookalike(r *rand.Rand, form string) string {
	d := readDraft(form)
	i, k := r.IntN(len(d.from)), r.IntN(len(d.from))
	switch r.IntN(6) {
	case 0:
		d.somewhere(r, func(s spot) bool {
			if d.letter(s) {
				return false
			}
			d.free[s] = !d.free[s]
			return true
		})
	case 1:
		ends := [][]spot{d.from, d.to}[r.IntN(2)]
		d.somewhere(r, func(s spot) bool {
			if !d.free[s] || slices.Contains(ends, s) {
				return false
			}
			ends[i] = s
			return true
		})
	case 2:
		d.to[i], d.to[k] = d.to[k], d.to[i]
	case 3:
		if !slices.Contains(d.from, d.to[i]) && !slices.Contains(d.to, d.from[i]) {
			d.from[i], d.to[i] = d.to[i], d.from[i]
		}
	case 4:
		d.lengthen(r, 1)
	default:
		d.shorten(r, 1)
	}
	if r.IntN(2) == 0 {
		return guise(r, d.String())
	}
	return d.String()
}

// least returns the canonical form of form, by trying everything.
func least(form string) string {
	d := readDraft(form)
	settled := map[spot]bool{}
	for _, s := range d.spots() {
		if !d.free[s] || settled[s] {
			continue
		}
		idle := d.idle(s)
		for _, c := range d.component(s) {
			settled[c] = true
			d.free[c] = !idle
		}
	}
	for again := true; again; {
		again = false
		for _, s := range d.spots() {
			if len(d.deadEnd(s)) > d.kept() {
				d.free[s] = false
				again = true
			}
		}
	}
	d = d.cropped()
	best := ""
	for _, turned := range d.turns() {
		board := turned.board()
		if best != "" && board > strings.Fields(best)[0] {
			continue
		}
		for _, guise := range []draft{turned, turned.reversed()} {
			for _, order := range orders(len(d.from)) {
				if text := board + " " + strings.Join(guise.renamed(order).words(), " "); best == "" || text < best {
					best = text
				}
			}
		}
	}
	return best
}

// cropped returns the puzzle without the walls around its free cells.
func (d draft) cropped() draft {
	low, high := spot{d.rows, d.cols}, spot{1, 1}
	for s, free := range d.free {
		if free {
			low = spot{min(low.row, s.row), min(low.col, s.col)}
			high = spot{max(high.row, s.row), max(high.col, s.col)}
		}
	}
	return d.moved(high.row-low.row+1, high.col-low.col+1, func(s spot) spot {
		return spot{s.row - low.row + 1, s.col - low.col + 1}
	})
}

// orders returns all orders of n things.
func orders(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, order := range orders(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(order), at, n-1))
		}
	}
	return all
}

// same reports whether two forms are guises of one another.
func same(a, b string) bool { return least(a) == least(b) }
