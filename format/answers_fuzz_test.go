package format

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"
)

func FuzzAnswersPOJ(f *testing.F)  { fuzzAnswers(f, "judge", "sokoban") }
func FuzzAnswersUVa(f *testing.F)  { fuzzAnswers(f, "judge", "mapf") }
func FuzzAnswersHDU(f *testing.F)  { fuzzAnswers(f, "judge", "solitaire") }
func FuzzAnswersLURD(f *testing.F) { fuzzAnswers(f, "lurd", "") }
func FuzzAnswersJSON(f *testing.F) { fuzzAnswers(f, "jsonl", "") }
func FuzzAnswersCSV(f *testing.F)  { fuzzAnswers(f, "csv", "") }
func FuzzAnswersAuto(f *testing.F) { fuzzAnswers(f, "auto", "sokoban") }

// answerSeeds are files of answers, right and not.
func answerSeeds() []string {
	return []string{
		"", "\n", "Maze #1\neE\n\nMaze #2\nImpossible.\n\n", "Maze #2\n\nMaze #1\nMaze #x\n?", "Maze #0\nMaze #99999999999999999999\nn",
		"5\n-1\n?\n", "YES\nNO\n", "rR\n\nunsolvable\n-\nR. RD\nr1c1>r1c2", "\ufeff \r\n\r\nR\r\n",
		`{"seq":0,"status":"solved","cost":{"pushes":1,"moves":1},"plan":"R"}` + "\n" + `{"seq":1,"status":"unsolvable"}` + "\n{\"seq\":1",
		`{"plan":"\ud83d\u0041\\","kind":"x","seq":9223372036854775807}`, `{"cost":{"pushes":1e9}}`, `{"plan":null,"cost":{},"status":"solved"}`,
		"seq,status,plan,pushes\n0,solved,R,1\n1,unsolvable,,\n", "plan\n\"a\nb\"\n\"\n", "seq,plan\n-1,x\n18446744073709551616,x\n", "plan,plan\nr,R\n",
	}
}

// fuzzAnswers holds any input against what is promised for every file.
func fuzzAnswers(f *testing.F, layout, kind string) {
	for _, seed := range answerSeeds() {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		a, err := NewAnswers(bytes.NewReader(input), "fuzz", AnswersSettings{Format: layout, Kind: kind, MaxExpand: 1 << 20})
		if err != nil {
			return
		}
		defer func() { _ = a.Close() }()
		packed := bytes.HasPrefix(input, []byte{0x1f, 0x8b}) || isZstd(input)
		lines := bytes.Count(input, []byte("\n")) + 1
		for n := 0; ; n++ {
			c, err := a.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil && packed {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if !packed && (n >= lines || c.Line < 1 || c.Line > lines || len(c.Plan) > 3*len(input)) {
				t.Fatalf("%d claims, now %+v, in a file of %d lines", n, c, lines)
			}
			if c.Seq < NoPlace || c.Error == nil && c.Seq == NoPlace || (c.Remark != "") != (c.Says == SaysNothing || c.Stray > 0) {
				t.Fatalf("%+v", c)
			}
			if bad := c.Error; bad != nil && (bad.Reason == "" || bad.Line < c.Line || bad.Column < 1 || bad.File != "fuzz" || c.Plan != "" || len(bad.Reason) > 1000) {
				t.Fatalf("%+v: %v", c, bad)
			}
			if c.Stray > 0 && (len(c.Plan) != c.Stray || !slices.Contains([]string{"judge"}, a.Format())) {
				t.Fatalf("%+v", c)
			}
		}
	})
}
