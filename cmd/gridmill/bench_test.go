package main

import (
	"bytes"
	"strings"
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
		var says bytes.Buffer
		a := &app{streams: streams{err: &says}}
		a.notePauses([]timing{{Mean: slowest, Max: slowest}, {Mean: row.mean, Max: slowest}})
		if got := strings.HasPrefix(says.String(), "gridmill: a mean above max counts pauses too"); got != row.want {
			t.Errorf("%s: says %q", row.reason, &says)
		}
	}
}
