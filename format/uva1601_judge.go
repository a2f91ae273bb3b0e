package format

import (
	"bufio"

	"github.com/gridmill/gridmill/solver"
)

// verdictUVa1601 prints the number of steps, or -1 where there is no way.
func verdictUVa1601(out *bufio.Writer, _ int, row *solver.Row) error {
	var answer string
	switch row.Status {
	case solver.Solved:
		answer = measure(row.Cost, "steps")
	case solver.Unsolvable:
		answer = "-1"
	default:
		answer = noVerdict
	}
	_, err := out.WriteString(answer + "\n")
	return err
}
