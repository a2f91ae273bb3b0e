package format

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// endless is an input that says the same byte for ever.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// An input without end that says nothing is not read for ever.
func TestAnEndlessInputThatSaysNothingEnds(t *testing.T) {
	for _, row := range []struct {
		reason string
		of     endless
	}{
		{"a line without end", 'x'},
		{"blanks without end", ' '},
	} {
		a, err := NewAnswers(io.MultiReader(strings.NewReader("Maze #1\nimpossible.\n\n"), row.of), "-", AnswersSettings{Format: "judge", Kind: "sokoban"})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for ; err == nil && n < 10; n++ {
			_, err = a.Next()
		}
		if errors.Is(err, io.EOF) || err == nil || !strings.Contains(err.Error(), "the rest is not") {
			t.Errorf("%s: after %d answers %v", row.reason, n, err)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
}
