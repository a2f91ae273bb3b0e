package replay_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver/sokoban/replay"
)

func TestPlanCountsPushesAndMoves(t *testing.T) {
	for _, row := range []struct {
		reason, form, plan string
		pushes, moves      int
	}{
		{"nothing to do", "#####|#@*-#|#####", "", 0, 0},
		{"one push", "#####|#@$.#|#####", "R", 1, 1},
		{"a push and a walk in each direction", "#######|#-----#|#-----#|#-@*--#|#-----#|#-----#|#######", "RurDrdLdlU", 4, 10},
		{"a walk longer than it need be", "######|#-@$.#|######", "lrR", 1, 3},
		{"the player begins on the target", "######|#-$+-#|#----#|######", "dlluR", 1, 5},
		{"two boxes", "#####|#@$.#|#-$.#|#####", "RldR", 2, 4},
		{"a box that leaves its target and comes back", "#######|#@*--#|#----#|#######", "RdrruL", 2, 6},
		{"blanks and underscores are floor", "######|#@ _$.#|#######", "rrR", 1, 3},
	} {
		t.Run(row.reason, func(t *testing.T) {
			pushes, moves, err := replay.Plan(row.form, row.plan)
			if pushes != row.pushes || moves != row.moves || err != nil {
				t.Errorf("%s by %q: %d pushes, %d moves, %v", row.form, row.plan, pushes, moves, err)
			}
		})
	}
}

func TestPlanNamesTheFirstWrongStep(t *testing.T) {
	const row, pair = "#######|#-@$-.#|#######", "######|#@$$-#|#-..-#|######"
	for _, test := range []struct {
		reason, form, plan string
		step               int
		cell, says         string
	}{
		{"into a wall", row, "lRu", 2, "r2c2", "an upper-case letter is a push, but there is no box"},
		{"into a wall by a walk", row, "lll", 2, "r2c2", "walks into a wall"},
		{"into a wall by an upper-case letter", row, "U", 1, "r2c3", "walks into a wall"},
		{"a box into a wall", row, "RRR", 3, "r2c5", "pushed into a wall"},
		{"a box into a box", pair, "R", 1, "r2c2", "pushed into another box"},
		{"a box into a box on its target", "######|#@$*.#|######", "R", 1, "r2c2", "pushed into another box"},
		{"upper case for a walk", row, "RL", 2, "r2c4", "an upper-case letter is a push, but there is no box"},
		{"lower case for a push", row, "Rr", 2, "r2c4", "a lower-case letter is a walk, but there is a box"},
		{"a letter of the judge's own notation", row, "e", 1, "r2c3", `'e' is no letter of a plan`},
		{"a blank between letters", row, "R R", 2, "r2c4", `' ' is no letter of a plan`},
		{"a byte that is no text", row, "\xff", 1, "r2c3", "is no letter of a plan"},
		{"no plan", row, "", 1, "r2c4", "ends with this box off target"},
		{"a plan that ends too early", row, "R", 2, "r2c5", "ends with this box off target"},
		{"a plan that goes on too long", "#######|#@$.-#|#######", "RR", 3, "r2c5", "ends with this box off target"},
		{"one of two boxes left", "#####|#@$.#|#-$.#|#####", "R", 2, "r3c3", "ends with this box off target"},
		{"off the board at the left", "@$.", "l", 1, "r1c1", "player leaves the board"},
		{"off the board at the top", "@$.", "u", 1, "r1c1", "player leaves the board"},
		{"off the end of a short row", "####|#@|#*-#|####", "r", 1, "r2c2", "player leaves the board"},
		{"into a short row", "##|#@$.#|##", "rr", 1, "r2c2", "a lower-case letter is a walk"},
		{"a box off the board", "+$", "R", 1, "r1c1", "box leaves the board"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			_, _, err := replay.Plan(test.form, test.plan)
			var wrong *replay.StepError
			if !errors.As(err, &wrong) {
				t.Fatalf("%s by %q: %v, want a StepError", test.form, test.plan, err)
			}
			if wrong.Step != test.step || wrong.Cell() != test.cell || !strings.Contains(wrong.Reason, test.says) {
				t.Errorf("%s by %q: %v, want step %d at %s: %s", test.form, test.plan, err, test.step, test.cell, test.says)
			}
		})
	}
}

func TestPlanRefusesWhatIsNoBoard(t *testing.T) {
	for form, says := range map[string]string{
		"":                    "0 players",
		"####|#$.#|####":      "0 players",
		"######|#@$.+#|#####": "2 players",
		"####|#@-#|####":      "no box",
		"#####|#@$-#|#####":   "1 boxes for 0 targets",
		"#####|#@$é#|#####":   `'é' at r2c4 is no cell`,
	} {
		_, _, err := replay.Plan(form, "")
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %s", form, err, says)
		}
	}
}

// FuzzPlan wants no text to upset the judge, and each plan it takes to say
// itself what it costs.
func FuzzPlan(f *testing.F) {
	f.Add("#####|#@$.#|#####", "R")
	f.Add("#######|#-----#|#-----#|#-@*--#|#-----#|#-----#|#######", "RurDrdLdlU")
	f.Add("#####|#@$.#|#-$.#|#####", "RldR")
	f.Add("+$|_", "LURDlurd")
	f.Fuzz(func(t *testing.T, form, plan string) {
		pushes, moves, err := replay.Plan(form, plan)
		if err != nil {
			if pushes != 0 || moves != 0 {
				t.Errorf("%d pushes, %d moves with %v", pushes, moves, err)
			}
			return
		}
		upper := 0
		for _, letter := range plan {
			if strings.ContainsRune("LURD", letter) {
				upper++
			} else if !strings.ContainsRune("lurd", letter) {
				t.Errorf("%q is a step", letter)
			}
		}
		if pushes != upper || moves != len(plan) {
			t.Errorf("plan %q: %d pushes, %d moves", plan, pushes, moves)
		}
	})
}
