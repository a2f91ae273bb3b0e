package bfs

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSetHoldsWhatWasAdded(t *testing.T) {
	for _, row := range []struct {
		reason string
		bits   int
		dense  bool
	}{
		{"states known to be small have one bit each", 9, true},
		{"a table is used while bits would take more", 30, false},
		{"nothing known about the states", 64, false},
	} {
		t.Run(row.reason, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(row.bits)))
			most := uint64(math.MaxUint64 - 1)
			if row.bits < 64 {
				most = 1<<row.bits - 1
			}
			want := map[uint64]bool{0: true, most: true}
			var s set
			s.remake(256, row.bits)
			s.add([]uint64{0, most}, nil)
			if s.dense != row.dense {
				t.Fatalf("dense = %t", s.dense)
			}
			for range 84 {
				var some, fresh []uint64
				for range 3 {
					x := min(r.Uint64()>>(64-row.bits), most)
					some = append(some, x)
					if !want[x] {
						fresh = append(fresh, x)
					}
					want[x] = true
				}
				if got := s.add(some, nil); !slices.Equal(got, fresh) {
					t.Fatalf("add(%v) says that %v are new, want %v", some, got, fresh)
				}
			}
			for range 2000 {
				if x := min(r.Uint64()>>(64-row.bits), most); s.has(x) != want[x] {
					t.Fatalf("has(%d) = %t", x, s.has(x))
				}
			}
			for x := range want {
				if !s.has(x) {
					t.Fatalf("%d was lost", x)
				}
			}
		})
	}
}

func TestRemakingForgetsAndReusesMemory(t *testing.T) {
	var s set
	s.remake(1000, 64)
	s.add([]uint64{1, 2, 3}, nil)
	old := &s.mem[0]
	states := []uint64{4, 5}
	s.remake(100, 64)
	s.add(states, nil)
	if s.has(1) || !s.has(4) || !s.has(5) || !slices.Equal(states, []uint64{4, 5}) {
		t.Error("the set does not hold exactly the new states")
	}
	if &s.mem[0] != old {
		t.Error("a smaller set took new memory")
	}
}

func TestSetIsAtMostHalfFullAndNeverLargerThanBits(t *testing.T) {
	for n := 1; n < 5000; n++ {
		if words, dense := setWords(n, 64); dense || words < 2*n || words > 4*n {
			t.Fatalf("%d states get %d words, dense %t", n, words, dense)
		}
		if words, dense := setWords(n, 12); !dense && words >= 64 || dense && words != 64 {
			t.Fatalf("%d states of 12 bits get %d words, dense %t", n, words, dense)
		}
	}
}
