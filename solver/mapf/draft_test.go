package mapf_test

import (
	"fmt"
	"slices"
	"strings"
)

// draft is a puzzle on its way to become another one. Its free cells lie
// between the spots r1c1 and rows, cols.
type draft struct {
	ghosts
	rows, cols int
}

func readDraft(form string) draft {
	d := draft{ghosts: readGhosts(form)}
	for s := range d.free {
		d.rows, d.cols = max(d.rows, s.row), max(d.cols, s.col)
	}
	return d
}

// String writes the one-line form.
func (d draft) String() string { return d.board() + " " + strings.Join(d.words(), " ") }

func (d draft) board() string {
	var b strings.Builder
	for row := 1; row <= d.rows; row++ {
		if row > 1 {
			b.WriteByte('|')
		}
		for col := 1; col <= d.cols; col++ {
			if d.free[spot{row, col}] {
				b.WriteByte('-')
			} else {
				b.WriteByte('#')
			}
		}
	}
	return b.String()
}

// words returns what the form says of each agent.
func (d draft) words() []string {
	words := make([]string, len(d.from))
	for i := range d.from {
		words[i] = fmt.Sprintf("%c=%s", 'a'+i, d.way(i))
	}
	return words
}

// way returns what the form says of agent i besides its name.
func (d draft) way(i int) string {
	from, to := d.from[i], d.to[i]
	return fmt.Sprintf("r%dc%d>r%dc%d", from.row, from.col, to.row, to.col)
}

// moved returns the puzzle with every spot where put puts it.
func (d draft) moved(rows, cols int, put func(spot) spot) draft {
	moved := draft{ghosts: ghosts{free: map[spot]bool{}}, rows: rows, cols: cols}
	for s, free := range d.free {
		if free {
			moved.free[put(s)] = true
		}
	}
	for i := range d.from {
		moved.from, moved.to = append(moved.from, put(d.from[i])), append(moved.to, put(d.to[i]))
	}
	return moved
}

// turns returns the eight ways to turn and mirror the puzzle.
func (d draft) turns() []draft {
	flipped := func(d draft) draft {
		return d.moved(d.rows, d.cols, func(s spot) spot { return spot{d.rows + 1 - s.row, s.col} })
	}
	turned := func(d draft) draft {
		return d.moved(d.cols, d.rows, func(s spot) spot { return spot{s.col, d.rows + 1 - s.row} })
	}
	all := []draft{d, flipped(d)}
	for len(all) < 8 {
		all = append(all, turned(all[len(all)-2]))
	}
	return all
}

// padded returns the puzzle with more rows and columns of walls around it.
func (d draft) padded(top, bottom, left, right int) draft {
	return d.moved(top+d.rows+bottom, left+d.cols+right, func(s spot) spot { return spot{s.row + top, s.col + left} })
}

// reversed returns the puzzle with time reversed.
func (d draft) reversed() draft {
	d.from, d.to = d.to, d.from
	return d
}

// renamed returns the puzzle with agent order[i] called what i was called.
func (d draft) renamed(order []int) draft {
	from, to := d.from, d.to
	d.from, d.to = nil, nil
	for _, i := range order {
		d.from, d.to = append(d.from, from[i]), append(d.to, to[i])
	}
	return d
}

// letter reports whether s is a start or a target.
func (d draft) letter(s spot) bool { return slices.Contains(d.from, s) || slices.Contains(d.to, s) }

// exits returns the free neighbours of s.
func (d draft) exits(s spot) []spot {
	var exits []spot
	for _, n := range []spot{{s.row - 1, s.col}, {s.row + 1, s.col}, {s.row, s.col - 1}, {s.row, s.col + 1}} {
		if d.free[n] {
			exits = append(exits, n)
		}
	}
	return exits
}

// component returns the free spots that are connected to s, and s.
func (d draft) component(s spot) []spot {
	all, seen := []spot{s}, map[spot]bool{s: true}
	for i := 0; i < len(all); i++ {
		for _, n := range d.exits(all[i]) {
			if !seen[n] {
				seen[n] = true
				all = append(all, n)
			}
		}
	}
	return all
}

// idle reports whether the component of s has neither start nor target.
func (d draft) idle(s spot) bool { return !slices.ContainsFunc(d.component(s), d.letter) }

// deadEnd returns the cells of the dead end whose tip is s, the tip first. It
// has none when s is no tip or no letter and no fork ever comes.
func (d draft) deadEnd(s spot) []spot {
	if !d.free[s] || len(d.exits(s)) != 1 {
		return nil
	}
	var cells []spot
	for !d.letter(s) && len(d.exits(s)) <= 2 {
		cells = append(cells, s)
		next := slices.DeleteFunc(d.exits(s), func(n spot) bool { return slices.Contains(cells, n) })
		if len(next) == 0 {
			return nil
		}
		s = next[0]
	}
	return cells
}

// kept is how many cells of a dead end a canonical form keeps.
func (d draft) kept() int { return len(d.from) - 1 }

// spots returns all spots of the board, the walls too, in order.
func (d draft) spots() []spot {
	var all []spot
	for row := 1; row <= d.rows; row++ {
		for col := 1; col <= d.cols; col++ {
			all = append(all, spot{row, col})
		}
	}
	return all
}
