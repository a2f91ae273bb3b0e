// Package fleet runs the built programs as people do, for the tests that need
// real processes: workers and producers on one Redis, which can be watched,
// frozen and killed, and a second opinion on the rows they leave. The tests
// that use it live in folders beside it, and run from there.
package fleet

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
)

// Fleet is a Redis and the processes that serve it.
type Fleet struct {
	T       testing.TB
	URL     string // of the Redis
	Dir     string // of the logs; it goes with the test
	Workers []*Process
	// Spent is the CPU time of the programs that Gridmill has run to their end.
	Spent time.Duration
}

// New returns a fleet without workers on the Redis at url.
func New(t testing.TB, url string) *Fleet {
	t.Helper()
	return &Fleet{T: t, URL: url, Dir: t.TempDir()}
}

// Program returns the path of a program that make built.
func Program(t testing.TB, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("../../bin", name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%v; build it with make build bin/standin", err)
	}
	return path
}

// Command prepares to run a program that make built, on the fleet's Redis.
func (f *Fleet) Command(program string, args ...string) *exec.Cmd {
	f.T.Helper()
	cmd := exec.Command(Program(f.T, program), args...)
	cmd.Env = append(os.Environ(), "GRIDMILL_REDIS="+f.URL)
	return cmd
}

// Gridmill runs gridmill to its end and returns what it printed. Exit code 3,
// rows without a verdict, is fine. what says in an error what it was run for.
func (f *Fleet) Gridmill(what string, args ...string) []byte {
	f.T.Helper()
	cmd := f.Command("gridmill", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	f.Spent += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if err != nil && cmd.ProcessState.ExitCode() != 3 {
		f.T.Fatalf("%s: gridmill %s: %v\n%s", what, strings.Join(args, " "), err, &stderr)
	}
	return out
}

// Start runs gridmill in the background; it ends with the test.
func (f *Fleet) Start(args ...string) *Process {
	f.T.Helper()
	return f.Run(f.Command("gridmill", args...))
}

// StartStandin runs the stand-in program in the background; it ends with the
// test.
func (f *Fleet) StartStandin(args ...string) *Process {
	f.T.Helper()
	return f.Run(f.Command("standin", args...))
}

// StartWorker starts a worker that says what it does.
func (f *Fleet) StartWorker(args ...string) *Process {
	f.T.Helper()
	return f.join(f.Start(append([]string{"worker", "--log-level", "debug"}, args...)...))
}

// StartQuietWorker starts a worker that logs nothing and has one slot.
func (f *Fleet) StartQuietWorker() *Process {
	f.T.Helper()
	return f.join(f.Start("worker", "--log-level", "error", "--slots", "1"))
}

// StartStandinWorker starts a worker that also knows the stand-in puzzles, and
// says what it does.
func (f *Fleet) StartStandinWorker(args ...string) *Process {
	f.T.Helper()
	return f.join(f.StartStandin(append([]string{"worker", "--log-level", "debug"}, args...)...))
}

func (f *Fleet) join(w *Process) *Process {
	f.Workers = append(f.Workers, w)
	return w
}

// Stop ends the workers as their owner would.
func (f *Fleet) Stop() {
	f.T.Helper()
	for _, w := range f.Workers {
		w.Signal(syscall.SIGTERM)
		_ = w.Cmd.Wait() // ended by the signal
	}
	f.Workers = nil
}

// Client opens a connection to the fleet's Redis, which is a single server. It
// closes with the test.
func (f *Fleet) Client() *redis.Client {
	f.T.Helper()
	opts, err := redis.ParseURL(f.URL)
	if err != nil {
		f.T.Fatal(err)
	}
	redis.SetLogger(&logging.VoidLogger{}) // tests take Redis away on purpose
	rdb := redis.NewClient(opts)
	f.T.Cleanup(func() { _ = rdb.Close() })
	return rdb
}

// Rows returns how many rows the open batch has.
func (f *Fleet) Rows() int {
	f.T.Helper()
	dec := json.NewDecoder(bytes.NewReader(f.Gridmill("status", "status")))
	for dec.More() {
		var line struct{ Rows int }
		if err := dec.Decode(&line); err != nil {
			f.T.Fatal(err)
		}
		if line.Rows > 0 {
			return line.Rows
		}
	}
	return 0
}

// WaitForRows waits until the open batch has n rows, or its producer has ended.
func (f *Fleet) WaitForRows(n int, producer *Process) {
	f.T.Helper()
	for deadline := time.Now().Add(5 * time.Minute); f.Rows() < n && !producer.Ended(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			f.T.Fatalf("no %d rows after five minutes", n)
		}
	}
}

// Logged reports whether any worker printed text.
func (f *Fleet) Logged(text string) bool {
	for _, w := range f.Workers {
		if strings.Contains(w.Log(), text) {
			return true
		}
	}
	return false
}
