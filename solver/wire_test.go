package solver_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/solver"
)

// encoded is what package encoding/json makes of v.
func encoded(t interface{ Fatal(...any) }, v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func words() *rapid.Generator[string] {
	return rapid.OneOf(rapid.Just(""), rapid.StringMatching("[a-z#|.$@> -]{0,20}"), rapid.String())
}

func parseError(t *rapid.T) *solver.ParseError {
	if rapid.Bool().Draw(t, "no error") {
		return nil
	}
	return &solver.ParseError{Line: rapid.Int().Draw(t, "error line"), Column: rapid.IntRange(0, 9).Draw(t, "column"), Reason: words().Draw(t, "reason")}
}

func numbers() *rapid.Generator[int64] {
	return rapid.OneOf(rapid.Just(int64(0)), rapid.Int64Range(0, 1000), rapid.Int64())
}

func TestPuzzlesTravelAsTheirJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := solver.Puzzle{
			Seq: numbers().Draw(t, "seq"), Name: words().Draw(t, "name"), File: words().Draw(t, "file"),
			Line: int(numbers().Draw(t, "line")), Kind: words().Draw(t, "kind"), Form: words().Draw(t, "form"), Error: parseError(t),
		}
		want := encoded(t, &p)
		got := p.AppendJSON([]byte("kept"))
		if string(got) != "kept"+string(want) {
			t.Fatalf("written as %s, want %s", got, want)
		}
		var back, plain solver.Puzzle
		if err := back.ParseJSON(string(want)); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(want, &plain); err != nil || !reflect.DeepEqual(back, plain) {
			t.Fatalf("%s is read as %+v, want %+v", want, back, plain)
		}
	})
}

func TestRowsTravelAsTheirJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plan := words().Draw(t, "plan")
		r := solver.Row{
			Seq: numbers().Draw(t, "seq"), Name: words().Draw(t, "name"), File: words().Draw(t, "file"),
			Line: int(numbers().Draw(t, "line")), Kind: words().Draw(t, "kind"), Key: solver.Key(words().Draw(t, "key")),
			Status: solver.Status(words().Draw(t, "status")), States: numbers().Draw(t, "states"), ElapsedUS: numbers().Draw(t, "us"),
			Source: solver.Source(words().Draw(t, "source")), Algorithm: words().Draw(t, "algorithm"),
			Limit: solver.Limit(words().Draw(t, "limit")), Bound: int(numbers().Draw(t, "bound")), Error: parseError(t),
		}
		for i := range rapid.IntRange(0, 2).Draw(t, "measures") {
			r.Cost[i] = solver.Measure{Name: []string{"pushes", "moves"}[i], Value: int(numbers().Draw(t, "value"))}
			r.Figures[i] = solver.Measure{Name: []string{"box_changes", "box_lines"}[i], Value: int(numbers().Draw(t, "figure"))}
		}
		if rapid.Bool().Draw(t, "solved") {
			r.Plan = &plan
		}
		want := encoded(t, &r)
		if got := r.AppendJSON(nil); !bytes.Equal(got, want) {
			t.Fatalf("written as %s, want %s", got, want)
		}
		var back, plain solver.Row
		if err := back.ParseJSON(string(want)); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(want, &plain); err != nil || !reflect.DeepEqual(back, plain) {
			t.Fatalf("%s is read as %+v, want %+v", want, back, plain)
		}
	})
}

// FuzzParseJSON wants every text to be read as package encoding/json reads it.
func FuzzParseJSON(f *testing.F) {
	for _, text := range []string{
		`{"seq":1,"kind":"sokoban","puzzle":"#####|#@$.#|#####"}`, `{"seq":01}`, `{"seq":-1}`, `{"seq":1,"seq":2}`, `{}`, ``,
		`{"seq":0,"status":"solved","cost":{"pushes":5,"moves":5},"plan":"RRRRR","states":9}`, `{"cost":{}}`, `{"figures":{"box_changes":1,"box_lines":2}}`, `{"figures":{"a":1,"a":2}}`, `{"cost":{"a":1,"a":2}}`,
		`{"Seq":3}`, `{"seq":1.5}`, `{"name":"\u0041"}`, `{"name":"é"}`, `{ "seq":1}`, `{"seq":1} `, `{"seq":1}x`, `{"line":99999999999999999999}`, `{"new":1}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var row, plainRow solver.Row
		errRow, errPlainRow := row.ParseJSON(string(text)), json.Unmarshal(text, &plainRow)
		var puzzle, plainPuzzle solver.Puzzle
		errPuzzle, errPlainPuzzle := puzzle.ParseJSON(string(text)), json.Unmarshal(text, &plainPuzzle)
		if (errRow == nil) != (errPlainRow == nil) || errRow == nil && !reflect.DeepEqual(row, plainRow) {
			t.Errorf("%s: read as row %+v, %v; want %+v, %v", text, row, errRow, plainRow, errPlainRow)
		}
		if (errPuzzle == nil) != (errPlainPuzzle == nil) || errPuzzle == nil && !reflect.DeepEqual(puzzle, plainPuzzle) {
			t.Errorf("%s: read as puzzle %+v, %v; want %+v, %v", text, puzzle, errPuzzle, plainPuzzle, errPlainPuzzle)
		}
	})
}

func BenchmarkRowJSON(b *testing.B) {
	plan := "rRRRuuLLdddRRRRuuu"
	r := solver.Row{Seq: 123456, Name: "Maze #17", File: "puzzles.txt", Line: 999, Kind: "sokoban", Key: "sokoban:1:6bf0b8bb6cced1567e0d262fccb14410",
		Status: solver.Solved, Cost: solver.Cost{{Name: "pushes", Value: 9}, {Name: "moves", Value: 18}}, Plan: &plan, States: 77, ElapsedUS: 3,
		Source: solver.FromSearch, Algorithm: "auto"}
	buf := r.AppendJSON(nil)
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			buf = r.AppendJSON(buf[:0])
		}
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			var back solver.Row
			if err := back.ParseJSON(string(buf)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
