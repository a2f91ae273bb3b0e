package solver_test

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// How often a search finds no memory of an earlier one, of a thousand that
// follow each other.
func TestPoolKeeps(t *testing.T) {
	if solvertest.Race {
		t.Skip("pools drop what they are given at random under the race detector")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection empties pools
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))  // a goroutine that changes processors leaves its memory there
	for _, row := range []struct {
		what  string
		bytes int
		want  int
	}{
		{"little", 4 << 20, 1},
		{"much, now and then", 4<<20 + 1, 4},
		{"much, now and then", 64 << 20, 4},
		{"too much", 64<<20 + 1, 1000},
	} {
		var p solver.Pool[struct{ used bool }]
		fresh := 0
		for range 1000 {
			s := p.Get()
			if !s.used {
				fresh++
			}
			s.used = true
			p.Put(s, row.bytes)
		}
		if fresh != row.want {
			t.Errorf("%s (%d bytes): %d of 1000 found no memory, want %d", row.what, row.bytes, fresh, row.want)
		}
	}
}
