package grid

import "testing"

func TestParseCellReadsWhatStringWrites(t *testing.T) {
	for _, c := range []Cell{{0, 0}, {3, 4}, {99, 999}} {
		if got, err := ParseCell(c.String()); got != c || err != nil {
			t.Errorf("ParseCell(%s) = %v, %v", c, got, err)
		}
	}
	for _, bad := range []string{"", "r1", "c1", "r0c1", "r1c0", "1c1", "r01c1", "r+1c1", "r1c1 ", "r1c99999", "R1C1", "r1c1c1"} {
		if c, err := ParseCell(bad); err == nil {
			t.Errorf("ParseCell(%q) = %v, want an error", bad, c)
		}
	}
}

func TestOppositeStepsCancel(t *testing.T) {
	for d, s := range Steps {
		if o := Steps[3-d]; s.Row+o.Row != 0 || s.Col+o.Col != 0 {
			t.Errorf("steps %d and %d are not opposite", d, 3-d)
		}
	}
}
