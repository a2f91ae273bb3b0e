package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"

	"github.com/gridmill/gridmill/test/redistest"
)

// screen is a terminal that remembers everything that was printed on it.
type screen struct {
	mu   sync.Mutex
	text strings.Builder
	all  chan struct{} // closed once there will be no more
}

// open returns the side of a new terminal that a program prints to.
func (s *screen) open(t *testing.T) *os.File {
	t.Helper()
	ours, theirs, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	if err := pty.Setsize(ours, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	s.all = make(chan struct{})
	go func() {
		defer close(s.all)
		buffer := make([]byte, 4096)
		for {
			n, err := ours.Read(buffer) // fails once nobody has the other side
			s.mu.Lock()
			s.text.Write(buffer[:n])
			s.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() { _ = ours.Close() })
	return theirs
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// wait waits until the terminal shows a text.
func (s *screen) wait(t *testing.T, text string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !strings.Contains(s.String(), text); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the terminal does not show %q: %q", text, s.String())
		}
	}
}

// start runs the program with the streams and variables given, and returns a
// function that waits for its end.
func start(t *testing.T, stdout, stderr *os.File, env []string, args ...string) (process *os.Process, wait func() int) {
	t.Helper()
	cmd := exec.Command("gridmill", args...)
	cmd.Env = append([]string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "TERM=xterm"}, env...)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // where the test ended before it
	_ = stdout.Close()                           // the program has its own
	if stderr != stdout {
		_ = stderr.Close()
	}
	return cmd.Process, func() int {
		_ = cmd.Wait() // the code says it
		return cmd.ProcessState.ExitCode()
	}
}

// toFile is a file to print to, and what it holds.
func toFile(t *testing.T) (f *os.File, read func() string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "printed")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	return f, func() string {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
}

const mixedMazes = "1 5\nS.B.T\n1 5\nSB#.T\n1 3\nSxT\n0 0\n"

func TestOnATerminalRowsAreATable(t *testing.T) {
	maze := filepath.Join(write(t, map[string]string{"m.txt": mixedMazes}), "m.txt")
	for _, row := range []struct {
		reason      string
		env         []string
		args        []string
		has, hasNot []string
	}{
		{"coloured", nil, nil, []string{"\x1b[32msolved\x1b[0m", "\x1b[33munsolvable\x1b[0m", "\x1b[31minvalid\x1b[0m", "seq  name"}, nil},
		{"NO_COLOR", []string{"NO_COLOR=1"}, nil, []string{"  solved  "}, []string{"\x1b["}},
		{"NO_COLOR that is empty counts as unset", []string{"NO_COLOR="}, nil, []string{"\x1b[32m"}, nil},
		{"a terminal without colours", []string{"TERM=dumb"}, nil, []string{"  solved  "}, []string{"\x1b["}},
		{"another format", nil, []string{"--to", "jsonl"}, []string{`"status":"solved"`}, []string{"\x1b["}},
	} {
		var s screen
		theirs := s.open(t)
		_, wait := start(t, theirs, theirs, row.env, append([]string{"solve", maze}, row.args...)...)
		if code := wait(); code != exitUnsettled {
			t.Errorf("%s: exit %d", row.reason, code)
		}
		<-s.all
		for _, text := range row.has {
			if !strings.Contains(s.String(), text) {
				t.Errorf("%s: no %q in %q", row.reason, text, s.String())
			}
		}
		for _, text := range row.hasNot {
			if strings.Contains(s.String(), text) {
				t.Errorf("%s: there is %q in %q", row.reason, text, s.String())
			}
		}
	}
}

// The bar is on the terminal while the rows go elsewhere; then it is gone, and
// nothing but rows is where the rows are.
func TestABarShowsProgressWhileTheRowsGoElsewhere(t *testing.T) {
	hard := filepath.Join(write(t, map[string]string{"hard.xsb": hardLevels(3)}), "hard.xsb")
	var s screen
	rowsFile, read := toFile(t)
	_, wait := start(t, rowsFile, s.open(t), nil, "solve", "--timeout", "1500ms", "--slots", "1", "--memo", "off", hard)
	if code := wait(); code != exitUnsettled {
		t.Errorf("exit %d", code)
	}
	<-s.all
	if got := rows(t, read()); len(got) != 3 {
		t.Errorf("%d rows of 3 in %q", len(got), read())
	}
	if strings.Contains(read(), "\x1b") || strings.Contains(read(), "gridmill:") {
		t.Errorf("more than rows: %q", read())
	}
	shown := s.String()
	for _, text := range []string{"/ 3 rows [", "0 memo hits", "unsolved", "s left"} {
		if !strings.Contains(shown, text) {
			t.Errorf("no %q on the terminal: %q", text, shown)
		}
	}
	summary := strings.Index(shown, "gridmill: 3 puzzles: 3 limit")
	if summary < 0 {
		t.Fatalf("no summary: %q", shown)
	}
	if after := shown[summary:]; strings.Contains(after, " rows [") {
		t.Errorf("the bar is still there behind the summary: %q", after)
	}
	if before := shown[:summary]; !strings.Contains(before, "\x1b[J") && !strings.Contains(before, "\x1b[0J") && !strings.Contains(before, "\x1b[K") {
		t.Errorf("nothing takes the bar away: %q", before)
	}
}

// Rows that are there count, though the first one, which they are printed behind,
// is not there yet.
func TestTheBarCountsRowsThatWaitForTheirTurn(t *testing.T) {
	levels := hardLevels(1) + strings.Repeat("#####\n#@$.#\n#####\n\n", 8)
	file := filepath.Join(write(t, map[string]string{"levels.xsb": levels}), "levels.xsb")
	var s screen
	rowsFile, read := toFile(t)
	process, wait := start(t, rowsFile, s.open(t), nil, "solve", "--timeout", "10m", "--slots", "2", file)
	const counts, why = "8 / 9 rows", "0 printed: row 0 is still searched for"
	for range 600 {
		if strings.Contains(s.String(), counts) && strings.Contains(s.String(), why) {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if err := process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := wait(); code != exitInterrupted {
		t.Errorf("exit %d", code)
	}
	<-s.all
	for _, text := range []string{counts, why} {
		if !strings.Contains(s.String(), text) {
			t.Errorf("no %q on the terminal: %q", text, s.String())
		}
	}
	if glued := regexp.MustCompile(`rows\S`).FindString(s.String()); glued != "" {
		t.Errorf("%q in %q", glued, s.String())
	}
	if read() != "" {
		t.Errorf("printed %q", read())
	}
}

// On a terminal submit says how to come to the rows, and watch, which prints
// none, has it for its bar, which counts the rows of the batch.
func TestSubmitAndWatchOnATerminal(t *testing.T) {
	redis := "GRIDMILL_REDIS=" + redistest.Start(t).URL()
	maze := filepath.Join(write(t, map[string]string{"m.txt": mixedMazes}), "m.txt")
	stdout, read := toFile(t)
	var told screen
	_, wait := start(t, stdout, told.open(t), []string{redis}, "submit", maze)
	if code := wait(); code != exitOK {
		t.Fatalf("submit: exit %d", code)
	}
	<-told.all
	if next := "gridmill: rows: gridmill results --follow " + strings.TrimSpace(read()); !strings.Contains(told.String(), next) {
		t.Errorf("submit does not say %q on the terminal: %q", next, told.String())
	}
	var s screen
	theirs := s.open(t)
	process, wait := start(t, theirs, theirs, []string{redis}, "watch", strings.TrimSpace(read()))
	const says = "0 / 3 rows ["
	s.wait(t, says)
	if err := process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := wait(); code != exitInterrupted {
		t.Errorf("exit %d", code)
	}
	<-s.all
	if !strings.Contains(s.String(), says) {
		t.Errorf("no %q on the terminal: %q", says, s.String())
	}
}

// An interrupt before the first row leaves no header of a table behind its
// advice.
func TestAnInterruptPrintsNoHeaderWithoutRows(t *testing.T) {
	hard := filepath.Join(write(t, map[string]string{"hard.xsb": hardLevels(1)}), "hard.xsb")
	var s screen
	theirs := s.open(t)
	process, wait := start(t, theirs, theirs, nil, "solve", "--timeout", "10m", "--slots", "1", "--progress", "bar", hard)
	s.wait(t, "0 / 1 rows")
	if err := process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := wait(); code != exitInterrupted {
		t.Errorf("exit %d", code)
	}
	<-s.all
	if shown := s.String(); strings.Contains(shown, "seq") || !strings.HasSuffix(shown, "the same command starts over\r\n") {
		t.Errorf("the terminal shows %q", shown)
	}
}

// An interrupt takes the bar away, leaves the old file and says how to go on.
func TestAnInterruptTakesTheBarAway(t *testing.T) {
	hard := filepath.Join(write(t, map[string]string{"hard.xsb": hardLevels(2)}), "hard.xsb")
	old := filepath.Join(write(t, map[string]string{"old.jsonl": "old\n"}), "old.jsonl")
	var s screen
	stdout, read := toFile(t)
	process, wait := start(t, stdout, s.open(t), nil, "solve", "--timeout", "10m", "--slots", "1", "-o", old, hard)
	s.wait(t, " rows ")
	if err := process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := wait(); code != exitInterrupted {
		t.Errorf("exit %d", code)
	}
	<-s.all
	says := "gridmill: stopped; without --redis nothing is kept, the same command starts over; " + old + " is as it was"
	if at := strings.Index(s.String(), says); at < 0 || strings.Contains(s.String()[at:], " rows [") {
		t.Errorf("the terminal shows %q", s.String())
	}
	if b, err := os.ReadFile(old); err != nil || string(b) != "old\n" || read() != "" {
		t.Errorf("the old file holds %q, %v; printed: %q", b, err, read())
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(old), ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Where standard error is no terminal there is no bar, even when one is asked
// for.
func TestNoBarWithoutATerminal(t *testing.T) {
	maze := filepath.Join(write(t, map[string]string{"m.txt": mixedMazes}), "m.txt")
	for _, mode := range []string{"auto", "bar", "plain"} {
		_, _, errs := gridmill(t, "", "solve", "--progress", mode, maze)
		if strings.Contains(errs, "\x1b") || strings.Contains(errs, " rows [") {
			t.Errorf("%s: %q", mode, errs)
		}
	}
}

// hardLevels are levels that no search settles within a few seconds: a wide
// room of many boxes.
func hardLevels(n int) string {
	const width, height = 24, 16
	var b bytes.Buffer
	for k := range n {
		_, _ = io.WriteString(&b, strings.Repeat("#", width)+"\n")
		for y := range height {
			row := []byte("#" + strings.Repeat(" ", width-2) + "#")
			if y == 0 {
				row[1+k] = '@'
			}
			if y > 2 && y < height-2 {
				row[4], row[width-5] = '$', '.'
				if y%2 == 0 {
					row[8], row[width-9] = '$', '.'
				}
			}
			_, _ = b.Write(append(row, '\n'))
		}
		_, _ = io.WriteString(&b, strings.Repeat("#", width)+"\n\n")
	}
	return b.String()
}
