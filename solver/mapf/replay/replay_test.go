package replay_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver/mapf/replay"
)

const (
	alone    = "#-# a=r1c2>r1c2"
	crossing = "-----|##-## a=r1c1>r1c5 b=r1c3>r1c3" // b steps aside
	ring     = "--|-- a=r1c1>r1c2 b=r1c2>r2c2 c=r2c2>r2c1 d=r2c1>r1c1"
	line     = "---- a=r1c1>r1c3 b=r1c2>r1c4"
)

func TestRightPlansAreCounted(t *testing.T) {
	for _, row := range []struct {
		reason, form, plan string
		steps              int
	}{
		{"agents at home need no steps", alone, "", 0},
		{"staying counts as a step", alone, ". .", 2},
		{"an agent steps aside and comes back", crossing, "R. RD R. RU", 4},
		{"a cell that is being left may be entered", line, "RR RR", 2},
		{"all around a full ring", ring, "RDLU", 1},
	} {
		if n, err := replay.Plan(row.form, row.plan); n != row.steps || err != nil {
			t.Errorf("%s: %d steps, %v; want %d", row.reason, n, err, row.steps)
		}
	}
}

func TestFirstWrongStepIsNamed(t *testing.T) {
	for _, row := range []struct {
		reason, form, plan string
		step               int
		cell, says         string
	}{
		{"no steps, and not at home", line, "", 1, "r1c1", "ends with agent a here, not at its target r1c3"},
		{"only the second agent gets home", line, ".R .R", 3, "r1c1", "agent a"},
		{"the last agent is not at home", "---- a=r1c1>r1c1 b=r1c2>r1c4", ".R", 2, "r1c3", "agent b"},
		{"a wall", crossing, "R. D.", 2, "r1c2", "agent a goes D into a wall"},
		{"the edge of the map", line, "U.", 1, "r1c1", "off the map"},
		{"two agents move into one cell", line, ".R RL", 2, "r1c2", "agents a and b both"},
		{"an agent runs into one that stays", line, "R.", 1, "r1c2", "agents a and b both"},
		{"two agents swap", line, "RL", 1, "r1c1", "swap"},
		{"too few letters", line, "RR R", 2, "", `"R" has 1 letters for 2 agents`},
		{"too many letters", line, "RRR", 1, "", "3 letters"},
		{"two blanks", line, "RR  RR", 2, "", `"" has 0 letters`},
		{"a blank at the end", line, "RR RR ", 3, "", `"" has 0 letters`},
		{"a blank at the start", line, " RR RR", 1, "", `"" has 0 letters`},
		{"nothing but a blank", alone, " ", 1, "", `"" has 0 letters`},
		{"small letters", line, "rr rr", 1, "r1c1", "'r'"},
		{"a letter that names no way", line, "RX", 1, "r1c2", "agent b has the letter 'X'"},
	} {
		n, err := replay.Plan(row.form, row.plan)
		var wrong *replay.StepError
		if !errors.As(err, &wrong) || n != 0 {
			t.Errorf("%s: %d, %v; want a StepError", row.reason, n, err)
			continue
		}
		if wrong.Step != row.step || wrong.Cell() != row.cell || !strings.Contains(wrong.Reason, row.says) {
			t.Errorf("%s: %v; want step %d at %q: …%s…", row.reason, wrong, row.step, row.cell, row.says)
		}
	}
}

func TestWhatIsNoPuzzleIsRefused(t *testing.T) {
	for reason, form := range map[string]string{
		"nothing":                   "",
		"no agents":                 "---",
		"rows of different lengths": "---|-- a=r1c1>r1c1",
		"an empty row":              "---||--- a=r1c1>r1c1",
		"an unknown character":      "-.- a=r1c1>r1c1",
		"two blanks":                "---  a=r1c1>r1c1",
		"a wrong name":              "--- b=r1c1>r1c1",
		"no target":                 "--- a=r1c1",
		"a cell off the map":        "--- a=r1c1>r1c4",
		"a cell on a wall":          "--# a=r1c1>r1c3",
		"a cell in row 0":           "--- a=r0c1>r1c1",
		"another way to write 1":    "--- a=r1c1>r+1c1",
		"equal starts":              "--- a=r1c1>r1c1 b=r1c1>r1c2",
		"equal targets":             "--- a=r1c1>r1c1 b=r1c2>r1c1",
	} {
		n, err := replay.Plan(form, "")
		var wrong *replay.StepError
		if err == nil || errors.As(err, &wrong) {
			t.Errorf("%s: %d steps, %v; want an error about the puzzle", reason, n, err)
		}
	}
}

func FuzzPlan(f *testing.F) {
	for _, form := range []string{alone, crossing, ring, line} {
		for _, plan := range []string{"", ". .", "R. RD R. RU", "RDLU", "RR RR", " "} {
			f.Add(form, plan)
		}
	}
	f.Fuzz(func(t *testing.T, form, plan string) {
		n, err := replay.Plan(form, plan)
		if want := len(strings.Fields(plan)); err == nil && n != want {
			t.Errorf("%q: %d steps in %q", form, n, plan)
		}
	})
}
