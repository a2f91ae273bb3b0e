package format

import (
	"bufio"

	"github.com/gridmill/gridmill/solver"
)

// verdictHDU1401 prints YES where the end is reached within the limit on
// moves, else NO.
func verdictHDU1401(out *bufio.Writer, _ int, row *solver.Row) error {
	var answer string
	switch row.Status {
	case solver.Solved:
		answer = "YES"
	case solver.Unsolvable:
		answer = "NO"
	default:
		answer = noVerdict
	}
	_, err := out.WriteString(answer + "\n")
	return err
}
