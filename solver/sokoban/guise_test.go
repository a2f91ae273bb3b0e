package sokoban_test

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// guise dresses a puzzle up: a turn, rock and floor around it and elsewhere out
// of the player's reach, things there in other places, blanks, and short rows.
func guise(r *rand.Rand, form string) string {
	p := readPicture(form)
	if p.essence() == nil && r.IntN(4) == 0 {
		return pick(r, []string{"######|#@#$.#|######", "#####|#+#$#|#####", "#######|#@$-#.#|#######", "###|#@#|###|#.$"})
	}
	p = p.turned(r.IntN(4), r.IntN(2) == 0)
	p = p.framed(r, at{r.IntN(3), r.IntN(3)}, at{r.IntN(3), r.IntN(3)})
	far := p.far()
	for _, c := range p.cells("#-") {
		if far(c) {
			p[c] = pick(r, []byte("##-"))
		}
	}
	for _, c := range p.cells("$.*") {
		if !far(c) {
			continue
		}
		if to := pick(r, p.cells("#-")); far(to) {
			p[c], p[to] = p[to], p[c]
		}
	}
	if r.IntN(2) == 0 {
		p.shorten(r, far)
	}
	for _, c := range p.cells("-") {
		p[c] = pick(r, []byte("- _"))
	}
	return p.write()
}

// framed returns p with rows and columns of rock and floor before and after it.
func (p picture) framed(r *rand.Rand, before, after at) picture {
	to, size := picture{}, at{}
	for c, ch := range p {
		c = c.plus(before)
		to[c] = ch
		size = at{max(size[0], c[0]+1), max(size[1], c[1]+1)}
	}
	size = size.plus(after)
	for row := range size[0] {
		for col := range size[1] {
			if c := (at{row, col}); to[c] == 0 {
				to[c] = pick(r, []byte("##-"))
			}
		}
	}
	return to
}

// shorten takes cells that do not matter from the ends of rows.
func (p picture) shorten(r *rand.Rand, far func(at) bool) {
	cells := p.cells("#-.$*@+")
	slices.Reverse(cells)
	for _, c := range cells {
		if _, more := p[c.plus(at{0, 1})]; !more && far(c) && (p[c] == '#' || p[c] == '-') && r.IntN(3) > 0 {
			delete(p, c)
		}
	}
}

// scene is a puzzle of one box taken apart.
type scene struct {
	ground              picture // walls and floor
	player, box, target at
}

func readScene(form string) scene {
	p := readPicture(form)
	s := scene{picture{}, p.cells("@+")[0], p.cells("$*")[0], p.cells(".+*")[0]}
	for c, ch := range p {
		s.ground[c] = '-'
		if ch == '#' {
			s.ground[c] = '#'
		}
	}
	return s
}

func (s scene) write() string {
	p := maps.Clone(s.ground)
	p[s.target] = '.'
	for _, thing := range []struct {
		at
		free, onTarget byte
	}{{s.player, '@', '+'}, {s.box, '$', '*'}} {
		if thing.at == s.target {
			p[thing.at] = thing.onTarget
		} else {
			p[thing.at] = thing.free
		}
	}
	return p.write()
}

// lookalike changes a puzzle of one box by a wall, a step of the player, another
// place of the box or the target, both exchanged, or a dead end filled; and
// dresses it up sometimes. Of several boxes it exchanges two cells.
func lookalike(r *rand.Rand, form string) string {
	if len(readPicture(form).cells("$*")) > 1 {
		return lookalikeOfMany(r, form)
	}
	for range 20 {
		s := readScene(form)
		var inner, open, ends []at
		for _, c := range s.ground.cells("#-") {
			walls, rim := 0, false
			for _, side := range sides() {
				ch, ok := s.ground[c.plus(side)]
				rim = rim || !ok
				if ch == '#' {
					walls++
				}
			}
			if rim {
				continue
			}
			inner = append(inner, c)
			if s.ground[c] == '-' {
				open = append(open, c)
				if walls == 3 {
					ends = append(ends, c)
				}
			}
		}
		switch r.IntN(6) {
		case 0:
			c := pick(r, inner)
			s.ground[c] ^= '#' ^ '-'
		case 1:
			s.player = s.player.plus(pick(r, sides()))
		case 2:
			s.box = pick(r, open)
		case 3:
			s.target = pick(r, open)
		case 4:
			s.box, s.target = s.target, s.box
		case 5:
			if len(ends) > 0 {
				s.ground[pick(r, ends)] = '#'
			}
		}
		if s.player == s.box || s.ground[s.player] == '#' || s.ground[s.box] == '#' || s.ground[s.target] == '#' {
			continue
		}
		if other := s.write(); other != form {
			if r.IntN(2) == 0 {
				return guise(r, other)
			}
			return other
		}
	}
	return form
}
