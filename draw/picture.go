// Package draw shows puzzles and their answers: as text, as frames that a
// player steps through, and as an SVG that moves. It knows nothing of kinds,
// only the scenes that they make of their puzzles. It comes last on a puzzle's
// road: what it draws has been read, solved and replayed.
package draw

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
)

// Picture is a scene and what is written around it. The texts may hold
// anything; what is no character to print is replaced.
type Picture struct {
	Scene   solver.Scene
	Title   string // the puzzle's name
	Caption string // how it ended and what the plan costs
	Plan    string // "" when there is none
}

// roles lists the movers of a scene that look different, one of each.
func roles(s *solver.Scene) []solver.Mover {
	var found []solver.Mover
	seen := map[string]bool{}
	for _, m := range s.Movers {
		if !seen[m.Role] {
			found = append(found, m)
			seen[m.Role] = true
		}
	}
	return found
}

// printable keeps what a file says from moving the cursor of a terminal, or
// turning the text around.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return utf8.RuneError
	}, text)
}
