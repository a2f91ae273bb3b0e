package sokoban_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/sokoban"
	"github.com/gridmill/gridmill/solver/solvertest"
)

func TestSuite(t *testing.T) {
	solvertest.Run(t, solvertest.Suite{
		Kind:   sokoban.New(),
		Golden: golden(),
		Random: func(r *rand.Rand) string {
			switch r.IntN(4) {
			case 0:
				return randomOfMany(r)
			case 1:
				return pulledBoard(r, 1+r.IntN(3), 2+r.IntN(4))
			}
			rows, cols := 1+r.IntN(5), 2+r.IntN(5)
			return solvertest.RandomSokoban(r, rows, cols, 0.4*r.Float64())
		},
		Brute:     brute,
		Guise:     guise,
		Lookalike: lookalike,
		Same:      same,
		Invalid:   invalid(),
		Hard:      hard(),
		Rounds:    1000,
	})
}

func invalid() []solvertest.Invalid {
	wall := strings.Repeat("#", 1003)
	return []solvertest.Invalid{
		{Reason: "an empty form has no player", Form: "", Says: "no player"},
		{Reason: "a board without a player", Form: "####|#$.#|####", Says: "no player"},
		{Reason: "a second player", Form: "#######|#@$.@-#|#######", Column: 13, Says: "second player"},
		{Reason: "a second player on a target", Form: "#####|#@$+#|#####", Column: 10, Says: "second player"},
		{Reason: "a board without a box", Form: "####|#@-#|####", Says: "no box"},
		{Reason: "fewer targets than boxes", Form: "#####|#@$-#|#####", Says: "differ in number, 1 and 0"},
		{Reason: "more targets than boxes", Form: "######|#+$.-#|######", Says: "differ in number, 1 and 2"},
		{Reason: "two boxes for one target", Form: "######|#@*$-#|######", Says: "differ in number, 2 and 1"},
		{Reason: "a letter that is no cell", Form: "#####|#@$x#|#####", Column: 10, Says: `'x' is no cell`},
		{Reason: "the first wrong letter counts", Form: "#####|#@?!#|#####", Column: 9, Says: `'?' is no cell`},
		{Reason: "a letter of two bytes", Form: "#####|#@$é#|#####", Column: 10, Says: `'é' is no cell`},
		{Reason: "a line end", Form: "#####\n#@$.#\n#####", Column: 6, Says: `'\n' is no cell`},
		{Reason: "the player in a gap of the wall", Form: "#####|@-$.#|#####", Column: 7, Says: "leave the board at r2c1; close the wall"},
		{Reason: "a gap in the top wall", Form: "##-##|#@$.#|#####", Column: 3, Says: "leave the board at r1c3"},
		{Reason: "a gap behind the box", Form: "#####|#@$.-|#####", Column: 11, Says: "leave the board at r2c5"},
		{Reason: "a gap where a row is too short", Form: "#####|#@$.|#####", Column: 10, Says: "leave the board at r2c4"},
		{Reason: "a gap where the row below is too short", Form: "######|#@$.-#|####", Column: 12, Says: "leave the board at r2c5"},
		{Reason: "an empty row below", Form: "#####|#@$.#||#####", Column: 8, Says: "leave the board at r2c2"},
		{Reason: "the first of two gaps counts", Form: "#-###|#@$.-|#####", Column: 2, Says: "leave the board at r1c2"},
		{Reason: "more columns than a search can number", Form: wall, Column: 1003, Says: "larger than 1002×1002"},
		{Reason: "more rows than a search can number", Form: strings.Repeat("#|", 1003), Column: 2004, Says: "larger than 1002×1002"},
	}
}

func TestGoldenAgreesWithBruteForce(t *testing.T) {
	for _, g := range golden() {
		cost, ok := brute(g.Form)
		if ok != (g.Status == solver.Solved) || cost != g.Cost {
			t.Errorf("%s: %t %s, the row says %s %s", g.Reason, ok, cost, g.Status, g.Cost)
		}
	}
}

// TestEveryTinyBoard tries each placing of walls, player, box and target on the
// smallest interiors; of mirror images, the one that has the player at the top
// left.
func TestEveryTinyBoard(t *testing.T) {
	kind := sokoban.New()
	for _, size := range [][2]int{{1, 6}, {2, 4}, {3, 3}} {
		rows, cols := size[0], size[1]
		cells := rows * cols
		for walls := range 1 << cells {
			for player := range cells {
				if player/cols > (rows-1)/2 || player%cols > (cols-1)/2 {
					continue
				}
				for box := range cells {
					for target := range cells {
						if taken := 1<<player | 1<<box | 1<<target; player != box && walls&taken == 0 {
							tiny(t, kind, draw(rows, cols, walls, player, box, target))
						}
					}
				}
			}
		}
	}
}

func draw(rows, cols, walls, player, box, target int) string {
	rim := strings.Repeat("#", cols+2)
	lines := []string{rim}
	for row := range rows {
		line := []byte(rim)
		for col := range cols {
			cell := row*cols + col
			is := [3]bool{cell == player, cell == box, cell == target}
			i := slices.Index([][3]bool{{}, {true}, {false, true}, {false, false, true}, {true, false, true}, {false, true, true}}, is)
			line[col+1] = "-@$.+*"[i]
			if walls>>cell&1 == 1 {
				line[col+1] = '#'
			}
		}
		lines = append(lines, string(line))
	}
	return strings.Join(append(lines, rim), "|")
}

func tiny(t *testing.T, kind solver.Kind, form string) {
	best, solvable := brute(form)
	for _, name := range append(kind.Info().Algorithms, solver.Auto) {
		a, err := kind.Solve(context.Background(), form, solver.Options{Algorithm: name}, solver.Budget{})
		if err != nil {
			t.Fatalf("%s: %s: %v", form, name, err)
		}
		if (a.Status == solver.Solved) != solvable || a.Cost != best {
			t.Fatalf("%s: %s says %s %s, brute force %t %s", form, name, a.Status, a.Cost, solvable, best)
		}
		if !solvable {
			continue
		}
		if cost, err := kind.Replay(form, a.Plan); err != nil || cost != best {
			t.Fatalf("%s: plan %q of %s replays to %s, %v", form, a.Plan, name, cost, err)
		}
	}
}

// TestBytesAreCountedAlikeInOldMemory wants a search in memory left by a larger
// one to end where a search in new memory does.
func TestBytesAreCountedAlikeInOldMemory(t *testing.T) {
	form := solvertest.RandomSokoban(rand.New(rand.NewPCG(5, 20)), 20, 20, 0.1)
	used := sokoban.New()
	for _, name := range append(used.Info().Algorithms, solver.Auto) {
		opts := solver.Options{Algorithm: name}
		limited := 0
		for bytes := int64(1000); bytes < 1<<20; bytes += bytes / 4 {
			if _, err := used.Solve(context.Background(), hard(), opts, solver.Budget{States: 2000}); err != nil {
				t.Fatal(err)
			}
			budget := solver.Budget{Bytes: bytes}
			old, errOld := used.Solve(context.Background(), form, opts, budget)
			fresh, errFresh := sokoban.New().Solve(context.Background(), form, opts, budget)
			if old != fresh || errOld != nil || errFresh != nil {
				t.Errorf("%s with %d bytes: %+v, %v in old memory, %+v, %v in new", name, bytes, old, errOld, fresh, errFresh)
			}
			if fresh.Limit == solver.LimitBytes {
				limited++
			}
		}
		if limited == 0 {
			t.Errorf("%s: no budget was too small", name)
		}
	}
}
