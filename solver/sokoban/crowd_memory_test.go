package sokoban

import (
	"runtime"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// A position of thousands of boxes takes so much that memory taken ahead of
// the positions would be far more than the budget.
func TestThousandsOfBoxesStayWithinTheirMemory(t *testing.T) {
	const side, budget, spare = 200, 16 << 20, 16 << 20
	wall := strings.Repeat("#", side+2)
	rows := []string{wall, "#@" + strings.Repeat("-", side-1) + "#"}
	for i := range side - 1 {
		row := strings.Repeat("-", side)
		if i%3 == 1 {
			row = strings.Repeat("$-.-", side/4)
		}
		rows = append(rows, "#"+row+"#")
	}
	form := strings.Join(append(rows, wall), "|")
	for _, algorithm := range New().Info().Algorithms {
		kind := New() // with no memory from before
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		answer, err := kind.Solve(t.Context(), form, solver.Options{Algorithm: algorithm}, solver.Budget{Bytes: budget})
		runtime.ReadMemStats(&after)
		if err != nil || answer.Limit != solver.LimitBytes {
			t.Errorf("%s: %+v, %v", algorithm, answer, err)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > budget+spare {
			t.Errorf("%s: allocated %d MiB in all under a budget of %d", algorithm, took>>20, budget>>20)
		}
	}
}
