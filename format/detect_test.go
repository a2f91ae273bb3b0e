package format

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

func TestDetect(t *testing.T) {
	for _, c := range []struct{ reason, input, want string }{
		{"two integers, then a row", "1 3\nSBT\n", "poj1475"},
		{"two integers, then a row behind blanks", "\ufeff\r\n\n 1 3 \n\n  SBT\n", "poj1475"},
		{"two integers at the end of the file", "5 5\n", "poj1475"},
		{"a terminator of mazes", "0 0\n", "poj1475"},
		{"a terminator of mazes before another file", "0 0\n3 3\n", "poj1475"},
		{"three integers, then a row", "5 1 1\n#a A#", "uva1601"},
		{"three integers, then a row that was trimmed to nothing", "5 2 1\n\n#a A#", "uva1601"},
		{"three integers at the end of the file", "5 5 5", "uva1601"},
		{"a terminator of maps", "0 0 0", "uva1601"},
		{"eight integers", "4 4 4 5 5 4 6 5\nwhatever", "hdu1401"},
		{"eight integers, one of them off the board", "4 4 4 5 5 4 6 -5", "hdu1401"},
		{"sixteen integers", "4 4 4 5 5 4 6 5 2 4 3 3 3 6 4 6", "hdu1401"},
		{"a count, then numbers", "2\n4 4 4 5 5 4 6 5\n", "hdu1401"},
		{"a number a line", "4\n4\n4\n5\n", "hdu1401"},
		{"two numbers a line", "4 4\n4 5\n", "hdu1401"},
		{"three numbers a line", "4 4 4\n5 5 4\n", "hdu1401"},
		{"seven numbers, then eight", "4 4 4 5 5 4 6\n2 4 3 3 3 6 4 6\n", "hdu1401"},
		{"a brace", "{", "jsonl"},
		{"a brace behind blank lines", "\n\n  {\"kind\":\"sokoban\"}\n", "jsonl"},
		{"an object beyond any line", `{"puzzle":"` + strings.Repeat("#", 5<<20), "jsonl"},
		{"rows of a level", "\n#####\n#@$.#\n#####\n", "xsb"},
		{"a level below prose", "Levels by\nsomebody\n\n1\n\n  ####\n  #@$.#\n", "xsb"},
		{"a level below a number", "1\n#####\n#@$.#\n", "xsb"},
		{"a level quoted in a letter", "> #####\n> #@$.#\n", "xsb"},
		{"a level on one line", "5#|#@$.#|5#", "xsb"},
		{"a run beyond any level", "999999999#|#@$.#|5#", "xsb"},
		{"a level in the signs of another program", "#####\n#&B.#\n#####\n", "xsb"},
		{"a semicolon, and nothing else that tells", "; levels will follow\n", "xsb"},
		{"a long collection in XML on one line", "<SokobanLevels>" + strings.Repeat("<Level><L>#####</L></Level>", 20_000) + "</SokobanLevels>", "slc"},
		{"a collection in XML", "<?xml version=\"1.0\"?>\n<!DOCTYPE x>\n\n<SokobanLevels>", "slc"},
		{"nothing", "", ""},
		{"blanks only", " \n\t\r\n\ufeff\n", ""},
		{"blanks beyond any buffer, then an object", strings.Repeat(" \n", 1<<20) + "{}", "jsonl"},
	} {
		r, err := NewReader(strings.NewReader(c.input), "x", Settings{})
		if err != nil {
			t.Errorf("%s: %v", c.reason, err)
		} else if r.Format() != c.want {
			t.Errorf("%s: format %q, want %q", c.reason, r.Format(), c.want)
		}
	}
}

func TestDetectSaysWhatItSaw(t *testing.T) {
	for _, c := range []struct{ reason, input, saw string }{
		{"a line that may be a row, and prose", "\n#####\nand so on\n", "#####"},
		{"prose of any length", strings.Repeat("Once more.\n", 1<<20), "Once more."},
		{"two integers, then text", "1 3\nhello\n", "1 3"},
		{"one integer, then text", "1\nhello\n", "1"},
		{"a long line", strings.Repeat("ab", 100), strings.Repeat("ab", 20)},
		{"a line beyond any line", strings.Repeat("ab", 3<<20), strings.Repeat("ab", 20)},
		{"blanks beyond any line", strings.Repeat(" ", 5<<20) + "x", strings.Repeat(" ", 40)},
		{"two integers, then blanks beyond any line", "1 3\n" + strings.Repeat(" ", 5<<20) + "x", "1 3"},
	} {
		_, err := NewReader(strings.NewReader(c.input), "levels.txt", Settings{Format: "auto"})
		var unknown *UnknownError
		if !errors.As(err, &unknown) || unknown.Saw != c.saw || unknown.File != "levels.txt" || !strings.Contains(err.Error(), "--from") {
			t.Errorf("%s: NewReader: %v", c.reason, err)
		}
	}
}

func TestDetectReadsNoFurtherThanItMust(t *testing.T) {
	in, feed := io.Pipe()
	defer in.Close()
	go func() {
		// And then nothing, as from a terminal.
		if _, err := io.WriteString(feed, "1 3\nSBT\n"); err != nil {
			t.Error(err)
		}
	}()
	r, err := NewReader(in, "-", Settings{Kinds: plainKinds()})
	if err != nil || r.Format() != "poj1475" {
		t.Fatalf("NewReader = %v, %v", r, err)
	}
	if p, err := r.Next(); err != nil || p.Form != "#####|#@$.#|#####" {
		t.Errorf("Next = %+v, %v", p, err)
	}
}

func TestReaderRefusesBadSettings(t *testing.T) {
	var name *NameError
	_, err := NewReader(strings.NewReader("{}"), "x", Settings{Format: "xml"})
	if !errors.As(err, &name) || !strings.Contains(err.Error(), strings.Join(append([]string{"auto"}, Inputs()...), ", ")) {
		t.Errorf("format xml: %v", err)
	}
	if _, err = NewReader(strings.NewReader("{}"), "x", Settings{MaxExpand: -1}); err == nil {
		t.Error("a negative bound was taken")
	}
}

func packGzip(t testing.TB, text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := io.WriteString(w, text)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func packZstd(t testing.TB, text string) []byte {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return w.EncodeAll([]byte(text), nil)
}

func TestReaderExpands(t *testing.T) {
	const one, two = "1 3\nSBT\n", "1 3\nTBS\n"
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	for _, c := range []struct {
		reason string
		input  []byte
	}{
		{"gzip", packGzip(t, one+two)},
		{"gzip with a mark of byte order inside", packGzip(t, "\ufeff"+one+two)},
		{"gzip files put together", join(packGzip(t, one), packGzip(t, two))},
		{"zstd", packZstd(t, one+two)},
		{"zstd files put together", join(packZstd(t, one), packZstd(t, two))},
		{"zstd behind a frame to skip", join([]byte("\x50\x2a\x4d\x18\x02\x00\x00\x00xx"), packZstd(t, one+two))},
	} {
		r, err := NewReader(bytes.NewReader(c.input), "x", Settings{})
		if err != nil {
			t.Errorf("%s: %v", c.reason, err)
			continue
		}
		for _, want := range []string{"#####|#@$.#|#####", "#####|#.$@#|#####"} {
			if p, err := r.Next(); err != nil || p.Form != want {
				t.Errorf("%s: Next = %+v, %v", c.reason, p, err)
			}
		}
		if _, err := r.Next(); !errors.Is(err, io.EOF) {
			t.Errorf("%s: no end: %v", c.reason, err)
		}
		if err := r.Close(); err != nil {
			t.Errorf("%s: close: %v", c.reason, err)
		}
	}
}

func TestReaderBoundsWhatItExpands(t *testing.T) {
	text := "1 3\nSBT\n" + strings.Repeat("\n", 1<<20)
	for what, packed := range map[string][]byte{"gzip": packGzip(t, text), "zstd": packZstd(t, text)} {
		for most, want := range map[int64]error{int64(len(text)): io.EOF, int64(len(text)) - 1: ErrExpandBound} {
			r, err := NewReader(bytes.NewReader(packed), "bomb", Settings{MaxExpand: most})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := r.Next(); err != nil {
				t.Errorf("%s within %d bytes: the maze is lost: %v", what, most, err)
			}
			if _, err := r.Next(); !errors.Is(err, want) {
				t.Errorf("%s within %d bytes: %v, want %v", what, most, err, want)
			}
			r.Close()
		}
		if _, err := NewReader(bytes.NewReader(packed), "bomb", Settings{MaxExpand: 1}); !errors.Is(err, ErrExpandBound) {
			t.Errorf("%s within 1 byte: %v", what, err)
		}
	}
}

func TestReaderTellsABrokenFileFromItsEnd(t *testing.T) {
	maze := "1 3\nSBT\n"
	text := strings.Repeat(maze, 1000)
	for what, packed := range map[string][]byte{"gzip": packGzip(t, text), "zstd": packZstd(t, text)} {
		for cut := 4; cut < len(packed); cut++ {
			r, err := NewReader(bytes.NewReader(packed[:cut]), "x", Settings{Format: "poj1475"})
			for err == nil {
				_, err = r.Next()
			}
			if errors.Is(err, io.EOF) || !strings.HasPrefix(err.Error(), "read x: ") {
				t.Fatalf("%s cut after %d of %d bytes: %v", what, cut, len(packed), err)
			}
		}
	}
	broken := errors.New("disk on fire")
	for _, format := range append(Inputs(), "auto") {
		for _, before := range []string{"", maze, "2 3\nSBT\n", "3 3 1\n", "4 4 4 5 5 4 6 5\n", "4 4", "{"} {
			r, err := NewReader(io.MultiReader(strings.NewReader(before), &failing{broken}), "x", Settings{Format: format})
			for n := 0; err == nil && n < 10; n++ {
				_, err = r.Next()
			}
			var unknown *UnknownError
			if !errors.Is(err, broken) && !errors.As(err, &unknown) {
				t.Errorf("%s of %q: %v", format, before, err)
			}
		}
	}
}

type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }
