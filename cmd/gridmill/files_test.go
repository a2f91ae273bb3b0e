package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/test/redistest"
)

// write puts files below a new folder and returns it.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func statuses(t *testing.T, jsonl string) string {
	t.Helper()
	var all []string
	for _, row := range rows(t, jsonl) {
		all = append(all, string(row.Status))
	}
	return strings.Join(all, " ")
}

func TestWhatCanBeReadOnlyOnceIsKept(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	go func() {
		_ = os.WriteFile(pipe, []byte(oneMaze), 0o600) // the run fails where this does
	}()
	if code, out, errs := gridmill(t, "", "solve", pipe); code != exitOK || statuses(t, out) != "solved" {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
}

func TestAnInterruptEndsWaitingForInput(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _ = os.WriteFile(pipe, nil, 0o600) }) // lets the abandoned copy end
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	code := run(ctx, []string{"solve", pipe}, streams{strings.NewReader(""), io.Discard, io.Discard}, nil)
	if took := time.Since(began); code != exitInterrupted || took > 5*time.Second {
		t.Errorf("exit %d after %v", code, took)
	}
}

func TestFolders(t *testing.T) {
	maze := zipped(t, oneMaze)
	dir := write(t, map[string]string{
		"empty/.hidden": "x",
		"set/a.txt":     oneMaze,
		"set/b.gz":      maze[:len(maze)-9],
		"set/c.md":      "# Notes\n",
		"set/d.txt":     oneMaze,
		"other.txt":     oneMaze,
	})
	link := func(to, from string) {
		if err := os.Symlink(to, filepath.Join(dir, from)); err != nil {
			t.Skip(err)
		}
	}
	link("../other.txt", "set/e.txt")
	link("nowhere", "set/f.txt")
	link("set", "linked")
	for _, row := range []struct {
		reason, arg string
		code        int
		statuses    string
		says        string
	}{
		{"an empty folder", "empty", exitOK, "", "empty holds no puzzle"},
		{"neighbours of a damaged file and of prose are solved", "set", exitUnsettled, "solved solved invalid invalid solved solved", ""},
		{"a link to a folder", "linked", exitUnsettled, "solved solved invalid invalid solved solved", ""},
		{"what a damaged file holds before the damage is solved", "set/b.gz", exitUnsettled, "solved invalid", ""},
	} {
		code, out, errs := gridmill(t, "", "solve", filepath.Join(dir, row.arg))
		if code != row.code || statuses(t, out) != row.statuses || !strings.Contains(errs, row.says) {
			t.Errorf("%s: exit %d, rows %q: %s", row.reason, code, statuses(t, out), errs)
		}
	}
	if code, _, errs := gridmill(t, "", "solve", filepath.Join(dir, "set/c.md")); code != exitError || !strings.Contains(errs, "--from") {
		t.Errorf("prose named by itself: exit %d: %s", code, errs)
	}
}

func TestOutputFilesAreWholeOrAbsent(t *testing.T) {
	dir := write(t, map[string]string{"maze.txt": oneMaze, "old.jsonl": "old\n"})
	maze, old := filepath.Join(dir, "maze.txt"), filepath.Join(dir, "old.jsonl")
	read := func(path string) string {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if code, _, errs := gridmill(t, "", "solve", "-o", maze, maze); code != exitUsage || read(maze) != oneMaze {
		t.Errorf("output onto the input: exit %d, input is now %q: %s", code, read(maze), errs)
	}
	if code, _, _ := gridmill(t, "", "solve", "--redis", "redis://127.0.0.1:1", "-o", old, maze); code != exitUnreachable || read(old) != "old\n" {
		t.Errorf("a run that fails: exit %d, output %q", code, read(old))
	}
	// A folder that holds the output of an earlier run is read without it.
	for range 2 {
		code, _, errs := gridmill(t, "", "solve", "-o", filepath.Join(dir, "rows.jsonl"), "--from", "poj1475", dir)
		if got := statuses(t, read(filepath.Join(dir, "rows.jsonl"))); code != exitUnsettled || got != "solved invalid" {
			t.Fatalf("exit %d, rows %q: %s", code, got, errs)
		}
	}
	gridmill(t, "", "solve", "-o", filepath.Join(dir, "rows.csv"), maze)
	if got := read(filepath.Join(dir, "rows.csv")); !strings.HasPrefix(got, "seq,name") {
		t.Errorf("a file named .csv holds %q", got)
	}
	// The mode of a file that is replaced stays.
	if err := os.Chmod(old, 0o600); err != nil {
		t.Fatal(err)
	}
	gridmill(t, "", "solve", "-o", old, maze)
	if info, err := os.Stat(old); err != nil || info.Mode().Perm() != 0o600 || !strings.Contains(read(old), "solved") {
		t.Errorf("replaced: %v, %v, %q", info.Mode(), err, read(old))
	}
	// A link to nothing makes what it names; lost output is an error.
	if err := os.Symlink("target.jsonl", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	gridmill(t, "", "solve", "-o", filepath.Join(dir, "link"), maze)
	if got := read(filepath.Join(dir, "target.jsonl")); !strings.Contains(got, "solved") {
		t.Errorf("behind the link: %q", got)
	}
	if code, _, errs := gridmill(t, "1 3\nSBX\n", "solve", "-o", "/dev/full"); code != exitError || !strings.Contains(errs, "print rows") {
		t.Errorf("a full disk under rows without a verdict: exit %d: %s", code, errs)
	}
	if code, _, _ := gridmill(t, oneMaze, "solve", "-o", ""); code != exitUsage {
		t.Errorf("no output named: exit %d", code)
	}
	if code, out, _ := gridmill(t, oneMaze, "solve", "-o", "/dev/stdout"); code != exitOK || !strings.Contains(out, "solved") {
		t.Errorf("/dev/stdout: exit %d, %q", code, out)
	}
	left, err := filepath.Glob(filepath.Join(dir, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestAFileThatChangesWhileItIsReadIsNotAccepted(t *testing.T) {
	dir := write(t, map[string]string{"maze.txt": strings.Repeat("1 3\nSBT\n", 300)})
	path := filepath.Join(dir, "maze.txt")
	a := &app{streams: streams{err: io.Discard}}
	a.cfg.From = "auto"
	in, err := a.openInput(t.Context(), nil, []string{path})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("1 3\nTBS\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	store, err := jobs.Open(t.Context(), redistest.Start(t).URL(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	p := &jobs.Producer{Store: store}
	begin := func(id string) jobs.Spec {
		spec := jobs.Spec{ID: id, Keep: time.Hour, Total: in.total}
		if _, err := p.Begin(t.Context(), spec); err != nil {
			t.Fatal(err)
		}
		return spec
	}
	spec := begin("changed")
	err = discardChanged(store, spec.ID, p.Fill(t.Context(), spec, in.puzzles(t.Context())))
	if !errors.Is(err, errChanged) {
		t.Errorf("submitted: %v", err)
	}
	if _, err := store.Batch(t.Context(), spec.ID); !errors.Is(err, jobs.ErrNoBatch) {
		t.Errorf("the batch is still there: %v", err)
	}
	// What another producer sealed meanwhile is accepted, and stays.
	spec = begin("sealed")
	if err := p.Fill(t.Context(), spec, func(func(solver.Puzzle, error) bool) {}); err != nil {
		t.Fatal(err)
	}
	if err := discardChanged(store, spec.ID, errChanged); !errors.Is(err, errChanged) {
		t.Error(err)
	}
	if _, err := store.Batch(t.Context(), spec.ID); err != nil {
		t.Errorf("an accepted batch was discarded: %v", err)
	}
}

// The same bytes under another name find the same batch; the rows name the
// file that was asked about.
func TestAttachedRowsNameTheFileAskedAbout(t *testing.T) {
	redis := redistest.Start(t).URL()
	dir := write(t, map[string]string{"a.txt": oneMaze, "b.txt": oneMaze})
	a, b := filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt")
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan int)
	go func() {
		stopped <- run(ctx, []string{"worker", "--redis", redis}, streams{nil, io.Discard, io.Discard}, nil)
	}()
	for _, file := range []string{a, b, "-"} {
		_, out, errs := gridmill(t, oneMaze, "solve", "--redis", redis, file)
		got := rows(t, out)
		if len(got) != 1 || got[0].File != file || got[0].Status != solver.Solved {
			t.Errorf("%s: %s%s", file, out, errs)
		}
	}
	stop()
	if code := <-stopped; code != exitOK {
		t.Errorf("worker: exit %d", code)
	}
}

// A batch whose first puzzle is broken is printed for the judge all the same.
func TestJudgeRowsOfABatchThatBeginsBroken(t *testing.T) {
	redis := redistest.Start(t).URL()
	jsonl := `{"kind":"chess","puzzle":"x"}` + "\n" + `{"kind":"sokoban","puzzle":"#####|#@$.#|#####"}` + "\n"
	_, id, _ := gridmill(t, jsonl, "submit", "--redis", redis)
	if code, _, errs := gridmill(t, "", "results", "--to", "judge", "--redis", redis, strings.TrimSpace(id)); code != exitNotDone {
		t.Errorf("exit %d: %s", code, errs)
	}
	if code, out, errs := gridmill(t, jsonl, "solve", "--to", "judge"); code != exitUnsettled || out != "Maze #1\n?\n\nMaze #2\nE\n\n" {
		t.Errorf("exit %d: %q %s", code, out, errs)
	}
}
