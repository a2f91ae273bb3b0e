package grid_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gridmill/gridmill/solver/grid"
)

// spread is Along, a step at a time.
func spread(cells, open uint64) uint64 {
	for {
		more := cells | (cells<<1|cells>>1)&open
		if more == cells {
			return cells
		}
		cells = more
	}
}

func TestAlong(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 200_000 {
		open := r.Uint64() | r.Uint64()
		for range r.IntN(4) {
			open |= open << 1 & r.Uint64()
		}
		cells := open & r.Uint64() & r.Uint64() & r.Uint64()
		if got, want := grid.Along(cells, open), spread(cells, open); got != want {
			t.Fatalf("%064b in %064b: %064b, want %064b", cells, open, got, want)
		}
	}
	for bit := range 64 {
		if got := grid.Along(1<<bit, ^uint64(0)); got != ^uint64(0) {
			t.Errorf("bit %d spreads to %064b of an open row", bit, got)
		}
	}
}
