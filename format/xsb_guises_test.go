package format

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver/kinds"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// packed writes a row in run-length notation, some runs apart.
func packed(r *rand.Rand, row string) string {
	var b strings.Builder
	for len(row) > 0 {
		n := 1
		for n < len(row) && row[n] == row[0] && r.IntN(6) > 0 {
			n++
		}
		switch run := row[:1]; {
		case r.IntN(8) == 0 && len(row) >= 4 && row[:2] == row[2:4]:
			fmt.Fprintf(&b, "2(%s)", packed(r, row[:2]))
			n = 4
		case n > 1 || r.IntN(8) == 0:
			fmt.Fprintf(&b, "%d%s", n, run)
		default:
			b.WriteString(run)
		}
		row = row[n:]
	}
	return b.String()
}

// guise writes a board in one of the ways that level files do.
func guise(r *rand.Rand, form string) string {
	rows := strings.Split(form, "|")
	floor := string(" -_"[r.IntN(3)])
	letters := strings.NewReplacer("-", floor)
	if r.IntN(4) == 0 {
		letters = strings.NewReplacer("-", floor, "@", "p", "+", "P", "$", "b", "*", "B", ".", "o")
	}
	runs := r.IntN(3) == 0
	for i, row := range rows {
		if rows[i] = letters.Replace(row); runs {
			rows[i] = packed(r, rows[i])
		}
	}
	if runs && r.IntN(2) == 0 {
		return strings.Join(rows, "|")
	}
	indent := strings.Repeat(" ", r.IntN(3))
	if r.IntN(4) == 0 {
		indent = "\t"
	}
	if quote := r.IntN(3); quote > 0 {
		indent = strings.Repeat("> ", quote) + indent
	}
	if r.IntN(3) == 0 && runs {
		return indent + strings.Join(rows, "|\n"+indent) + "|"
	}
	return indent + strings.Join(rows, "\n"+indent)
}

// A board is the same level however it is written, and whatever stands around.
func TestXSBReadsABoardInAnyGuise(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	all := kinds.All()
	between := []string{"\n", "\n\n", "\n\nA title\n\n", "\n; 7\n", "\nTitle: Last\n\n", "\nSolution: rRuL\n\n", "\nComment:\n#####\nComment-End:\n", "\n:: note ::\n\n"}
	for range 300 {
		var want, text []string
		for range 1 + r.IntN(6) {
			form := solvertest.RandomSokoban(r, 1+r.IntN(6), 2+r.IntN(12), 0.5*r.Float64())
			want = append(want, form)
			text = append(text, guise(r, form), between[1+r.IntN(len(between)-1)])
		}
		input := strings.Join(text, "")
		got := readAllBy(t, all, "", input)
		if len(got) != len(want) {
			t.Fatalf("%d levels, want %d:\n%s", len(got), len(want), input)
		}
		for i, p := range got {
			if p.Form != want[i] {
				t.Fatalf("level %d is %s, want %s: %v\n%s", i, p.Form, want[i], p.Error, input)
			}
		}
	}
}
