package sokoban_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// at is a row and a column.
type at [2]int

func (a at) plus(b at) at { return at{a[0] + b[0], a[1] + b[1]} }

func sides() []at { return []at{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} }

// picture is a form taken apart, blanks written as dashes. It trusts the form.
type picture map[at]byte

func readPicture(form string) picture {
	p := picture{}
	for r, row := range strings.Split(form, "|") {
		for c := range len(row) {
			p[at{r, c}] = row[c]
			if row[c] == ' ' || row[c] == '_' {
				p[at{r, c}] = '-'
			}
		}
	}
	return p
}

// inside returns the cells that the player could enter if there were no boxes.
func (p picture) inside() map[at]bool {
	var todo []at
	for c, ch := range p {
		if ch == '@' || ch == '+' {
			todo = append(todo, c)
		}
	}
	found := map[at]bool{todo[0]: true}
	for len(todo) > 0 {
		c := todo[0]
		todo = todo[1:]
		for _, side := range sides() {
			n := c.plus(side)
			if ch, ok := p[n]; ok && ch != '#' && !found[n] {
				found[n] = true
				todo = append(todo, n)
			}
		}
	}
	return found
}

// essence is what makes a puzzle the one it is, but for where it lies: what the
// player can reach, or nil where something that he can never reach is amiss.
func (p picture) essence() picture {
	inside, rest := p.inside(), picture{}
	for c, ch := range p {
		if inside[c] {
			rest[c] = ch
		} else if ch == '$' || ch == '.' {
			return nil
		}
	}
	return rest
}

// turned returns p after quarter turns, mirrored before if mirror is true, with
// its least row and least column at 0.
func (p picture) turned(turns int, mirror bool) picture {
	to, corner := picture{}, at{}
	for c, ch := range p {
		if mirror {
			c[1] = -c[1]
		}
		for range turns {
			c = at{c[1], -c[0]}
		}
		if len(to) == 0 {
			corner = c
		}
		corner = at{min(corner[0], c[0]), min(corner[1], c[1])}
		to[c] = ch
	}
	moved := picture{}
	for c, ch := range to {
		moved[at{c[0] - corner[0], c[1] - corner[1]}] = ch
	}
	return moved
}

// same is the slow, obvious judge of guises: after some turn, what matters of
// the one covers what matters of the other.
func same(one, two string) bool {
	a, b := readPicture(one).essence(), readPicture(two).essence()
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	b = b.turned(0, false)
	for turns := range 4 {
		if maps.Equal(a.turned(turns, false), b) || maps.Equal(a.turned(turns, true), b) {
			return true
		}
	}
	return false
}

// cells returns the cells of p that hold one of chars, in an order that does
// not depend on the map.
func (p picture) cells(chars string) []at {
	var all []at
	for c, ch := range p {
		if strings.IndexByte(chars, ch) >= 0 {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b at) int { return slices.Compare(a[:], b[:]) })
	return all
}

// far returns whether a cell is neither within the player's reach nor the wall
// around that.
func (p picture) far() func(c at) bool {
	near := map[at]bool{}
	for c := range p.inside() {
		near[c] = true
		for _, side := range sides() {
			near[c.plus(side)] = true
		}
	}
	return func(c at) bool { return !near[c] }
}

// write returns the form of p, which has a cell at 0, 0 and none before it.
// Rows end where p has no more cells.
func (p picture) write() string {
	var rows []string
	for _, c := range p.cells("#-.$*@+ _") {
		for len(rows) <= c[0] {
			rows = append(rows, "")
		}
		rows[c[0]] += string(p[c])
	}
	return strings.Join(rows, "|")
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }
