package draw

import "github.com/gridmill/gridmill/solver"

// Position is where the movers of a scene stand after some of its steps.
type Position struct {
	scene *solver.Scene
	step  int
	at    []int   // of each mover
	from  [][]int // where each move of each step comes from
}

// NewPosition returns the position before the first step. The scene must not
// change afterwards.
func NewPosition(s *solver.Scene) *Position {
	p := &Position{scene: s, at: make([]int, len(s.Movers)), from: make([][]int, len(s.Steps))}
	start := func() {
		for i, m := range s.Movers {
			p.at[i] = m.At
		}
	}
	start()
	for n, moves := range s.Steps {
		p.from[n] = make([]int, len(moves))
		for i, m := range moves {
			p.from[n][i], p.at[m.Mover] = p.at[m.Mover], m.To
		}
	}
	start()
	return p
}

// Step is how many steps have been made.
func (p *Position) Step() int { return p.step }

// Steps is how many there are.
func (p *Position) Steps() int { return len(p.scene.Steps) }

// At is the place where a mover stands.
func (p *Position) At(mover int) int { return p.at[mover] }

// Seek goes to the position after n steps, or to the first or last there is.
func (p *Position) Seek(n int) {
	n = min(max(n, 0), len(p.scene.Steps))
	for ; p.step < n; p.step++ {
		for _, m := range p.scene.Steps[p.step] {
			p.at[m.Mover] = m.To
		}
	}
	for ; p.step > n; p.step-- {
		for i, m := range p.scene.Steps[p.step-1] {
			p.at[m.Mover] = p.from[p.step-1][i]
		}
	}
}

// Focus is the place to look at: where something moved last, or is about to.
func (p *Position) Focus() int {
	for n := max(p.step-1, 0); n < len(p.scene.Steps); n++ {
		if moves := p.scene.Steps[n]; len(moves) > 0 {
			return p.at[moves[0].Mover]
		}
	}
	if len(p.at) == 0 {
		return 0
	}
	return p.at[len(p.at)-1]
}

// occupied returns which mover stands where.
func (p *Position) occupied() map[int]int {
	movers := make(map[int]int, len(p.at))
	for i, place := range p.at {
		movers[place] = i
	}
	return movers
}

// targetsOf returns the targets of a scene by place.
func targetsOf(s *solver.Scene) map[int]*solver.Target {
	targets := make(map[int]*solver.Target, len(s.Targets))
	for i := range s.Targets {
		targets[s.Targets[i].At] = &s.Targets[i]
	}
	return targets
}

// isFor reports whether a target, which may be nil, is for a mover.
func isFor(t *solver.Target, mover int) bool {
	return t != nil && (t.For == solver.Anyone || t.For == mover)
}
