package format

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/kinds"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// written prints puzzles as levels, solved or not.
func written(t testing.TB, puzzles []solver.Puzzle) string {
	t.Helper()
	rows := make([]solver.Row, len(puzzles))
	plan := "rRuL"
	for i := range puzzles {
		puzzles[i].Seq = int64(i)
		rows[i] = puzzles[i].Blank()
		rows[i].Kind, rows[i].Status = kindSokoban, solver.Unsolvable
		if i%3 == 0 {
			rows[i].Status, rows[i].Plan = solver.Solved, &plan
		}
	}
	form := func(row *solver.Row) (string, error) { return puzzles[row.Seq].Form, nil }
	return printRows(t, "xsb", WriterSettings{Kind: kindSokoban, Form: form}, rows)
}

// Levels read back as they were written, names too.
func TestXSBReadsBackWhatItWrites(t *testing.T) {
	all := kinds.All()
	rapid.Check(t, func(rt *rapid.T) {
		var puzzles []solver.Puzzle
		for range rapid.IntRange(1, 5).Draw(rt, "levels") {
			seed := rapid.Uint64().Draw(rt, "seed")
			r := rand.New(rand.NewPCG(seed, seed))
			form := solvertest.RandomSokoban(r, 1+r.IntN(5), 2+r.IntN(5), 0.5*r.Float64())
			name := rapid.StringMatching(`([A-Za-z0-9#+|;:.'>-]( ?[A-Za-z0-9é#+|;:.'@-]){0,12})?`).Draw(rt, "name")
			puzzles = append(puzzles, solver.Puzzle{Name: name, Form: form})
		}
		text := written(t, puzzles)
		back := readAllBy(t, all, "", text)
		if len(back) != len(puzzles) {
			rt.Fatalf("%d levels, want %d:\n%s", len(back), len(puzzles), text)
		}
		for i, p := range puzzles {
			if back[i].Form != p.Form || back[i].Name != p.Name {
				rt.Errorf("level %d is %q %s, want %q %s\n%s", i, back[i].Name, back[i].Form, p.Name, p.Form, text)
			}
		}
	})
}

func TestXSBWritesOddBoards(t *testing.T) {
	for _, c := range []struct{ reason, form, text, back string }{
		{"a row of floor within", "#####|-|#####|#@$.#|#####", "#####\n-\n#####\n#@$.#\n#####\n", ""},
		{"an empty row within", "#####||#####|#@$.#|#####", "#####\n-\n#####\n#@$.#\n#####\n", "#####|-|#####|#@$.#|#####"},
		{"an indent", "--#####|--#@$.#|--#####", "  #####\n  #@$.#\n  #####\n", "#####|#@$.#|#####"},
		{"floor on the right", "#####---|#@$.#--|#####", "#####\n#@$.#\n#####\n", "#####|#@$.#|#####"},
		{"floor as blanks and underscores", "######|#@$ .#|#_---#|######", "######\n#@$ .#\n#    #\n######\n", "######|#@$-.#|#----#|######"},
		{"a goal outside, above", "..|#####|#@$-#|#####|$$", "..|#####|#@$-#|#####|$$\n", ""},
		{"a goal outside, below", "$|#####|#@-$#|#####|..", "$|#####|#@-$#|#####|..\n", ""},
		{"boxes outside", "*-$|######|#@-$.#|######|..*|###", "* $\n######\n#@ $.#\n######\n..*\n###\n", ""},
	} {
		text := written(t, []solver.Puzzle{{Form: c.form}})
		if board, _, _ := strings.Cut(text, "Solution:"); board != c.text {
			t.Errorf("%s is written as %q, want %q", c.reason, board, c.text)
		}
		r, err := NewReader(strings.NewReader(text), "x", Settings{Format: "xsb"})
		if err != nil {
			t.Fatal(err)
		}
		if c.back == "" {
			c.back = c.form
		}
		if p, err := r.Next(); err != nil || p.Form != c.back {
			t.Errorf("%s comes back as %s, want %s: %v, %v", c.reason, p.Form, c.back, p.Error, err)
		}
	}
}

// What any text is read as reads back as the same levels.
func FuzzXSBReadsBack(f *testing.F) {
	for _, seed := range []string{
		samples["xsb"].text, "..|#####|#@$-#|#####|--", "  *\n #####\n #@$.#---\n #####\n\n5#|#@$.#||5#|$|.", "#####\n-\n.\n#####\n#@$#\n#####\n", "\t#####|#@$.#|\t#####",
	} {
		f.Add([]byte(seed))
	}
	all := kinds.All()
	kind := all.Lookup(kindSokoban)
	canonical := func(t *testing.T, form string) string {
		line, _, err := kind.Canonical(nil, form)
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		return string(line)
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		forms, err := fuzzRead(t, all, "xsb", input)
		if err != nil {
			return
		}
		var puzzles []solver.Puzzle
		for _, form := range forms {
			if form != "" {
				puzzles = append(puzzles, solver.Puzzle{Form: form})
			}
		}
		text := written(t, puzzles)
		back := readAllBy(t, all, "xsb", text)
		if len(back) != len(puzzles) {
			t.Fatalf("%d levels, want %d:\n%s", len(back), len(puzzles), text)
		}
		for i, p := range puzzles {
			if back[i].Error != nil || canonical(t, back[i].Form) != canonical(t, p.Form) {
				t.Fatalf("%s comes back as %s: %v\n%s", p.Form, back[i].Form, back[i].Error, text)
			}
		}
	})
}
