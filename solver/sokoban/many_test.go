package sokoban_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/solver/sokoban"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// randomOfMany makes a small board of one to four boxes, in reach or not.
func randomOfMany(r *rand.Rand) string {
	return crowdBoard(r, 1+r.IntN(4), 2+r.IntN(4))
}

// crowdBoard makes a board of one to four boxes, in reach or not, on an interior
// of rows × cols.
func crowdBoard(r *rand.Rand, rows, cols int) string {
	p := readPicture(solvertest.RandomSokoban(r, rows, cols, 0.5*r.Float64()))
	for range r.IntN(4) {
		if cells := p.cells("-"); len(cells) > 1 {
			p[cells[0]], p[cells[1]] = '$', '.'
			p.swap(r, cells[0])
			p.swap(r, cells[1])
		}
	}
	return p.write()
}

// swap exchanges c and another cell within the rim.
func (p picture) swap(r *rand.Rand, c at) {
	other := pick(r, p.inner())
	p[c], p[other] = p[other], p[c]
}

// lookalikeOfMany exchanges two cells of a puzzle, and dresses it up.
func lookalikeOfMany(r *rand.Rand, form string) string {
	p := readPicture(form)
	p.swap(r, pick(r, p.inner()))
	return guise(r, p.write())
}

// inner returns the cells of p that have four neighbours.
func (p picture) inner() []at {
	var inner []at
	for _, c := range p.cells("#-.$*@+") {
		rim := false
		for _, side := range sides() {
			if _, ok := p[c.plus(side)]; !ok {
				rim = true
			}
		}
		if !rim {
			inner = append(inner, c)
		}
	}
	return inner
}

// decorated returns a form with more or less boxes on targets out of reach.
func decorated(r *rand.Rand, form string) string {
	p := readPicture(form)
	far := p.far()
	for _, c := range p.cells("#-*") {
		switch {
		case !far(c) || r.IntN(3) > 0:
		case p[c] != '*':
			p[c] = '*'
		case len(p.cells("$*")) > 1:
			p[c] = '#'
		}
	}
	return p.write()
}

// canonicalOfMany wants both ways to read a board to agree.
func canonicalOfMany(t *rapid.T, form string) string {
	byBoard, bySmall, err := sokoban.CanonicalOfMany(form)
	if err != nil {
		t.Fatalf("%s: %v", form, err)
	}
	if bySmall != byBoard && bySmall != "" {
		t.Fatalf("%s: %s as a board, %s as a small one", form, byBoard, bySmall)
	}
	return byBoard
}

func TestGuisesOfManyBoxes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		form := randomOfMany(r)
		other := guise(r, decorated(r, form))
		one, two := canonicalOfMany(t, form), canonicalOfMany(t, other)
		if !same(form, other) || one != two || !same(form, one) {
			t.Fatalf("%s: %s; its guise %s: %s", form, one, other, two)
		}
		if again := canonicalOfMany(t, one); again != one {
			t.Fatalf("%s: its canonical form %s has the canonical form %s", form, one, again)
		}
	})
}

func TestLookalikesOfManyBoxes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		form := randomOfMany(r)
		other := lookalikeOfMany(r, form)
		one, two := canonicalOfMany(t, form), canonicalOfMany(t, other)
		if same(form, other) != (one == two) {
			t.Fatalf("%s: %s; another, %s: %s", form, one, other, two)
		}
	})
}

func TestCanonicalFormsOfManyBoxes(t *testing.T) {
	for _, row := range []struct{ reason, form, want string }{
		{"a box comes before a box on its target", "######|#*@.$#|######", "######|#$.@*#|######"},
		{"and that before the player on a target", "#####|#+$*#|#####", "#####|#*$+#|#####"},
		{"a box on its target out of reach vanishes beside others", "#########|#@$.#*#*#|#########", "#####|#.$@#|#####"},
		{"a box on its target in reach stays", "#######|#@$.-*#|#######", "#######|#*-.$@#|#######"},
		{"one box lost of two", "#########|#@$.#-$.#|#########", lost},
		{"a target lost, and two boxes for one in reach", "########|#@$.$#.#|########", lost},
		{"a box lost, and two targets for one in reach", "########|#@$..#$#|########", lost},
		{"all of two boxes out of reach", "######|#@#**#|######", "###|#@#|###|#*#|###"},
	} {
		t.Run(row.reason, func(t *testing.T) {
			byBoard, bySmall, err := sokoban.CanonicalOfMany(row.form)
			if byBoard != row.want || bySmall != row.want || err != nil {
				t.Errorf("%s: %s as a board, %s as a small one, %v; want %s", row.form, byBoard, bySmall, err, row.want)
			}
		})
	}
}

// TestSmallBoardsEndAt64 wants boards around the greatest size of a small one
// to be read alike by both ways, where both read them.
func TestSmallBoardsEndAt64(t *testing.T) {
	r := rand.New(rand.NewPCG(64, 65))
	for rows := 60; rows <= 66; rows++ {
		for cols := 60; cols <= 66; cols++ {
			form := solvertest.RandomSokoban(r, rows-2, cols-2, 0.4)
			byBoard, bySmall, err := sokoban.CanonicalOfMany(form)
			want := byBoard
			if rows > 64 || cols > 64 {
				want = ""
			}
			if bySmall != want || err != nil {
				t.Errorf("%d×%d, %s: %s as a board, %s as a small one, %v", rows, cols, form, byBoard, bySmall, err)
			}
		}
	}
}

// TestWindingWays floods corridors that wind along the rows, and turned by a
// quarter along the columns, where every turn takes another pass.
func TestWindingWays(t *testing.T) {
	const side = 63
	p := picture{}
	for row := range side {
		for col := range side {
			p[at{row, col}] = '#'
			gap := 1 + (side-3)*(row/2%2)
			inner := row > 0 && row < side-1 && col > 0 && col < side-1
			if inner && (row%2 == 1 || col == gap) {
				p[at{row, col}] = '-'
			}
		}
	}
	p[at{1, 1}], p[at{side - 2, 1}], p[at{side - 2, 2}] = '@', '$', '.'
	var forms []string
	for turns := range 4 {
		byBoard, bySmall, err := sokoban.CanonicalOfMany(p.turned(turns, false).write())
		if bySmall != byBoard || err != nil || strings.Count(byBoard, "$") != 1 {
			t.Errorf("%s as a board, %s as a small one, %v", byBoard, bySmall, err)
		}
		forms = append(forms, byBoard)
	}
	if len(slices.Compact(forms)) != 1 {
		t.Errorf("the turns differ: %s", forms)
	}
}
