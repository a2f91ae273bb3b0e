package fleet

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"testing"
)

// Form is a generated puzzle.
type Form struct {
	Kind   string `json:"kind"`
	Puzzle string `json:"puzzle"`
}

// Generate writes n puzzles to file, of mixed kinds unless args say otherwise.
func Generate(t testing.TB, file string, n int, args ...string) []Form {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	cmd := exec.Command("go", append([]string{"run", "../generate", "-n", strconv.Itoa(n)}, args...)...)
	cmd.Stdout, cmd.Stderr = f, os.Stderr
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	forms := make([]Form, 0, n)
	for dec := json.NewDecoder(bufio.NewReader(f)); dec.More(); {
		var one Form
		if err := dec.Decode(&one); err != nil {
			t.Fatal(err)
		}
		forms = append(forms, one)
	}
	return forms
}

// Write writes forms to file, one JSON object a line.
func Write(t testing.TB, file string, forms []Form) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewWriter(f)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for _, one := range forms {
		if err := enc.Encode(one); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(out.Flush(), f.Close()); err != nil {
		t.Fatal(err)
	}
}
