package mapf_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/mapf"
	"github.com/gridmill/gridmill/solver/solvertest"
)

func canonical(t *testing.T, form string) string {
	t.Helper()
	text, _, err := mapf.New().Canonical(nil, form)
	if err != nil {
		t.Fatalf("%s: %v", form, err)
	}
	return string(text)
}

func TestGuisesAndLookalikes(t *testing.T) {
	for _, row := range []struct {
		reason     string
		one, other string
		guises     bool
	}{
		{"the map is turned by a quarter", "---|--# a=r1c1>r1c3", "-#|--|-- a=r3c1>r1c1", true},
		{"walls are drawn around the map", "-- a=r1c1>r1c2", "####|#--#|#### a=r2c2>r2c3", true},
		{"the agents are renamed, start and target together", "---|--- a=r1c1>r1c2 b=r2c1>r2c2", "---|--- a=r2c1>r2c2 b=r1c1>r1c2", true},
		{"time is reversed", "---|--# a=r1c1>r1c3 b=r2c1>r1c2", "---|--# a=r1c3>r1c1 b=r1c2>r2c1", true},
		{"time is reversed for one agent only", "---|--# a=r1c1>r1c3 b=r2c1>r1c2", "---|--# a=r1c1>r1c3 b=r1c2>r2c1", false},
		{"two targets are exchanged", "---|--- a=r1c1>r1c2 b=r2c1>r2c3", "---|--- a=r1c1>r2c3 b=r2c1>r1c2", false},
		{"a target is another agent's start, with time reversed", "--- a=r1c1>r1c2 b=r1c2>r1c3", "--- a=r1c2>r1c1 b=r1c3>r1c2", true},
		{"a target is another agent's start, or its own", "--- a=r1c1>r1c2 b=r1c2>r1c3", "--- a=r1c1>r1c3 b=r1c2>r1c2", false},
		{"two agents on a ring, which has all symmetries", "---|-#-|--- a=r1c1>r1c2 b=r3c3>r3c2", "---|-#-|--- a=r3c1>r2c1 b=r1c3>r2c3", true},
		{"two agents on a ring, one of them a step further", "---|-#-|--- a=r1c1>r1c2 b=r3c3>r3c2", "---|-#-|--- a=r1c1>r1c2 b=r3c3>r3c1", false},
		{"two agents on a map without walls", "---|---|--- a=r1c1>r2c2 b=r1c2>r3c3", "---|---|--- a=r2c1>r1c3 b=r3c1>r2c2", true},
		{"a corner or the middle of a side of a map without walls", "---|---|--- a=r1c1>r2c2", "---|---|--- a=r1c2>r2c2", false},
		{"a component without letters", "---|###|--- a=r1c1>r1c3", "--- a=r1c1>r1c3", true},
		{"a component with a target that cannot be reached", "---#-- a=r1c1>r1c5", "---#- a=r1c1>r1c5", true},
		{"two such components", "---#-- a=r1c1>r1c5 b=r1c2>r1c2", "---#- a=r1c1>r1c5 b=r1c2>r1c2", false},
		{"one agent: a dead end is cut whole", "---|#-# a=r1c1>r1c3", "--- a=r1c1>r1c3", true},
		{"one agent: a branched dead end is cut whole", "-----|#-#-#|#---#|#-#-# a=r1c1>r1c5", "-----|#-#-#|#---# a=r1c1>r1c5", true},
		{"one agent: a tree is cut whole", "---|#-#|---|#-# a=r1c1>r1c3", "--- a=r1c1>r1c3", true},
		{"one agent: a ring is kept", "---|--- a=r1c1>r1c3", "--- a=r1c1>r1c3", false},
		{"one agent: a dead end is cut, and the one with its target is kept", "---|#-# a=r1c1>r2c2", "--#|#-# a=r1c1>r2c2", true},
		{"two agents: a dead end of two cells is cut to one", "---|#-#|#-# a=r1c1>r1c3 b=r1c3>r1c1", "---|#-# a=r1c1>r1c3 b=r1c3>r1c1", true},
		{"two agents: a dead end of one cell is kept", "---|#-# a=r1c1>r1c3 b=r1c3>r1c1", "--- a=r1c1>r1c3 b=r1c3>r1c1", false},
		{"two agents: a branched dead end is kept", "---|#-#|--- a=r1c1>r1c3 b=r1c3>r1c1", "---|#-# a=r1c1>r1c3 b=r1c3>r1c1", false},
		{"three agents: a dead end of three cells is cut to two", "#-##|#-##|----|-##- a=r4c1>r3c2 b=r3c2>r2c2 c=r1c2>r4c1",
			"#-##|#-##|----|-### a=r4c1>r3c2 b=r3c2>r2c2 c=r1c2>r4c1", true},
		{"three agents: a dead end of two cells is not cut to one", "#-##|#-##|----|-### a=r4c1>r3c2 b=r3c2>r2c2 c=r1c2>r4c1",
			"#-##|#-##|---#|-### a=r4c1>r3c2 b=r3c2>r2c2 c=r1c2>r4c1", false},
	} {
		t.Run(row.reason, func(t *testing.T) {
			one, other := canonical(t, row.one), canonical(t, row.other)
			if (one == other) != row.guises {
				t.Errorf("%s has the canonical form %s, %s has %s; guises: %t", row.one, one, row.other, other, row.guises)
			}
			if same(row.one, row.other) != row.guises {
				t.Errorf("the judge says that %s and %s are guises: %t", row.one, row.other, !row.guises)
			}
		})
	}
}

func TestDeadEndsAreCutNoFurtherThanCostsAllow(t *testing.T) {
	const agents = " a=r4c1>r3c2 b=r3c2>r2c2 c=r1c2>r4c1" // three of them
	for _, row := range []struct {
		reason, board string
		cost          int
	}{
		{"one cell is too few", "#-##|#-##|---#|-###", 7},
		{"two cells are as many as agents can use", "#-##|#-##|----|-###", 6},
		{"three cells are no better", "#-##|#-##|----|-##-", 6},
	} {
		a, err := mapf.New().Solve(t.Context(), row.board+agents, solver.Options{}, solver.Budget{})
		if err != nil || a.Cost != steps(row.cost) {
			t.Errorf("%s: %+v, %v; want %d steps", row.reason, a, err, row.cost)
		}
	}
}

func TestCanonicalFormIsTheLeastLine(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	check := func(reason, form string) {
		if got, want := canonical(t, form), least(form); got != want {
			t.Errorf("%s: %s has the canonical form %s, want %s", reason, form, got, want)
		}
	}
	for _, row := range []struct {
		reason     string
		rows, cols int
		density    float64
	}{
		{"the judge's largest map", 16, 16, 0.5},
		{"rows and columns of one and of two digits", 9, 12, 0.3},
		{"all symmetries, and rows and columns of one and of two digits", 11, 11, 0},
		{"many short rows in a word", 40, 2, 0.2},
		{"one long row, with columns of three digits", 1, 130, 0.01},
		{"one long column", 130, 1, 0.01},
		{"a row and the place after it are just less than a word", 8, 62, 0.4},
		{"they are a word", 8, 63, 0.4},
		{"they are just more than a word", 8, 64, 0.4},
		{"they are two words", 8, 127, 0.4},
		{"they are more than two words", 8, 130, 0.4},
	} {
		for i := range 10 {
			check(row.reason, solvertest.RandomMapf(r, row.rows, row.cols, 1+i%3, row.density))
		}
	}
	check("column 2 of the last agent comes before column 20", open(21, 21)+" a=r11c11>r2c1")
	check("column 2 of the first agent comes before column 20", open(21, 21)+" a=r11c11>r2c1 b=r2c1>r11c11")
}

func TestTwentySixAgentsHaveOneCanonicalForm(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for range 20 {
		form := solvertest.RandomMapf(r, 6, 6, 26, 0.2)
		want := canonical(t, form)
		for range 20 {
			if other := guise(r, form); canonical(t, other) != want {
				t.Fatalf("%s has the canonical form %s, its guise %s has another", form, want, other)
			}
		}
	}
	form := open(5, 6)
	for i := range 26 {
		form += fmt.Sprintf(" %c=r%dc%d>r%dc%d", 'a'+i, 1+i/6, 1+i%6, 1+(i+1)%26/6, 1+(i+1)%26%6)
	}
	kind := mapf.New()
	_, back, err := kind.Canonical(nil, form)
	if err != nil {
		t.Fatal(err)
	}
	step := "RRRRRDRRRRRDRRRRRDRRRRRDRU" // the last one cannot: its target is far off
	there, err := kind.Carry(back, step+" "+step)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := kind.Restore(back, there); err != nil || again != step+" "+step {
		t.Errorf("%s is carried to %s and restored to %s, %v", step, there, again, err)
	}
}

func TestBadPlansAreRefused(t *testing.T) {
	kind := mapf.New()
	_, back, err := kind.Canonical(nil, "---|--# a=r1c1>r1c3 b=r2c1>r1c2")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ reason, plan, says string }{
		{"one letter for two agents", "R", "1 characters long"},
		{"a letter too many", "RRR", "3 characters long"},
		{"a word too short in the middle", "RR R RR", "7 characters long"},
		{"a blank at the front", " RR", "3 characters long"},
		{"a blank at the end", "RR ", "3 characters long"},
		{"two blanks in a row", "RR  RR", "6 characters long"},
		{"a blank for a letter", "R ", `character 2 of the plan is ' '`},
		{"a letter for a blank", "RR.RR", `character 3 of the plan is '.'`},
		{"a small letter", "Rr", `character 2 of the plan is 'r'`},
		{"another sign", "RR R?", `character 5 of the plan is '?'`},
		{"bytes that are no text", "\xff\x00", `character 1 of the plan`},
		{"a letter of two bytes", "é", `character 1 of the plan`},
	} {
		for _, there := range []func(solver.Transform, string) (string, error){kind.Restore, kind.Carry} {
			if got, err := there(back, row.plan); err == nil || got != "" || !strings.Contains(err.Error(), row.says) {
				t.Errorf("%s: %q becomes %q, %v; want an error that says %q", row.reason, row.plan, got, err, row.says)
			}
		}
	}
	if got, err := kind.Restore(back, ""); got != "" || err != nil {
		t.Errorf("the empty plan becomes %q, %v", got, err)
	}
}

func TestNothingIsAllocatedForAKey(t *testing.T) {
	if solvertest.Race {
		t.Skip("the race detector empties pools")
	}
	kind := mapf.New()
	keyer := solver.NewKeyer(kind, solver.Options{})
	r := rand.New(rand.NewPCG(19, 20))
	forms := []string{open(16, 16) + " a=r1c1>r16c16 b=r16c1>r1c16 c=r8c8>r8c8"}
	for range 20 {
		forms = append(forms, solvertest.RandomMapf(r, 16, 16, 3, r.Float64()/2))
	}
	if n := testing.AllocsPerRun(100, func() {
		for _, form := range forms {
			if _, _, _, err := keyer.Digest(form); err != nil {
				t.Fatal(err)
			}
			if err := kind.Check(form); err != nil {
				t.Fatal(err)
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations for %d keys and checks", n, len(forms))
	}
}
