package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/test/redistest"
)

const oneMaze = "1 3\nSBT\n0 0\n"

func TestExitCodes(t *testing.T) {
	redis := redistest.Start(t).URL()
	for _, row := range []struct {
		reason string
		stdin  string
		args   []string
		code   int
	}{
		{"every row has a verdict", oneMaze, []string{"solve"}, exitOK},
		{"nothing to solve", "", []string{"solve"}, exitOK},
		{"help", "", []string{"solve", "--help"}, exitOK},
		{"no such file", "", []string{"solve", "/nowhere/x"}, exitError},
		{"nobody can tell the format", "hello", []string{"solve"}, exitError},
		{"no such batch", "", []string{"results", "--redis", redis, "x"}, exitError},
		{"an output that cannot be made", oneMaze, []string{"solve", "-o", "/nowhere/x"}, exitError},
		{"an unknown command", "", []string{"slove"}, exitUsage},
		{"the help of an unknown command", "", []string{"help", "slove"}, exitUsage},
		{"an unknown flag", oneMaze, []string{"solve", "--slow"}, exitUsage},
		{"a duration without a unit", oneMaze, []string{"solve", "--timeout", "5"}, exitUsage},
		{"an unknown format", oneMaze, []string{"solve", "--to", "xml"}, exitUsage},
		{"an algorithm of another kind", oneMaze, []string{"solve", "--algorithm", "one-way"}, exitUsage},
		{"an empty format", oneMaze, []string{"solve", "--from", ""}, exitUsage},
		{"an empty list of statuses", oneMaze, []string{"solve", "--only", ""}, exitUsage},
		{"an empty list of fields", oneMaze, []string{"solve", "--fields", ""}, exitUsage},
		{"an empty list of algorithms", oneMaze, []string{"solve", "--algorithm", ""}, exitUsage},
		{"an empty list of lanes", "", []string{"worker", "--redis", redis, "--lanes", ""}, exitUsage},
		{"a Redis URL without slashes", oneMaze, []string{"submit", "--redis", "redis:localhost:1"}, exitUsage},
		{"a user within an addr", oneMaze, []string{"submit", "--redis", "redis-cluster://h?addr=u:p@h2"}, exitUsage},
		{"more slots than a process can start", oneMaze, []string{"solve", "--slots", "2147483647"}, exitUsage},
		{"more slots of a lane than a process can start", "", []string{"worker", "--redis", redis, "--lanes", "hard=2147483647"}, exitUsage},
		{"an empty name of a configuration", oneMaze, []string{"solve", "--config", ""}, exitUsage},
		{"an empty argument", oneMaze, []string{"solve", ""}, exitUsage},
		{"two algorithms for a kind", oneMaze, []string{"solve", "--algorithm", "double-bfs,priority-bfs"}, exitUsage},
		{"a picture that draw does not write", oneMaze, []string{"draw", "-o", "maze.png"}, exitUsage},
		{"a compression that is not written", oneMaze, []string{"solve", "-o", "rows.jsonl.xz"}, exitUsage},
		{"an output called like a picture", oneMaze, []string{"solve", "-o", "maze.png"}, exitUsage},
		{"no folder for manual pages", "", []string{"man"}, exitUsage},
		{"a batch to name", "", []string{"results", "--redis", redis}, exitUsage},
		{"an argument too many", "", []string{"version", "x"}, exitUsage},
		{"a row without a verdict", "1 3\nSBX\n" + oneMaze, []string{"solve"}, exitUnsettled},
		{"a spent budget", "1 5\nSB..T\n", []string{"solve", "--max-states", "1"}, exitUnsettled},
		{"no Redis there", oneMaze, []string{"submit", "--redis", "redis://127.0.0.1:1"}, exitUnreachable},
	} {
		if code, _, errs := gridmill(t, row.stdin, row.args...); code != row.code {
			t.Errorf("%s: exit %d, want %d: %s", row.reason, code, row.code, errs)
		}
	}
	_, id, _ := gridmill(t, oneMaze, "submit", "--redis", redis)
	if code, _, errs := gridmill(t, "", "results", "--redis", redis, strings.TrimSpace(id)); code != exitNotDone {
		t.Errorf("results of a batch that nobody works on: exit %d: %s", code, errs)
	}
}

// followed waits until somebody waits for news of a batch, until all open
// batches of a Redis are submitted whole, his among them, and until he has since
// waited in vain and waits again: he is past whatever comes before that.
func followed(server *redistest.Server, prefix string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	store, err := jobs.Open(ctx, server.URL(), prefix)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	if err := waitedFor(ctx, server); err != nil {
		return err
	}
	for whole := false; !whole; time.Sleep(20 * time.Millisecond) {
		ids, err := store.OpenBatches(ctx)
		if err != nil {
			return err
		}
		whole = len(ids) > 0
		for _, id := range ids {
			b, err := store.Batch(ctx, id)
			whole = whole && err == nil && b.State == jobs.StateSealed
		}
	}
	return waitedFor(ctx, server)
}

// waitedFor waits until somebody has waited in vain for news of a batch, and
// waits again.
func waitedFor(ctx context.Context, server *redistest.Server) error {
	const waited, waiting = `cmdstat_xread:calls=(\d+)`, `blocked_clients:(\d+)`
	before := number(server, waited)
	for number(server, waited) == before || number(server, waiting) == 0 {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("nobody waits for news: %w", err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	return nil
}

// number finds a number in what a Redis says of itself.
func number(server *redistest.Server, where string) int {
	m := regexp.MustCompile(where).FindStringSubmatch(server.CLI("info", "everything"))
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1]) // digits
	return n
}

// A user who interrupts a run is told how to go on.
func TestAnInterruptedRunSaysHowToGoOn(t *testing.T) {
	server := redistest.Start(t)
	redis := server.URL()
	file := filepath.Join(t.TempDir(), "maze.txt")
	if err := os.WriteFile(file, []byte(oneMaze), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"solve", "watch", "results"} {
		args := []string{"solve", "--redis", redis, file}
		if command != "solve" {
			_, id, _ := gridmill(t, oneMaze, "submit", "--redis", redis)
			args = []string{command, "--redis", redis, strings.TrimSpace(id)}
		}
		if command == "results" {
			args = append(args, "--follow")
		}
		ctx, cancel := context.WithCancel(t.Context())
		var stdout, stderr bytes.Buffer
		ended := make(chan int, 1)
		go func() { ended <- run(ctx, args, streams{strings.NewReader(""), &stdout, &stderr}, nil) }()
		if err := followed(server, ""); err != nil {
			t.Errorf("%s: %v", command, err)
		}
		cancel()
		if code := <-ended; code != exitInterrupted {
			t.Errorf("%s: exit %d: %s", command, code, &stderr)
		}
		if says := "gridmill results"; command == "solve" && !strings.Contains(stderr.String(), says) {
			t.Errorf("%s says %q", command, &stderr)
		}
	}
}

// So is a user whose command keeps nothing.
func TestAnInterruptedCommandThatKeepsNothingStartsOver(t *testing.T) {
	dir := write(t, map[string]string{"maze.txt": oneMaze, "old.csv": "old\n"})
	maze, old := filepath.Join(dir, "maze.txt"), filepath.Join(dir, "old.csv")
	for _, args := range [][]string{
		{"solve", maze},
		{"solve", "-o", old, maze},
		{"dedupe", "-o", old, maze},
		{"bench", maze},
		{"lookup", "--key", maze},
		{"submit", "--redis", "redis://127.0.0.1:1", maze},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		var stdout, stderr bytes.Buffer
		code := run(ctx, args, streams{strings.NewReader(""), &stdout, &stderr}, nil)
		if code != exitInterrupted || !strings.Contains(stderr.String(), "interrupted; the same command starts over") {
			t.Errorf("%s: exit %d: %s", args, code, &stderr)
		}
		if stdout.Len() > 0 {
			t.Errorf("%s: printed %q", args, &stdout)
		}
	}
	if b, err := os.ReadFile(old); err != nil || string(b) != "old\n" {
		t.Errorf("the old file holds %q, %v", b, err)
	}
}
