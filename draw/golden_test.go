package draw

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/kinds"
)

var update = flag.Bool("update", false, "rewrite the files in testdata")

// solved draws the scene of a puzzle and its optimal plan.
func solved(t *testing.T, kindName, form string) Picture {
	t.Helper()
	kind := kinds.All().Lookup(kindName)
	answer, err := kind.Solve(context.Background(), form, solver.Options{}, solver.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	scene, err := kind.(solver.Drawer).Scene(form, answer.Plan)
	if err != nil {
		t.Fatal(err)
	}
	return Picture{Scene: scene, Title: "A " + kindName + " & its <answer>", Caption: string(answer.Status) + ": " + answer.Cost.String(), Plan: answer.Plan}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; go test ./draw -update writes it, then look at the picture", err)
	}
	if got != string(want) {
		t.Errorf("the picture differs from %s (-update rewrites it):\n%s", file, got)
	}
}

func TestEveryKindWithASceneIsDrawn(t *testing.T) {
	puzzles := map[string]string{ // one of each kind, with everything in it that the kind draws
		"sokoban":   "-#######|##-----#|#-$-*--#|#-@#-.-#|#-----##|######",
		"mapf":      "#######|#-----#|###-###|####### a=r2c2>r2c6 b=r2c6>r2c2",
		"solitaire": "8x8 r4c4 r4c5 r5c4 r6c5 > r2c4 r3c3 r3c6 r4c6",
	}
	for _, kind := range kinds.All() {
		if _, ok := kind.(solver.Drawer); !ok {
			continue
		}
		name := kind.Info().Name
		t.Run(name, func(t *testing.T) {
			form, ok := puzzles[name]
			if !ok {
				form = kind.Info().Example
			}
			pic := solved(t, name, form)
			var text bytes.Buffer
			for _, part := range []struct {
				head  string
				style TextStyle
			}{
				{"ascii", TextStyle{Glyphs: ASCII}},
				{"unicode", TextStyle{Glyphs: Unicode}},
				{"unicode, 30 columns and 12 lines", TextStyle{Glyphs: Unicode, Width: 30, Height: 12}},
				{"ascii in colour", TextStyle{Glyphs: ASCII, Color: true}},
			} {
				text.WriteString("== " + part.head + "\n")
				if err := Still(&text, pic, part.style); err != nil {
					t.Fatal(err)
				}
			}
			golden(t, name+".txt", strings.ReplaceAll(text.String(), "\x1b", `\e`))
			for file, style := range map[string]SVGStyle{name + ".svg": {Pace: 300 * time.Millisecond}, name + "-still.svg": {Still: true}} {
				var svg bytes.Buffer
				if err := SVG(&svg, pic, style); err != nil {
					t.Fatal(err)
				}
				wellFormed(t, svg.String())
				golden(t, file, svg.String())
			}
		})
	}
}

// wellFormed wants text to be XML without scripts.
func wellFormed(t *testing.T, text string) {
	t.Helper()
	for dec := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if start, ok := token.(xml.StartElement); ok && (start.Name.Local == "script" || start.Name.Local == "foreignObject") {
			t.Errorf("there is an element %s", start.Name.Local)
		}
	}
}
