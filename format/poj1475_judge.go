package format

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// compass turns a plan in LURD letters into the judge's points of the compass.
// The case stays: lower a walk, upper a push.
var compass = strings.NewReplacer("u", "n", "d", "s", "l", "w", "r", "e", "U", "N", "D", "S", "L", "W", "R", "E")

// verdictPOJ1475 prints "Maze #k", the plan or "Impossible.", and a blank
// line.
func verdictPOJ1475(out *bufio.Writer, k int, row *solver.Row) error {
	answer := noVerdict
	switch {
	case row.Status == solver.Solved && row.Plan != nil:
		answer = compass.Replace(*row.Plan)
	case row.Status == solver.Unsolvable:
		answer = "Impossible."
	}
	_, err := fmt.Fprintf(out, "Maze #%d\n%s\n\n", k, answer)
	return err
}
