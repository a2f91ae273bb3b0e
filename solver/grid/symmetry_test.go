package grid

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// turned applies a symmetry cell by cell.
func turned(s Symmetry, board []byte, rows, cols int) string {
	newRows, newCols := s.Size(rows, cols)
	lines := make([][]byte, newRows)
	for r := range lines {
		lines[r] = make([]byte, newCols)
	}
	for i, ch := range board {
		c := s.Cell(Cell{i / cols, i % cols}, rows, cols)
		lines[c.Row][c.Col] = ch
	}
	text := make([]string, newRows)
	for r, line := range lines {
		text[r] = string(line)
	}
	return Join(text)
}

func TestSymmetriesAreEightAndHaveInverses(t *testing.T) {
	board := []byte("abcdef")
	seen := map[string]bool{}
	for s := range Symmetry(Symmetries) {
		seen[turned(s, board, 2, 3)] = true
		rows, cols := s.Size(2, 3)
		for i := range board {
			c := Cell{i / 3, i % 3}
			if back := s.Inverse().Cell(s.Cell(c, 2, 3), rows, cols); back != c {
				t.Errorf("symmetry %d and its inverse take %s to %s", s, c, back)
			}
		}
		if sameShape := rows == 2; sameShape != (s < Oblong) {
			t.Errorf("symmetry %d gives %d rows", s, rows)
		}
	}
	if len(seen) != Symmetries {
		t.Errorf("%d different boards, want %d", len(seen), Symmetries)
	}
}

func TestDirectionsFollowTheCells(t *testing.T) {
	const rows, cols = 4, 5
	for s := range Symmetry(Symmetries) {
		for d, step := range Steps {
			from := Cell{1, 2}
			want := s.Cell(from.Add(step), rows, cols)
			if got := s.Cell(from, rows, cols).Add(Steps[s.Direction(d)]); got != want {
				t.Errorf("symmetry %d turns direction %d to %d", s, d, s.Direction(d))
			}
		}
	}
}

func TestLeastFindsEveryLeastSymmetry(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 3000 {
		rows, cols := 1+r.IntN(4), 1+r.IntN(4)
		board := make([]byte, rows*cols)
		for i := range board {
			board[i] = "#-@"[r.IntN(3)]
		}
		var all []string
		for s := range Symmetry(Symmetries) {
			text := turned(s, board, rows, cols)
			if got := string(s.Append(nil, board, rows, cols)); got != text {
				t.Fatalf("symmetry %d of %q is %q, want %q", s, board, got, text)
			}
			all = append(all, text)
		}
		set := Least(board, rows, cols)
		for s, text := range all {
			if least := text == slices.Min(all); least != (set>>s&1 == 1) {
				t.Fatalf("%q, %d×%d: symmetry %d is least: %t, the set is %08b", board, rows, cols, s, least, set)
			}
		}
	}
}
