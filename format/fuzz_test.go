package format

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/kinds"
)

func FuzzPOJ1475(f *testing.F) { fuzzFormat(f, "poj1475") }
func FuzzXSB(f *testing.F)     { fuzzFormat(f, "xsb") }
func FuzzSLC(f *testing.F)     { fuzzFormat(f, "slc") }
func FuzzUVa1601(f *testing.F) { fuzzFormat(f, "uva1601") }
func FuzzHDU1401(f *testing.F) { fuzzFormat(f, "hdu1401") }
func FuzzJSONL(f *testing.F)   { fuzzFormat(f, "jsonl") }
func FuzzDetect(f *testing.F)  { fuzzFormat(f, "auto") }

// fuzzFormat holds any input against what is promised for every input.
func fuzzFormat(f *testing.F, format string) {
	for _, sample := range samples {
		f.Add([]byte(sample.text))
	}
	for _, seed := range []string{
		"", "\n", "0 0", "0 0 0", "1 3\nSBT", "\ufeff1 3\r\nSBT\r\n", "3 3\nS\n\n1 3\nSBT\n", "1001 1\n", "2 2 2\na\nA", "3 1 1\n\n",
		"1\n4 4 4 5 5 4 6 5 2 4 3 3 3 6 4 6", "3\n1\n2", "4 4\n4 5\n5 4\n6 5\n2 4\n3 3\n3 6\n4 6", "9 9 9 9 9 9 9 x\n", "{}", "{\"kind\":",
		"5#|#@$.#|5#", "3#(2(3-)|)#\n#@$.#|\n5#\n", "999999999#|#@$.#|5#", "((((#", "> \t####\r\n> \t#p b.#\n#####\n", "*#####*\n##@$.##\n*#####*\n",
		"Title: a\n####\n#X&#\n####\nComment:\n####\n\nComment-End:\n+|+\n\n####\n#@*#\n-\n####\nSolution:\nrR2(lL)\n\xe9\n\n####\n##x#\n####\n",
		"+ + + +\n+ * @ X +\n+ + + +\n", "####\n#@ #\n\n; 2\n####\n#  $\n####|####|#@$.#|####\n:: end ::\nComment: one\n",
		"<SokobanLevels><Title>\xe9</Title><Level Id=\"\xe9\"><L> ####</L><L>\n#@$.&#35;\n</L>\n<L>3#-</L><L>#|#</L></Level><Level/><Level>",
		`{"kind":"mapf","puzzle":"\ud83d\u0041\\","name":"\n"}`, `{"a":[{"b":"]"}],"puzzle":"x","kind":"sokoban"}`,
	} {
		f.Add([]byte(seed))
	}
	all := kinds.All()
	f.Fuzz(func(t *testing.T, input []byte) {
		forms, err := fuzzRead(t, all, format, input)
		if bytes.HasPrefix(input, []byte{0x1f, 0x8b}) || isZstd(input) {
			return
		}
		crlf, errCRLF := fuzzRead(t, all, format, bytes.ReplaceAll(input, []byte("\n"), []byte("\r\n")))
		if (err == nil) != (errCRLF == nil) || strings.Join(forms, "\n") != strings.Join(crlf, "\n") {
			t.Errorf("CRLF changes what is read:\n%q, %v\n%q, %v", forms, err, crlf, errCRLF)
		}
	})
}

// fuzzRead returns the forms that were read, "" for a fault.
func fuzzRead(t *testing.T, all solver.Kinds, format string, input []byte) ([]string, error) {
	r, err := NewReader(bytes.NewReader(input), "fuzz", Settings{Format: format, Kinds: all, MaxExpand: 1 << 20})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	levels := r.Format() == formatXSB || r.Format() == formatSLC
	if !levels {
		r.kind = nil // what the judges' formats make must be right without a check
	}
	lines := strings.Split(string(input), "\n")
	most := len(lines) + 1
	if r.Format() == formatHDU {
		most += len(input) / 31 // sixteen numbers may be a case anywhere
	}
	if levels {
		most += len(input) / 4 // elements may stand side by side
	}
	packed := bytes.HasPrefix(input, []byte{0x1f, 0x8b}) || isZstd(input)
	var forms []string
	for {
		p, err := r.Next()
		if errors.Is(err, io.EOF) {
			return forms, nil
		}
		if err != nil {
			return forms, err
		}
		if forms = append(forms, p.Form); len(forms) > most && !packed {
			t.Fatalf("%d puzzles and no end", len(forms))
		}
		fuzzCheck(t, all, r.Format(), p)
		if bad := p.Error; bad != nil && !packed && (bad.Line > len(lines) || bad.Column > len(lines[bad.Line-1])+1) {
			t.Fatalf("a place beyond the file: %v", bad)
		}
	}
}

func fuzzCheck(t *testing.T, all solver.Kinds, format string, p solver.Puzzle) {
	if (p.Form == "") == (p.Error == nil) {
		t.Fatalf("neither a form nor a fault, or both: %+v", p)
	}
	if bad := p.Error; bad != nil {
		if p.Line < 1 || bad.Column < 0 || bad.Reason == "" || bad.Line < p.Line {
			t.Fatalf("no place or reason: %+v, %v", p, bad)
		}
		return
	}
	if err := all.Lookup(p.Kind).Check(p.Form); err != nil && strings.Count(p.Form, "=") <= 3 {
		t.Fatalf("a form that its kind refuses: %+v: %v", p, err) // a kind need not take many agents
	}
	if format == formatJSON || format == formatXSB || format == formatSLC {
		return // any form of the kind, not only what a judge can say
	}
	plain := plainKinds().Lookup(p.Kind)
	if plain == nil {
		t.Fatal(noPlainKind(p.Kind))
	}
	if err := plain.Check(p.Form); err != nil {
		t.Fatalf("a form that is against the rules: %+v: %v", p, err)
	}
}
