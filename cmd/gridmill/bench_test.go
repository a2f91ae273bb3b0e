package main

import (
	"testing"
	"time"
)

// The mean counts every rotation whole, the median leaves a pause out: with one
// puzzle and one long pause the mean is above max, and bench says why.
func TestAMeanAboveMaxIsAPause(t *testing.T) {
	sorted := medians([][]time.Duration{{1, 1, 100}, {2, 2, 2}})
	slowest := sorted[len(sorted)-1].Nanoseconds()
	for _, row := range []struct {
		reason string
		mean   int64
		want   bool
	}{
		{"(1 + 1 + 100 + 2 + 2 + 2) / 6, with the pause", 18, true},
		{"without it", 1, false},
		{"one puzzle, always as quick", slowest, false},
	} {
		if got := (timing{Mean: row.mean, Max: slowest}).paused(); got != row.want {
			t.Errorf("%s: %t, want %t", row.reason, got, row.want)
		}
	}
}
