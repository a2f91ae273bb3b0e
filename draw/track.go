package draw

import "github.com/gridmill/gridmill/solver"

// key is a moment and where a mover is then. Between two keys it moves
// straight and evenly, or rests.
type key struct{ step, place int }

// tracks returns the way of each mover: as few keys as tell it, the first
// before the first step. A mover that never moves has one.
func tracks(s *solver.Scene) [][]key {
	ways := make([][]key, len(s.Movers))
	for i, m := range s.Movers {
		ways[i] = []key{{0, m.At}}
	}
	for n, moves := range s.Steps {
		for _, m := range moves {
			way := ways[m.Mover]
			last := way[len(way)-1]
			if last.step < n {
				way = straighten(append(way, key{n, last.place}), s.Cols)
			}
			ways[m.Mover] = straighten(append(way, key{n + 1, m.To}), s.Cols)
		}
	}
	return ways
}

// straighten takes the last key but one out of a way where it lies on the
// straight between its neighbours.
func straighten(way []key, cols int) []key {
	if len(way) < 3 {
		return way
	}
	a, b, c := way[len(way)-3], way[len(way)-2], way[len(way)-1]
	even := func(a, b, c int, t1, t2 int) bool { return (b-a)*t2 == (c-b)*t1 }
	t1, t2 := b.step-a.step, c.step-b.step
	if !even(a.place/cols, b.place/cols, c.place/cols, t1, t2) || !even(a.place%cols, b.place%cols, c.place%cols, t1, t2) {
		return way
	}
	return append(way[:len(way)-2], c)
}

// change is a moment from which on a mover is on a target that is for it, or
// not any more.
type change struct {
	step    int
	arrived bool
}

// arrivals returns for each mover whether it begins on a target and every
// change of that. Figures do not arrive.
func arrivals(s *solver.Scene) [][]change {
	targets := targetsOf(s)
	changes := make([][]change, len(s.Movers))
	on := func(mover, place int) bool {
		return s.Movers[mover].Shape != solver.Figure && isFor(targets[place], mover)
	}
	for i, m := range s.Movers {
		changes[i] = []change{{0, on(i, m.At)}}
	}
	for n, moves := range s.Steps {
		for _, m := range moves {
			was := changes[m.Mover][len(changes[m.Mover])-1].arrived
			if now := on(m.Mover, m.To); now && !was {
				changes[m.Mover] = append(changes[m.Mover], change{n + 1, true})
			} else if was && !now {
				changes[m.Mover] = append(changes[m.Mover], change{n, false})
			}
		}
	}
	return changes
}
