package sokoban_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/sokoban"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// lost is the form of every puzzle with something amiss out of reach.
const lost = "######|#@#$.#|######"

func canonical(t *testing.T, form string) string {
	t.Helper()
	text, _, err := sokoban.New().Canonical(nil, form)
	if err != nil {
		t.Fatalf("%s: %v", form, err)
	}
	return string(text)
}

func TestCanonicalForms(t *testing.T) {
	for _, row := range []struct{ reason, form, want string }{
		{"of a line and its mirror image the lesser", "#####|#@$.#|#####", "#####|#.$@#|#####"},
		{"it is its own canonical form", "#####|#.$@#|#####", "#####|#.$@#|#####"},
		{"an oblong board lies on its long side", "###|#@#|#$#|#.#|###", "#####|#.$@#|#####"},
		{"a wall comes before anything else", "#####|#*--#|##-@#|#####", "#####|##-@#|#*--#|#####"},
		{"a box comes next", "#####|#.@$#|#####", "#####|#$@.#|#####"},
		{"the player on a target comes before floor", "#####|#-$+#|#####", "#####|#+$-#|#####"},
		{"floor comes before a target", "######|#.$@-#|######", "######|#-@$.#|######"},
		{"the first cell that differs decides", "####|#@-#|#-$#|#-.#|####", "#####|#-$.#|#@--#|#####"},
		{"blanks and underscores are floor", "#######|#@ $_.#|#######", "#######|#.-$-@#|#######"},
		{"other rooms are rock", "#########|#@$.#---#|#########", "#####|#.$@#|#####"},
		{"floor outside the wall is rock", "-------|-#####-|-#@$.##|-##### |___", "#####|#.$@#|#####"},
		{"rock is cut down to one wall around", "#######|#######|##@$.##|#######", "#####|#.$@#|#####"},
		{"short rows are filled up with rock", "#####|#@$.#|#-###|###", "#####|###-#|#.$@#|#####"},
		{"a dead end stays, and the box need not go there", "#####|#@$.#|###-#|#####", "#####|###-#|#@$.#|#####"},
		{"a puzzle that starts solved is a puzzle like others", "#####|#@*-#|#####", "#####|#-*@#|#####"},

		{"the form of what is lost is its own", lost, lost},
		{"a box out of reach", "########|#@.-#$-#|########", lost},
		{"a target out of reach", "########|#@$-#.-#|########", lost},
		{"the player on the target, the box out of reach", "#####|#+#$#|#####", lost},
		{"box and target in another room, which is not his to set right", "#######|#---#$#|#-@-#-#|#---#.#|#######", lost},

		{"a box on its target out of reach is nobody's business, but there must be a box", "######|#@#*-#|######", "###|#@#|###|#*#|###"},
		{"that form is its own", "###|#@#|###|#*#|###", "###|#@#|###|#*#|###"},
		{"the box stands below the left of a wide room", "######|#---@#|######|#-*--#|######", "######|#---@#|######|#*####|######"},
		{"a tall room is laid down first", "#####|#-#*#|#-###|#@#|###", "#####|#--@#|#####|#*###|#####"},
		{"a box in a room within the room", "#######|#-----#|#-###-#|#-#*#-#|#-###-#|#----@#|#######", "#######|#-----#|#-###-#|#-###-#|#-###-#|#----@#|#######|#*#####|#######"},
	} {
		t.Run(row.reason, func(t *testing.T) {
			got := canonical(t, row.form)
			if got != row.want {
				t.Errorf("%s: %s, want %s", row.form, got, row.want)
			}
			if again := canonical(t, got); again != got {
				t.Errorf("%s: its canonical form %s has the canonical form %s", row.form, got, again)
			}
		})
	}
}

func TestWhatIsAGuiseAndWhatIsNot(t *testing.T) {
	long := strings.Repeat("-", 70)
	rim := strings.Repeat("#", 75)
	for _, row := range []struct {
		reason, one, other string
		same               bool
	}{
		{"turned by a quarter", "######|#--.-#|#@$--#|######", "####|#@-#|#$-#|#-.#|#--#|####", true},
		{"mirrored", "######|#--.-#|#@$--#|######", "######|#-.--#|#--$@#|######", true},
		{"a place to stand is another place to start from, though no push differs", "######|#@-$.#|######", "######|#-@$.#|######", false},
		{"even where the box is on its target", "######|#@-*-#|######", "######|#-@*-#|######", false},
		{"a dead end filled changes no push, but the puzzle", "#####|#@$.#|#-###|#####", "#####|#@$.#|#####|#####", false},
		{"box and target exchanged: what is pushed there is not pushed back", "######|#@$-.#|######", "######|#@.-$#|######", false},
		{"something else out of reach is amiss", "########|#@#-$.-#|########", "#####|#+#$#|#####", true},
		{"a box on its target in reach is not decoration", "######|#@#*-#|######", "#####|#@*-#|#####", false},
		{"rooms without a box differ by their shape", "######|#@-#*#|######", "#####|#@#*#|#####", false},
		{"rooms without a box turn too", "######|#@-#*#|######", "####|#-##|#@#*|####", true},
		{"a board wider than a small one, mirrored", rim + "|#@$" + long + ".#|" + rim, rim + "|#." + long + "$@#|" + rim, true},
		{"and turned, with a ring of rock", rim + "|#@$" + long + ".#|" + rim, tall("#@$" + long + ".#"), true},
		{"and with the player gone a step", rim + "|#@$" + long[:69] + ".#|" + rim, rim + "|#$@" + long[:69] + ".#|" + rim, false},
	} {
		t.Run(row.reason, func(t *testing.T) {
			if judged := same(row.one, row.other); judged != row.same {
				t.Errorf("%s and %s: the judge says %t", row.one, row.other, judged)
			}
			one, other := canonical(t, row.one), canonical(t, row.other)
			if (one == other) != row.same {
				t.Errorf("%s: %s\n%s: %s\nthe same should be %t", row.one, one, row.other, other, row.same)
			}
		})
	}
}

// tall stands a row up, two walls thick.
func tall(row string) string {
	lines := []string{"#####"}
	for _, ch := range row {
		lines = append(lines, fmt.Sprintf("##%c##", ch))
	}
	return strings.Join(lines, "|")
}

func TestAStepOfThePlayerGivesAnotherKey(t *testing.T) {
	kind := sokoban.New()
	keys := solver.NewKeyer(kind, solver.Options{MaxMoves: 3})
	seen := map[solver.Key]string{}
	for _, form := range []string{"######|#@--*#|######", "######|#-@-*#|######", "######|#--@*#|######"} {
		text, _, digest, err := keys.Digest(form)
		if err != nil {
			t.Fatal(err)
		}
		key := keys.Key(digest)
		if other, ok := seen[key]; ok {
			t.Errorf("%s and %s have the key %s", form, other, key)
		}
		seen[key] = form
		if want := solver.NewKey("sokoban", kind.Info().Version, nil, string(text)); key != want {
			t.Errorf("%s: key %s, want %s: no option counts", form, key, want)
		}
	}
}

func TestNoOptionChangesAnAnswer(t *testing.T) {
	for _, opts := range []solver.Options{{}, {MaxMoves: 5}, {MaxMoves: solver.NoMaxMoves}, {Algorithm: "priority-bfs"}} {
		if got := sokoban.New().KeyOptions(opts); got != "" {
			t.Errorf("%+v: %q", opts, got)
		}
	}
}

// TestARoomThatFillsTheLargestBoard has a box on its target in a room within
// the room, and no place for two more rows below.
func TestARoomThatFillsTheLargestBoard(t *testing.T) {
	const side = 1002
	rows := []string{strings.Repeat("#", side), "#@" + strings.Repeat("-", side-3) + "#"}
	for len(rows) < side-1 {
		rows = append(rows, "#"+strings.Repeat("-", side-2)+"#")
	}
	rows = append(rows, rows[0])
	empty := strings.Join(rows, "|")
	for i, middle := range []string{"###", "#*#", "###"} {
		rows[500+i] = rows[500+i][:300] + middle + rows[500+i][303:]
	}
	form := strings.Join(rows, "|")
	kind := sokoban.New()
	got := canonical(t, form)
	if err := kind.Check(got); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(got, "#*") || strings.Count(got, "*") != 1 || len(got) != len(empty) {
		t.Errorf("the box is not in the corner: …%s, %d long", got[len(got)-10:], len(got))
	}
	if again := canonical(t, got); again != got {
		t.Error("the form is not its own")
	}
}

func TestPlansAreTurned(t *testing.T) {
	kind := sokoban.New()
	for _, row := range []struct{ reason, form, there, here string }{
		{"nothing to do", "#####|#@*-#|#####", "", ""},
		{"left for right", "#####|#@$.#|#####", "L", "R"},
		{"a quarter turn", "###|#@#|#$#|#.#|###", "L", "D"},
		{"every letter by a turn that is not its own inverse", "###|#@#|#$#|#.#|###", "lurdLURD", "dlurDLUR"},
	} {
		t.Run(row.reason, func(t *testing.T) {
			_, back, err := kind.Canonical(nil, row.form)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := kind.Restore(back, row.there); got != row.here || err != nil {
				t.Errorf("%s: %q is restored to %q, %v, not to %q", row.form, row.there, got, err, row.here)
			}
			if got, err := kind.Carry(back, row.here); got != row.there || err != nil {
				t.Errorf("%s: %q is carried to %q, %v, not to %q", row.form, row.here, got, err, row.there)
			}
		})
	}
}

func TestWhatIsNoPlanIsNotTurned(t *testing.T) {
	kind := sokoban.New()
	for _, plan := range []string{"?", "R ", "lr\n", "LURDx", "\x00", "é", "e"} {
		if got, err := kind.Restore(solver.Transform{}, plan); err == nil || got != "" {
			t.Errorf("%q is restored to %q, %v", plan, got, err)
		}
		if got, err := kind.Carry(solver.Transform{}, plan); err == nil || got != "" {
			t.Errorf("%q is carried to %q, %v", plan, got, err)
		}
	}
	_, err := kind.Carry(solver.Transform{}, "lR?")
	if err == nil || !strings.Contains(err.Error(), `"?" at letter 3`) {
		t.Errorf("the error does not say where: %v", err)
	}
}

func TestCanonicalAllocatesNothing(t *testing.T) {
	if solvertest.Race {
		t.Skip("the race detector empties pools")
	}
	kind := sokoban.New()
	r := rand.New(rand.NewPCG(4, 5))
	for reason, form := range map[string]string{
		"a small board":      solvertest.RandomSokoban(r, 20, 20, 0.2),
		"a large board":      solvertest.RandomSokoban(r, 90, 90, 0.2),
		"a lost puzzle":      "#####|#+#$#|#####",
		"a room without one": "######|#@#*-#|######",
	} {
		dst := make([]byte, 0, 10000)
		if n := testing.AllocsPerRun(100, func() {
			if _, _, err := kind.Canonical(dst, form); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", reason, n)
		}
	}
}
