package bfs

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// listed is a graph by its lists of neighbours. It yields blocks of two, so
// that searches meet states in the middle of their neighbours.
type listed map[uint64][]uint64

func (g listed) Neighbours(state uint64, yield func([]uint64) bool) {
	for block := range slices.Chunk(g[state], 2) {
		if !yield(block) {
			return
		}
	}
}

// distance is the plain search that the others are judged by: -1 is no path.
func (g listed) distance(from, to uint64) int {
	dist := map[uint64]int{from: 0}
	queue := []uint64{from}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		for _, t := range g[s] {
			if _, known := dist[t]; !known {
				dist[t] = dist[s] + 1
				queue = append(queue, t)
			}
		}
	}
	if d, ok := dist[to]; ok {
		return d
	}
	return -1
}

// randomGraph has states below n, loops and isolated states among them.
func randomGraph(r *rand.Rand, n, edges int) listed {
	g := listed{}
	for range edges {
		s, t := r.Uint64N(uint64(n)), r.Uint64N(uint64(n))
		g[s] = append(g[s], t)
		g[t] = append(g[t], s)
	}
	return g
}

// ways are both searches, by name.
func ways(s *Searcher) map[string]func(*solver.Meter, Problem) Result {
	return map[string]func(*solver.Meter, Problem) Result{"one way": s.OneWay, "two ways": s.TwoWay}
}

func meter(b solver.Budget) *solver.Meter { return solver.NewMeter(context.Background(), b) }

// checkPath wants r to be a walk of d edges that g has.
func checkPath(t *testing.T, g listed, p Problem, r Result, d int) {
	t.Helper()
	if len(r.Path) != d+1 || r.Path[0] != p.Start || r.Path[d] != p.Goal {
		t.Fatalf("path %v from %d to %d, want %d edges", r.Path, p.Start, p.Goal, d)
	}
	for i, s := range r.Path[:d] {
		if !slices.Contains(g[s], r.Path[i+1]) {
			t.Fatalf("path %v uses an edge between %d and %d", r.Path, s, r.Path[i+1])
		}
	}
}

func TestSearchesAgreeWithAPlainOne(t *testing.T) {
	var searcher Searcher
	r := rand.New(rand.NewPCG(5, 6))
	absent := 0
	for range 2000 {
		n := 2 + r.IntN(40)
		g := randomGraph(r, n, r.IntN(2*n))
		p := Problem{Graph: g, Start: r.Uint64N(uint64(n)), Goal: r.Uint64N(uint64(n))}
		d := g.distance(p.Start, p.Goal)
		for name, search := range ways(&searcher) {
			for _, p.Bits = range []int{6, 64} {
				for _, p.MaxDepth = range []int{0, max(1, d-1), max(1, d), d + 2} {
					res := search(meter(solver.Budget{}), p)
					if d < 0 || p.MaxDepth > 0 && d > p.MaxDepth {
						absent++
						if res.Outcome != Absent {
							t.Fatalf("%s: %v: outcome %d, want none: distance %d", name, p, res.Outcome, d)
						}
						continue
					}
					if res.Outcome != Found {
						t.Fatalf("%s: %v: outcome %d, distance %d", name, p, res.Outcome, d)
					}
					checkPath(t, g, p, res, d)
				}
			}
		}
	}
	if absent < 1000 {
		t.Errorf("only %d searches had nothing to find", absent)
	}
}

func TestStateLimitIsExactAndItsBoundIsProved(t *testing.T) {
	var searcher Searcher
	r := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		n := 10 + r.IntN(40)
		g := randomGraph(r, n, n+r.IntN(n))
		p := Problem{Graph: g, Start: 0, Goal: 1, Bits: 64}
		d := g.distance(0, 1)
		for name, search := range ways(&searcher) {
			whole := meter(solver.Budget{})
			search(whole, p)
			bound := 0
			for states := int64(1); states < whole.States(); states++ {
				m := meter(solver.Budget{States: states})
				res := search(m, p)
				if res.Outcome != Stopped || m.States() != states {
					t.Fatalf("%s: outcome %d with %d of %d states", name, res.Outcome, m.States(), states)
				}
				if d >= 0 && res.Bound > d || res.Bound < bound || res.Bound < 1 {
					t.Fatalf("%s: bound %d after %d, distance %d", name, res.Bound, bound, d)
				}
				bound = res.Bound
			}
			if d > 0 && whole.States() > 2 && bound != d {
				t.Fatalf("%s: one state short of a path of %d the bound is %d", name, d, bound)
			}
		}
	}
}

// plane is a square grid of 1<<half cells a side, without walls.
type plane struct {
	half  int
	block [4]uint64
}

func (g *plane) Neighbours(state uint64, yield func([]uint64) bool) {
	side := uint64(1) << g.half
	row, col := state>>g.half, state&(side-1)
	block := g.block[:0]
	if row > 0 {
		block = append(block, state-side)
	}
	if row < side-1 {
		block = append(block, state+side)
	}
	if col > 0 {
		block = append(block, state-1)
	}
	if col < side-1 {
		block = append(block, state+1)
	}
	yield(block)
}

// across asks for a path from corner to corner of a plane.
func across(half, bits int) Problem {
	return Problem{Graph: &plane{half: half}, Goal: 1<<(2*half) - 1, Bits: bits}
}

func TestByteLimitDoesNotDependOnEarlierSearches(t *testing.T) {
	for _, bits := range []int{16, 64} {
		for name := range ways(nil) {
			for _, budget := range []int64{1, 20_000, 100_000, 1_000_000} {
				var fresh, used Searcher
				ways(&used)[name](meter(solver.Budget{}), across(8, 64))
				var results [2]string
				for i, s := range []*Searcher{&fresh, &used} {
					m := meter(solver.Budget{Bytes: budget})
					res := ways(s)[name](m, across(8, bits))
					results[i] = fmt.Sprint(res.Outcome, m.States(), res.Bound)
				}
				if results[0] != results[1] {
					t.Errorf("%s, %d bits, %d bytes: %s with new memory, %s with used", name, bits, budget, results[0], results[1])
				}
			}
		}
	}
}

func TestBitsSaveMemory(t *testing.T) {
	const budget = 9_000_000 // too little for the tables of 262 144 states
	for bits, want := range map[int]Outcome{18: Found, 64: Stopped} {
		var s Searcher
		if r := s.OneWay(meter(solver.Budget{Bytes: budget}), across(9, bits)); r.Outcome != want {
			t.Errorf("with %d bits: outcome %d, want %d", bits, r.Outcome, want)
		}
	}
}

func TestMemoryInUseIsReserved(t *testing.T) {
	for _, bits := range []int{18, 64} {
		var w side
		m := meter(solver.Budget{})
		if !w.begin(m, 0, bits) {
			t.Fatal("refused without a budget")
		}
		for s := uint64(1); s < 100_000; s++ {
			if !w.makeRoom(m, 1) {
				t.Fatal("refused without a budget")
			}
			w.reached = w.seen.add([]uint64{s}, w.reached)
			if used := int64(8 * (cap(w.reached) + len(w.seen.mem))); used > w.bytes {
				t.Fatalf("%d states: %d bytes in use, %d reserved", s+1, used, w.bytes)
			}
		}
	}
}

func TestSearchIsCalledOff(t *testing.T) {
	for name := range ways(nil) {
		var s Searcher
		ctx, cancel := context.WithCancel(context.Background())
		m := solver.NewMeter(ctx, solver.Budget{})
		cancel()
		if r := ways(&s)[name](m, across(9, 64)); r.Outcome != Stopped || !errors.Is(m.Err(), context.Canceled) {
			t.Errorf("%s: outcome %d, %v", name, r.Outcome, m.Err())
		}
	}
}

func TestWarmSearchAllocatesOnlyItsPath(t *testing.T) {
	w := new(search)
	w.take = w.takeBlock
	w.Problem, w.meter = across(7, 64), meter(solver.Budget{})
	for _, twoWay := range []bool{false, true} {
		if n := testing.AllocsPerRun(10, func() { w.run(twoWay) }); n > 8 {
			t.Errorf("two ways %t: %v allocations", twoWay, n)
		}
	}
}

func BenchmarkPlane(b *testing.B) {
	var s Searcher
	for _, name := range []string{"one way", "two ways"} {
		for _, bits := range []int{18, 64} {
			b.Run(fmt.Sprintf("%s/bits=%d", name, bits), func(b *testing.B) {
				search, p := ways(&s)[name], across(9, bits)
				b.ReportAllocs()
				for b.Loop() {
					search(meter(solver.Budget{}), p)
				}
			})
		}
	}
}
