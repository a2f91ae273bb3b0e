package format

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// What is compressed for a name is what reading a file of that name expands.
func TestCompressedOutputIsReadBack(t *testing.T) {
	text := strings.Repeat(`{"kind":"sokoban","puzzle":"#####|#@$.#|#####"}`+"\n", 1000)
	for name, smaller := range map[string]bool{"rows.jsonl": false, "rows.jsonl.gz": true, "ROWS.GZ": true, "rows.zst": true, "gz": false} {
		var file bytes.Buffer
		w, err := Compress(&file, name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if isSmaller := file.Len() < len(text)/10; isSmaller != smaller {
			t.Errorf("%s: %d bytes of %d", name, file.Len(), len(text))
		}
		if got := len(readAll(t, "", file.String())); got != 1000 {
			t.Errorf("%s: %d puzzles of 1000", name, got)
		}
	}
	for name, known := range map[string]bool{"a.csv.gz": true, "a": true, "a.txt": true, "a.csv.xz": false, "A.ZIP": false, "xz": true} {
		if err := CheckCompression(name); (err == nil) != known {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, want := range map[string]string{"a.csv.gz": "a.csv", "a.csv": "a.csv", "a.ZST": "a", ".gz": ""} {
		if got := Uncompressed(name); got != want {
			t.Errorf("%s without its compression is %q, want %q", name, got, want)
		}
	}
}
