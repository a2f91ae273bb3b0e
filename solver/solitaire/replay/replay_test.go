package replay_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver/solitaire/replay"
)

const (
	still = "2x2 r1c1 > r1c1"
	step  = "2x3 r1c1 > r2c1"
	leap  = "2x3 r1c1 r1c2 > r1c3 r1c2"
	pair  = "3x3 r1c1 r2c2 > r3c3 r1c1"
)

func TestRightPlansAreCounted(t *testing.T) {
	for _, row := range []struct {
		reason, form, plan string
		moves              int
	}{
		{"nothing to do", still, "", 0},
		{"there and back", still, "r1c1>r1c2 r1c2>r1c1", 2},
		{"a step", step, "r1c1>r2c1", 1},
		{"a jump", leap, "r1c1>r1c3", 1},
		{"equal pieces may change places", leap, "r1c2>r1c3 r1c1>r1c2", 2},
		{"more moves than the judge allows", still, "r1c1>r1c2 r1c2>r1c1 r1c1>r1c2 r1c2>r1c1 r1c1>r1c2 r1c2>r1c1 r1c1>r1c2 r1c2>r1c1 r1c1>r1c2 r1c2>r1c1", 10},
	} {
		if n, err := replay.Plan(row.form, row.plan); n != row.moves || err != nil {
			t.Errorf("%s: %d moves, %v; want %d", row.reason, n, err, row.moves)
		}
	}
}

func TestFirstWrongMoveIsNamed(t *testing.T) {
	for _, row := range []struct {
		reason, form, plan string
		step               int
		cell, says         string
	}{
		{"no moves, and not at the end", step, "", 1, "r2c1", "no piece has come here"},
		{"one piece of two is home", pair, "r2c2>r2c3", 2, "r3c3", "no piece has come here"},
		{"no piece to move", step, "r1c1>r2c1 r1c1>r2c1", 2, "r1c1", "no piece stands here"},
		{"a piece that stays", step, "r1c1>r1c1", 1, "r1c1", "another piece"},
		{"onto another piece", leap, "r1c1>r1c2", 1, "r1c2", "another piece"},
		{"off the board", step, "r1c1>r3c1", 1, "r3c1", "off the board of 2x3"},
		{"over a free cell", step, "r1c1>r1c3", 1, "r1c2", "no piece here to jump over"},
		{"aslant", pair, "r1c1>r2c1 r2c1>r3c2", 2, "r2c1", "neither next to this cell"},
		{"over a piece, aslant", pair, "r1c1>r3c3", 1, "r1c1", "neither next to this cell"},
		{"three cells", "1x4 r1c1 r1c2 r1c3 > r1c2 r1c3 r1c4", "r1c1>r1c4", 1, "r1c1", "neither next to this cell"},
		{"two blanks", step, "r1c1>r1c2  r1c2>r1c1", 2, "", `"" is not a move`},
		{"a blank at the end", step, "r1c1>r2c1 ", 2, "", `"" is not a move`},
		{"nothing but a blank", still, " ", 1, "", `"" is not a move`},
		{"a cell only", step, "r1c1", 1, "", `"r1c1" is not a move`},
		{"three cells in one move", step, "r1c1>r1c2>r1c3", 1, "", "is not a move"},
		{"capitals", step, "R1C1>R2C1", 1, "", "is not a move"},
		{"row 0", step, "r1c1>r0c1", 1, "", "is not a move"},
		{"row 9", step, "r1c1>r9c1", 1, "", "is not a move"},
		{"another way to write 1", step, "r01c1>r2c1", 1, "", "is not a move"},
	} {
		n, err := replay.Plan(row.form, row.plan)
		var wrong *replay.StepError
		if !errors.As(err, &wrong) || n != 0 {
			t.Errorf("%s: %d, %v; want a StepError", row.reason, n, err)
			continue
		}
		if wrong.Step != row.step || wrong.Cell() != row.cell || !strings.Contains(wrong.Error(), row.says) {
			t.Errorf("%s: %v; want move %d at %q: …%s…", row.reason, wrong, row.step, row.cell, row.says)
		}
	}
}

func TestWhatIsNoPuzzleIsRefused(t *testing.T) {
	for reason, form := range map[string]string{
		"nothing":                 "",
		"no placements":           "8x8",
		"no end":                  "8x8 r1c1",
		"too many rows":           "9x8 r1c1 > r1c1",
		"too many columns":        "8x9 r1c1 > r1c1",
		"no columns":              "8x0 r1c1 > r1c1",
		"no board size":           "8-8 r1c1 > r1c1",
		"a long board size":       "8x88 r1c1 > r1c1",
		"two blanks":              "8x8  r1c1 > r1c1",
		"a blank at the end":      "8x8 r1c1 > r1c1 ",
		"a cell off the board":    "2x2 r1c3 > r1c1",
		"not a cell":              "2x2 r1 > r1c1",
		"two pieces on one cell":  "2x2 r1c1 r1c1 > r1c1 r1c2",
		"a piece gets lost":       "2x2 r1c1 r1c2 > r1c1",
		"nine pieces":             "2x8 r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r2c1 > r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r2c1",
		"a second end":            "2x2 r1c1 > r1c1 > r1c1",
		"no blanks around a sign": "2x2 r1c1>r1c1",
	} {
		n, err := replay.Plan(form, "")
		var wrong *replay.StepError
		if err == nil || errors.As(err, &wrong) {
			t.Errorf("%s: %d moves, %v; want an error about the puzzle", reason, n, err)
		}
	}
}

func FuzzPlan(f *testing.F) {
	for _, form := range []string{still, step, leap, pair} {
		for _, plan := range []string{"", "r1c1>r1c2 r1c2>r1c1", "r1c1>r2c1", "r1c1>r1c3", " "} {
			f.Add(form, plan)
		}
	}
	f.Fuzz(func(t *testing.T, form, plan string) {
		n, err := replay.Plan(form, plan)
		if want := strings.Count(plan, ">"); err == nil && n != want {
			t.Errorf("%q: %d moves in %q", form, n, plan)
		}
	})
}
