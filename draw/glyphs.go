package draw

import (
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// Glyphs is an alphabet for places, ASCII or Unicode.
type Glyphs byte

// The alphabets.
const (
	Unicode Glyphs = iota // blocks and shapes, two columns a place, so that it is about square
	ASCII                 // the signs of the kind's own notation, one column a place
)

// width is how many columns of a terminal a place takes.
func (g Glyphs) width() int {
	if g == ASCII {
		return 1
	}
	return 2
}

// SGR parameters of what is drawn in colour. They are told apart on light and on
// dark terminals.
const (
	sgrWall    = "90"
	sgrFloor   = "90"
	sgrTarget  = "36"
	sgrFigure  = "1;35"
	sgrMover   = "33"
	sgrArrived = "32"
)

// sgrLabel is the colour of the mover i of those with labels.
func sgrLabel(i int) string { return "1;3" + string("142563"[i%6]) }

// ground returns the sign of what is fixed. open says that the scene has no
// walls around it, so that its floor must show.
func (g Glyphs) ground(ground solver.Ground, open bool) (sign, sgr string) {
	switch {
	case ground == solver.Wall && g == ASCII:
		return "#", sgrWall
	case ground == solver.Wall:
		return "██", sgrWall
	case ground == solver.Floor && g == ASCII:
		return "-", sgrFloor
	case ground == solver.Floor && open:
		return "· ", sgrFloor
	}
	return strings.Repeat(" ", g.width()), ""
}

// target returns the sign of a target on which nothing stands.
func (g Glyphs) target(t *solver.Target) (sign, sgr string) {
	sgr = sgrTarget
	if t.For != solver.Anyone {
		sgr = sgrLabel(t.For)
	}
	switch {
	case g == ASCII:
		return string(t.Sign), sgr
	case t.For != solver.Anyone:
		return string(t.Sign) + " ", sgr
	}
	return "○ ", sgr
}

// mover returns the sign of mover i, which stands on a target that is for it or
// does not.
func (g Glyphs) mover(i int, m *solver.Mover, onTarget bool) (sign, sgr string) {
	sgr = sgrMover
	switch {
	case m.Label != 0:
		sgr = sgrLabel(i)
	case m.Shape == solver.Figure:
		sgr = sgrFigure
	case onTarget:
		sgr = sgrArrived
	}
	ascii := m.Sign
	if onTarget {
		ascii = m.Arrived
	}
	if g == ASCII {
		return string(ascii), sgr
	}
	if m.Label != 0 {
		return string(ascii) + " ", sgr
	}
	shapes := map[solver.Shape][2]string{solver.Figure: {"◆ ", "◈ "}, solver.Box: {"■ ", "▣ "}, solver.Disc: {"● ", "◉ "}}
	if onTarget {
		return shapes[m.Shape][1], sgr
	}
	return shapes[m.Shape][0], sgr
}

// legend says what the signs of a scene mean.
func (g Glyphs) legend(s *solver.Scene, color bool) string {
	var parts []string
	say := func(sign, sgr, what string) {
		parts = append(parts, paint(strings.TrimSpace(sign), sgr, color)+" "+what)
	}
	for _, m := range roles(s) {
		if m.Label != 0 {
			i := firstLabelled(s, m.Role)
			sign, sgr := g.mover(i, &s.Movers[i], false)
			say(sign, sgr, m.Role)
			if t := targetFor(s, i); t != nil {
				sign, sgr = g.target(t)
				say(sign, sgr, "its target")
			}
			continue
		}
		sign, sgr := g.mover(0, &m, false)
		say(sign, sgr, m.Role)
		if m.Shape != solver.Figure {
			sign, sgr = g.mover(0, &m, true)
			say(sign, sgr, m.Role+" on target")
		}
	}
	for i := range s.Targets {
		if s.Targets[i].For == solver.Anyone {
			sign, sgr := g.target(&s.Targets[i])
			say(sign, sgr, "target")
			break
		}
	}
	return strings.Join(parts, "   ")
}

// firstLabelled returns the mover of a role whose label is the least: the one
// that a legend shows for all of them.
func firstLabelled(s *solver.Scene, role string) int {
	first := -1
	for i := range s.Movers {
		if m := &s.Movers[i]; m.Role == role && m.Label != 0 && (first < 0 || m.Label < s.Movers[first].Label) {
			first = i
		}
	}
	return first
}

// targetFor returns the target that is for mover i alone, or nil.
func targetFor(s *solver.Scene, i int) *solver.Target {
	for t := range s.Targets {
		if s.Targets[t].For == i {
			return &s.Targets[t]
		}
	}
	return nil
}

// paint puts text in a colour.
func paint(text, sgr string, color bool) string {
	if !color || sgr == "" {
		return text
	}
	return "\x1b[" + sgr + "m" + text + "\x1b[0m"
}
