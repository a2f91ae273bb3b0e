package format

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// measures are what a row of CSV may count, in the order of weight.
func measures() []string { return []string{"pushes", "moves", "steps"} }

func isMeasure(name string) bool { return slices.Contains(measures(), name) }

// addMeasure adds the number of a measure, as a cell has it, to a cost.
func addMeasure(cost *solver.Cost, name, text string) *solver.ParseError {
	n, err := strconv.Atoi(text)
	if err != nil {
		return fault(0, 0, "%s must be a whole number of at most %d, not %s", name, math.MaxInt, quote([]byte(text)))
	}
	for i := range cost {
		if cost[i].Name == "" {
			cost[i] = solver.Measure{Name: name, Value: n}
			return nil
		}
	}
	return fault(0, 0, "the row has more numbers than a cost has, %s and others", name)
}

// readCost reads a cost as people say it, which is what the field cost of a row
// of CSV holds: "1 push, 12 moves".
func readCost(cost *solver.Cost, text string) *solver.ParseError {
	for part := range strings.SplitSeq(text, ",") {
		number, noun, _ := strings.Cut(strings.TrimSpace(part), " ")
		i := slices.IndexFunc(measures(), func(name string) bool {
			return (solver.Measure{Name: name, Value: 1}).String() == "1 "+noun || name == noun
		})
		if i < 0 {
			return fault(0, 0, "cost must be put as in 2 pushes, 5 moves, not %s", quote([]byte(text)))
		}
		if bad := addMeasure(cost, measures()[i], number); bad != nil {
			return bad
		}
	}
	return nil
}
