package worker

import (
	"testing"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// BenchmarkNoting is what it costs a puzzle that others can see it being
// searched.
func BenchmarkNoting(b *testing.B) {
	slots := map[jobs.Lane]int{jobs.Bulk: 1}
	j := newActivity(slots, newMetrics(nil, slots)).begin(&jobs.Chunk{}, jobs.Bulk, time.Now())
	q := &question{guises: []guise{{puzzle: &solver.Puzzle{Kind: "sokoban"}}}}
	began := time.Now()
	states := map[string]int64{}
	b.ReportAllocs()
	for b.Loop() {
		j.searches(q, began)
		states[q.guises[0].puzzle.Kind] += 12
	}
}
