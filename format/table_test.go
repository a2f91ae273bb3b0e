package format

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
)

// The first rows set the widths of a table, but nobody waits long for them.
func TestATableWaitsALittleForTheRowsThatSetItsWidths(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := &sharedBuffer{} // the table prints by a timer too
		w, err := NewWriter("table", out, WriterSettings{})
		if err != nil {
			t.Fatal(err)
		}
		write := func(seq int64, name string) {
			if err := errors.Join(w.Write(&solver.Row{Seq: seq, Name: name, Status: solver.Solved}), w.Flush()); err != nil {
				t.Fatal(err)
			}
		}
		write(0, "short")
		write(1, "a name of many more letters")
		time.Sleep(aheadTime / 2)
		synctest.Wait()
		if got := out.String(); got != "" {
			t.Errorf("printed before the time was over: %q", out)
		}
		time.Sleep(aheadTime)
		synctest.Wait()
		if got := strings.Count(out.String(), "\n"); got != 3 {
			t.Errorf("after the time, %d lines of 3: %q", got, out)
		}
		write(2, "x")
		if got := strings.Count(out.String(), "\n"); got != 4 {
			t.Errorf("a later row waits: %q", out)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// sharedBuffer is a bytes.Buffer for several goroutines.
type sharedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *sharedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *sharedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

func TestATableOfManyRowsStaysAligned(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWriter("table", &out, WriterSettings{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 * aheadRows {
		row := solver.Row{Seq: int64(i), Name: fmt.Sprintf("Level %d %s", i, strings.Repeat("x", i%40)), Kind: "sokoban", Status: solver.Statuses()[i%6]}
		if err := w.Write(&row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	column := func(line string) int {
		before, _, _ := strings.Cut(line, "sokoban")
		return utf8.RuneCountInString(before)
	}
	lines := strings.Split(out.String(), "\n")[1:]
	for _, line := range lines[:3*aheadRows] {
		if column(line) != column(lines[0]) {
			t.Errorf("kind is not in its column: %q", line)
		}
	}
}

func TestFieldsThatDoNotExistAreNamed(t *testing.T) {
	for _, row := range []struct {
		reason, says string
		fields       []string
	}{
		{"a slip", `no field of a row is called "pushs"; choose one of seq, name, `, []string{"seq", "pushs"}},
		{"nothing", `no field of a row is called ""`, []string{""}},
		{"a measure of no kind", `"cost.jumps"`, []string{"cost.jumps"}},
		{"the same by two names", `"cost.pushes" is asked for twice`, []string{"pushes", "cost.pushes"}},
		{"a part of what is there", `"error.line" is asked for twice`, []string{"error", "error.line"}},
	} {
		_, err := NewWriter("jsonl", &bytes.Buffer{}, WriterSettings{Fields: row.fields})
		if err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v", row.reason, err)
		}
	}
}
