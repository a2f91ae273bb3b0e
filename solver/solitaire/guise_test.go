package solitaire_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/solitaire"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// lookalike moves one piece of the end to a free cell, shifts everything by one
// row where there is room, or shifts the end alone.
func lookalike(r *rand.Rand, form string) string {
	p := readTable(form)
	shift := func(pieces []string, rows, cols int) {
		for i, piece := range pieces {
			pieces[i] = fmt.Sprintf("r%dc%d", int(piece[1]-'0')+rows, int(piece[3]-'0')+cols)
		}
	}
	fits := func(pieces []string) bool {
		return !slices.ContainsFunc(pieces, func(c string) bool { return int(c[1]-'0') > p.rows || int(c[3]-'0') > p.cols })
	}
	start, end := slices.Clone(p.start), slices.Clone(p.end)
	switch r.IntN(3) {
	case 0:
		shift(start, 1, 0)
		shift(end, 1, 0)
	case 1:
		shift(end, 0, 1)
	}
	if !fits(start) || !fits(end) || slices.Equal(end, p.end) {
		start, end = slices.Clone(p.start), slices.Clone(p.end)
		to := fmt.Sprintf("r%dc%d", 1+r.IntN(p.rows), 1+r.IntN(p.cols))
		if !slices.Contains(end, to) {
			end[r.IntN(len(end))] = to
		}
	}
	return fmt.Sprintf("%dx%d %s > %s", p.rows, p.cols, strings.Join(start, " "), strings.Join(end, " "))
}

// same tries every way to turn one puzzle into the other.
func same(a, b string) bool {
	p, q := readTable(a), readTable(b)
	if p.rows != q.rows || p.cols != q.cols || len(p.start) != len(q.start) {
		return false
	}
	for turns := range 8 {
		start, end := slices.Clone(p.start), slices.Clone(p.end)
		for _, pieces := range [][]string{start, end} {
			for i, piece := range pieces {
				row, col := int(piece[1]-'0'), int(piece[3]-'0')
				if turns&1 != 0 {
					row = p.rows + 1 - row
				}
				if turns&2 != 0 {
					col = p.cols + 1 - col
				}
				if turns&4 != 0 {
					row, col = col, row
				}
				pieces[i] = fmt.Sprintf("r%dc%d", row, col)
			}
			slices.Sort(pieces)
		}
		if turns&4 != 0 && p.rows != p.cols {
			continue
		}
		if slices.Equal(start, q.start) && slices.Equal(end, q.end) || slices.Equal(start, q.end) && slices.Equal(end, q.start) {
			return true
		}
	}
	return false
}

func TestCanonicalForms(t *testing.T) {
	kind := solitaire.New()
	for _, row := range []struct{ reason, form, want string }{
		{"pieces are written row by row", "8x8 r2c2 r1c1 > r1c2 r1c1", "8x8 r1c1 r1c2 > r1c1 r2c2"},
		{"start and end are exchanged", "1x3 r1c2 > r1c1", "1x3 r1c1 > r1c2"},
		{"a square board is turned", "3x3 r3c3 > r2c3", "3x3 r1c1 > r1c2"},
		{"an oblong board is not laid on its side", "3x2 r1c1 > r2c1", "3x2 r1c1 > r2c1"},
		{"an oblong board is mirrored", "3x2 r3c2 > r2c2", "3x2 r1c1 > r2c1"},
		{"a board is not cut down", "8x8 r4c4 > r4c5", "8x8 r4c4 > r4c5"},
	} {
		if got, _, err := kind.Canonical(nil, row.form); err != nil || string(got) != row.want {
			t.Errorf("%s: %s becomes %s, %v; want %s", row.reason, row.form, got, err, row.want)
		}
	}
}

func TestTheMoveLimitIsPartOfTheKey(t *testing.T) {
	kind := solitaire.New()
	for limit, want := range map[int]string{0: "max-moves=8", 8: "max-moves=8", 3: "max-moves=3", solver.NoMaxMoves: "max-moves=0", -7: "max-moves=0"} {
		if got := kind.KeyOptions(solver.Options{MaxMoves: limit}); got != want {
			t.Errorf("limit %d: %q, want %q", limit, got, want)
		}
	}
}

func TestCanonicalAllocatesNothing(t *testing.T) {
	keyer := solver.NewKeyer(solitaire.New(), solver.Options{})
	form := solvertest.RandomSolitaire(rand.New(rand.NewPCG(1, 1)), 8, 8, 4)
	if n := testing.AllocsPerRun(100, func() { _, _, _, _ = keyer.Digest(form) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkCanonical times canonical form and hash of a random pair of the
// judge's size.
func BenchmarkCanonical(b *testing.B) {
	r := rand.New(rand.NewPCG(15, 16))
	keyer := solver.NewKeyer(solitaire.New(), solver.Options{})
	var forms [100]string
	for i := range forms {
		forms[i] = solvertest.RandomSolitaire(r, 8, 8, 4)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, _, _, err := keyer.Digest(forms[i%len(forms)]); err != nil {
			b.Fatal(err)
		}
	}
}

// FuzzCanonical wants every puzzle to have a canonical form with the same
// answer, and everything else to be refused.
func FuzzCanonical(f *testing.F) {
	for _, g := range golden() {
		f.Add(g.Form)
	}
	for _, i := range invalid() {
		f.Add(i.Form)
	}
	kind := solitaire.New()
	f.Fuzz(func(t *testing.T, form string) {
		refused := kind.Check(form)
		text, back, err := kind.Canonical(nil, form)
		if (err == nil) != (refused == nil) || err != nil && err.Error() != refused.Error() {
			t.Fatalf("%q: Check says %v, Canonical %v", form, refused, err)
		}
		if err != nil {
			return
		}
		canonical := string(text)
		if again, _, err := kind.Canonical(nil, canonical); err != nil || string(again) != canonical {
			t.Fatalf("%q becomes %q, then %q, %v", form, canonical, again, err)
		}
		budget := solver.Budget{States: 2000}
		a, errA := kind.Solve(context.Background(), form, solver.Options{}, budget)
		b, errB := kind.Solve(context.Background(), canonical, solver.Options{}, budget)
		if errA != nil || errB != nil || a.Status.Verdict() && b.Status.Verdict() && (a.Status != b.Status || a.Cost != b.Cost) {
			t.Fatalf("%q: %+v, %v; %q: %+v, %v", form, a, errA, canonical, b, errB)
		}
		if b.Status == solver.Solved {
			plan, err := kind.Restore(back, b.Plan)
			if err != nil {
				t.Fatal(err)
			}
			if cost, err := kind.Replay(form, plan); err != nil || cost != b.Cost {
				t.Fatalf("%q: %q replays to %s, %v", form, plan, cost, err)
			}
		}
	})
}
