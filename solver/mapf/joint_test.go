package mapf

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridmill/gridmill/solver/grid"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// explored returns the puzzle of form, ready for a search.
func explored(t *testing.T, form string) *puzzle {
	t.Helper()
	p := new(puzzle)
	if err := p.read(form); err != nil {
		t.Fatal(err)
	}
	p.explore()
	return p
}

// jointOf returns the graph of p.
func jointOf(p *puzzle) *joint {
	j := new(joint)
	j.prepare(p)
	return j
}

// neighbours collects all blocks.
func (j *joint) neighbours(state uint64) []uint64 {
	var all []uint64
	j.Neighbours(state, func(block []uint64) bool {
		all = append(all, block...)
		return true
	})
	return all
}

func TestNineAgentsOnAFull3By3(t *testing.T) {
	p := explored(t, "---|---|--- a=r1c1>r1c1 b=r1c2>r1c2 c=r1c3>r1c3 d=r2c1>r2c1 e=r2c2>r2c2 f=r2c3>r2c3 g=r3c1>r3c1 h=r3c2>r3c2 i=r3c3>r3c3")
	j := jointOf(p)
	// The steps are turns of rings. Their turns reach all 9! placements, in
	// layers of known sizes; the later ones are 167774, 108748, 5350 and 4.
	want := []int{1, 26, 526, 8290, 72161}
	root := j.state(p, func(a agent) grid.Cell { return a.start })
	known := map[uint64]bool{root: true}
	layer := []uint64{root}
	sizes := []int{1}
	for len(sizes) < len(want) {
		var next []uint64
		for _, s := range layer {
			for _, u := range j.neighbours(s) {
				if !known[u] {
					known[u] = true
					next = append(next, u)
				}
			}
		}
		layer = next
		sizes = append(sizes, len(layer))
	}
	if !slices.Equal(sizes, want) {
		t.Errorf("layers of %v placements, want %v", sizes, want)
	}
}

func TestNeighboursAreListedOnceBothWaysAndInBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 200 {
		agents := 1 + r.IntN(6)
		form := solvertest.RandomMapf(r, 3, 4, agents, r.Float64()/3)
		p := explored(t, form)
		j := jointOf(p)
		root := j.state(p, func(a agent) grid.Cell { return a.start })
		all := j.neighbours(root)
		distinct := map[uint64]bool{}
		for _, s := range all {
			distinct[s] = true
			if !slices.Contains(j.neighbours(s), root) {
				t.Fatalf("%s: %x leads to %x, but not back", form, root, s)
			}
		}
		if len(distinct) != len(all) {
			t.Fatalf("%s: a neighbour is listed twice", form)
		}
		blocks := 0
		j.Neighbours(root, func(block []uint64) bool {
			blocks++
			if len(block) > blockStates {
				t.Fatalf("%s: a block of %d states", form, len(block))
			}
			return false
		})
		if blocks != 1 {
			t.Fatalf("%s: %d blocks after the first was enough", form, blocks)
		}
	}
}

func TestExpandingAllocatesNothing(t *testing.T) {
	p := explored(t, "----|----|----|---- a=r1c1>r1c2 b=r1c3>r1c4 c=r2c2>r2c3 d=r3c1>r3c2 e=r3c4>r4c4 f=r4c2>r4c3")
	j := jointOf(p)
	root := j.state(p, func(a agent) grid.Cell { return a.start })
	pass := func([]uint64) bool { return true }
	if n := testing.AllocsPerRun(100, func() { j.Neighbours(root, pass) }); n != 0 {
		t.Errorf("%v allocations a state", n)
	}
}
