package mapf

import (
	"testing"

	"github.com/gridmill/gridmill/solver/grid"
)

func TestCellsAreReadAsTheGridPackageReadsThem(t *testing.T) {
	for _, text := range []string{
		"r1c1", "r10c9", "r65535c65535", "r9c10", // cells
		"", "r", "rc", "c1", "r1", "r1c", "rc1", "1c1", "r0c1", "r1c0", "r01c1", "r1c01", "r+1c1", "r1c-1",
		"rr1c1", "r1cc1", "r1c1c1", "r1c1 ", " r1c1", "r1c1r", "R1C1", "r65536c1", "r1c65536", "r1c18446744073709551617", "r1c１",
	} {
		want, err := grid.ParseCell(text)
		if c, ok := readCell(text); ok != (err == nil) || ok && c != want {
			t.Errorf("%q is read as %s, %t; want %s, %v", text, c, ok, want, err)
		}
	}
}
