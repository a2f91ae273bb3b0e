package sokoban

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// randomField returns a board as auto reads it and as the named algorithms do,
// or false when nothing is left to search.
func randomField(t *testing.T, r *rand.Rand) (f *field, b *board, ok bool) {
	form := solvertest.RandomSokoban(r, 1+r.IntN(12), 2+r.IntN(70), 0.5*r.Float64())
	f, b = new(field), new(board)
	if err := b.read(form); err != nil {
		t.Fatal(err)
	}
	if !f.read(form) {
		t.Fatalf("%s is left to board", form)
	}
	return f, b, b.box != b.target && !b.cut
}

func freeGauge() *gauge {
	g := newGauge(solver.NewMeter(context.Background(), solver.Budget{}), solver.Budget{})
	return &g
}

// cellOf returns what cell c of f is called on a board of as many columns.
func cellOf(f *field, b *board, c int32) int32 {
	return (c>>f.shift-1)*int32(b.cols) + c&(1<<f.shift-1)
}

// within returns the cells of f that the player can enter.
func within(f *field, b *board) []int32 {
	var cells []int32
	for row := 1; row <= f.rows; row++ {
		for col := range f.cols {
			if c := int32(row<<f.shift | col); !b.wall(cellOf(f, b, c)) {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

func TestFieldsAreReadAsBoardsAre(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 1))
	for range 300 {
		f, b, ok := randomField(t, r)
		if !ok {
			continue
		}
		g := new(field)
		g.take(b)
		if f.player != g.player || f.box != g.box || f.target != g.target || cellOf(f, b, f.box) != b.box || cellOf(f, b, f.player) != b.player {
			t.Fatalf("player, box, target at %d, %d, %d; want %d, %d, %d", f.player, f.box, f.target, g.player, g.box, g.target)
		}
		for _, c := range within(f, b) {
			ring := uint32(0)
			for row := range int32(3) {
				for col := range int32(3) {
					if n := c + (row-1)<<f.shift + col - 1; f.open(n) {
						ring |= 1 << (3*row + col)
					}
				}
			}
			if !f.open(c) || !g.open(c) || f.ring(c) != ring {
				t.Fatalf("cell %d: %t, %t, ring %b, want %b", c, f.open(c), g.open(c), f.ring(c), ring)
			}
		}
	}
}

// TestWalksOfAuto compares joined and measure with a breadth-first search, from
// each side of each box cell to each other, and around it from the player.
func TestWalksOfAuto(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 2))
	for range 150 {
		f, b, ok := randomField(t, r)
		if !ok {
			continue
		}
		s, w, g := new(stroll), new(walks), freeGauge()
		s.reset(f)
		m := solver.NewMeter(t.Context(), solver.Budget{})
		w.reset(b, m)
		for _, box := range within(f, b) {
			place := cellOf(f, b, box)
			free := w.free(place)
			for from := range 5 {
				start := f.player
				if from != fromStart {
					if free&(1<<(3-from)) == 0 {
						continue
					}
					start = box - f.step[from]
				} else if f.player == box {
					continue
				}
				var moves [4]int32
				reached, _ := w.measure(m, place, cellOf(f, b, start), free, &moves)
				for d := range 4 {
					if free&(1<<(3-d)) == 0 {
						continue
					}
					end := box - f.step[d]
					way := reached&(1<<(3-d)) != 0
					if from != fromStart && from != d {
						if joined, ok := f.joined(g, box, from, d); joined != way || !ok {
							t.Fatalf("box %d, from %d to %d: joined %t, want %t", box, from, d, joined, way)
						}
					}
					steps, ok := s.measure(g, start, end, box)
					if !ok || way != (steps != none) || way && steps != moves[3-d] {
						t.Fatalf("box %d, from %d to %d: %d steps, want %t, %d", box, from, d, steps, way, moves[3-d])
					}
					if way {
						letters := make([]byte, steps)
						s.trace(start, end, letters)
						checkWalk(t, f, start, end, box, letters)
					}
				}
			}
		}
	}
}

// checkWalk wants letters to lead from start to end, not through walls or box.
func checkWalk(t *testing.T, f *field, start, end, box int32, letters []byte) {
	t.Helper()
	c := start
	for _, l := range letters {
		c += f.step[slices.Index([]byte(walkLetters), l)]
		if !f.open(c) || c == box {
			t.Fatalf("%s from %d runs into %d", letters, start, c)
		}
	}
	if c != end {
		t.Fatalf("%s from %d leads to %d, not to %d", letters, start, c, end)
	}
}

// TestLevels compares levels with the pushes that a box needs from each cell if
// the player is always where he must be.
func TestLevels(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 3))
	for range 400 {
		f, b, ok := randomField(t, r)
		if !ok {
			continue
		}
		pushes := map[int32]int32{f.target: 0}
		for todo := []int32{f.target}; len(todo) > 0; todo = todo[1:] {
			c := todo[0]
			for _, step := range f.step {
				if _, seen := pushes[c+step]; !seen && f.open(c+step) && f.open(c+2*step) {
					pushes[c+step] = pushes[c] + 1
					todo = append(todo, c+step)
				}
			}
		}
		back, q := new(recede), new(agenda)
		q.reset()
		back.reset(f, q)
		for g := freeGauge(); !back.ended(); {
			if !back.deepen(g) {
				t.Fatal("stopped without a budget")
			}
		}
		for _, c := range within(f, b) {
			want := int32(unknown)
			if n, ok := pushes[c]; ok {
				want = (n + f.apart(c, f.box) - f.apart(f.target, f.box)) / 2
			}
			if got := back.at(c).level; got != want {
				t.Fatalf("cell %d of level %d, want %d", c, got, want)
			}
		}
		roam := new(roam)
		roam.reset(f)
		if _, way := pushes[f.box]; roam.search(f, int64(f.cells())) == way {
			t.Fatalf("roam sees no way where there is one: %t", way)
		}
	}
}

// TestRings checks the table of walks around the box: what it calls exact is the
// length of a way within the neighbourhood, which traceRing finds, and no other
// walls make any walk shorter than the table says.
func TestRings(t *testing.T) {
	table := newRings()
	f := new(field)
	f.size(13, 13)
	s, g := new(stroll), freeGauge()
	box := int32(7<<f.shift | 6)
	for ring := range uint32(len(table)) {
		if ring>>4&1 == 0 {
			continue // the box stands on a wall
		}
		for _, around := range []bool{false, true} {
			clear(f.free)
			for row := 1; row <= 13; row++ {
				for col := range 13 {
					c := int32(row<<f.shift | col)
					down, right := row-7, col-6
					open := around && row > 1 && row < 13 && col > 0 && col < 12
					if max(down, -down, right, -right) <= 1 {
						open = ring>>(3*(down+1)+right+1)&1 != 0
					}
					if open {
						f.free[c>>6] |= 1 << (c & 63)
					}
				}
			}
			s.reset(f)
			for a := range 4 {
				for b := range 4 {
					start, end := box-f.step[a], box-f.step[b]
					entry := table[ring] >> (4 * (4*a + b)) & 15
					if !f.open(start) {
						continue
					}
					if can := f.open(end) && f.open(box+f.step[b]); can != (entry != noPush) {
						t.Fatalf("ring %b: push %d after %d: %t", ring, b, a, can)
					} else if !can {
						continue
					}
					steps, _ := s.measure(g, start, end, box)
					exact := entry&rough == 0
					if least := int32(entry&^rough) * 2; exact != (steps == least) && !around || around && steps != least {
						t.Fatalf("ring %b, from %d to %d: %d steps, the table says %d, exact %t", ring, a, b, steps, least, exact)
					}
					if exact && !around && a != b {
						letters := make([]byte, steps)
						if rest := traceRing(ring, a, b, letters); len(rest) != 0 {
							t.Fatalf("ring %b, from %d to %d: %d letters missing", ring, a, b, len(rest))
						}
						checkWalk(t, f, start, end, box, letters)
					}
				}
			}
		}
	}
}

// TestOutlook learns the outlook at once, which a search of its own accord does
// on large boards only, and compares the answers with those of double-bfs.
func TestOutlook(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 5))
	eager := &auto{rings: newRings(), outlook: outlook{patience: -maxSide * maxSide}}
	learnt := 0
	for range 2000 {
		f, b, ok := randomField(t, r)
		if !ok {
			continue
		}
		eager.field = *f
		got, err := eager.solve(freeGauge())
		want, wantErr := new(doubleBFS).solve(b, solver.NewMeter(context.Background(), solver.Budget{}))
		if err != nil || wantErr != nil || got.Status != want.Status || got.Cost != want.Cost {
			t.Fatalf("%+v, %v; want %+v, %v", got, err, want, wantErr)
		}
		if eager.outlook.known {
			learnt++
		}
	}
	if learnt < 200 {
		t.Errorf("learnt %d times only", learnt)
	}
}

// TestAgenda compares with a sorted list, keys rising as a search's do.
func TestAgenda(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 4))
	q, g := new(agenda), freeGauge()
	for range 200 {
		q.reset()
		var keys []uint64
		for range 300 {
			if r.IntN(5) > 1 {
				i, _ := q.take(g)
				q.plans[i].key = q.last + uint64(r.IntN(3))<<(r.IntN(4)*levelBit/3) + uint64(r.IntN(9))
				keys = append(keys, q.plans[i].key)
				q.add(i)
				continue
			}
			slices.Sort(keys)
			limit := q.last + uint64(r.IntN(1<<30))
			i, ok := q.pop(limit)
			if want := len(keys) > 0 && (keys[0] < limit || keys[0] == q.last); ok != want {
				t.Fatalf("a plan below %d: %t, want %t", limit, ok, want)
			}
			if ok {
				if q.plans[i].key != keys[0] {
					t.Fatalf("key %d, want %d", q.plans[i].key, keys[0])
				}
				keys = keys[1:]
				q.drop(i)
			}
		}
	}
}
