//go:build e2e

package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/gridmill/gridmill/test/redistest"
)

// fleet is a Redis and the worker processes that serve it.
type fleet struct {
	t       testing.TB
	redis   *redistest.Server
	dir     string
	program string
	workers []*process
	spent   time.Duration // by programs that ended
}

func newFleet(t testing.TB, redis *redistest.Server) *fleet {
	t.Helper()
	program, err := filepath.Abs("../../bin/gridmill")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("%v; build it with make build", err)
	}
	return &fleet{t: t, redis: redis, dir: t.TempDir(), program: program}
}

// process is a program of the fleet that runs in the background.
type process struct {
	t    testing.TB
	cmd  *exec.Cmd
	path string // of what it prints on standard error
}

func (f *fleet) command(args ...string) *exec.Cmd {
	cmd := exec.Command(f.program, args...)
	cmd.Env = append(os.Environ(), "GRIDMILL_REDIS="+f.redis.URL())
	return cmd
}

// gridmill runs the program to its end and returns what it printed. Exit code
// 3, rows without a verdict, is fine.
func (f *fleet) gridmill(what string, args ...string) []byte {
	f.t.Helper()
	cmd := f.command(args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	f.spent += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if err != nil && cmd.ProcessState.ExitCode() != 3 {
		f.t.Fatalf("%s: gridmill %s: %v\n%s", what, strings.Join(args, " "), err, &stderr)
	}
	return out
}

// start runs the program in the background; it ends with the test.
func (f *fleet) start(args ...string) *process {
	f.t.Helper()
	log, err := os.CreateTemp(f.dir, args[0]+"-*.log")
	if err != nil {
		f.t.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	p := &process{t: f.t, cmd: f.command(args...), path: log.Name()}
	p.cmd.Stderr = log
	if err := p.cmd.Start(); err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	})
	return p
}

func (f *fleet) startWorker() *process {
	f.t.Helper()
	w := f.start("worker", "--log-level", "debug")
	f.workers = append(f.workers, w)
	return w
}

// startQuietWorker starts a worker that logs nothing and has one slot.
func (f *fleet) startQuietWorker() {
	f.t.Helper()
	f.workers = append(f.workers, f.start("worker", "--log-level", "error", "--slots", "1"))
}

// stop ends the workers.
func (f *fleet) stop() {
	f.t.Helper()
	for _, w := range f.workers {
		w.signal(syscall.SIGTERM)
		_ = w.cmd.Wait() // ended by the signal
	}
	f.workers = nil
}

// rows returns how many rows the open batch has.
func (f *fleet) rows() int {
	f.t.Helper()
	dec := json.NewDecoder(bytes.NewReader(f.gridmill("status", "status")))
	for dec.More() {
		var line struct{ Rows int }
		if err := dec.Decode(&line); err != nil {
			f.t.Fatal(err)
		}
		if line.Rows > 0 {
			return line.Rows
		}
	}
	return 0
}

func (f *fleet) waitForRows(n int) {
	f.t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); f.rows() < n; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			f.t.Fatalf("no %d rows after five minutes", n)
		}
	}
}

// logged reports whether any worker printed text.
func (f *fleet) logged(text string) bool {
	for _, w := range f.workers {
		if strings.Contains(w.log(), text) {
			return true
		}
	}
	return false
}

func (p *process) log() string {
	p.t.Helper()
	b, err := os.ReadFile(p.path)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(b)
}

func (p *process) wait() error {
	err := p.cmd.Wait()
	if p.cmd.ProcessState.ExitCode() == 3 {
		return nil
	}
	return err
}

// killBusy kills the worker at a moment when it holds chunks that wait for
// their rows, and returns them: frozen first, it cannot finish them between
// the look and the kill.
func (f *fleet) killBusy(p *process) []string {
	p.t.Helper()
	for range 100 {
		p.signal(syscall.SIGSTOP)
		if held := slices.DeleteFunc(p.held(), f.answered); len(held) > 0 {
			p.signal(syscall.SIGKILL)
			_ = p.cmd.Wait() // killed
			return held
		}
		p.signal(syscall.SIGCONT)
		time.Sleep(5 * time.Millisecond)
	}
	p.t.Fatal("the worker was never busy")
	return nil
}

// answered reports whether the open batch waits no more for a chunk: the
// worker may have been frozen between its commit and its log.
func (f *fleet) answered(chunk string) bool {
	f.t.Helper()
	opts, err := redis.ParseURL(f.redis.URL())
	if err != nil {
		f.t.Fatal(err)
	}
	rdb := redis.NewClient(opts)
	defer func() { _ = rdb.Close() }()
	ids, err := rdb.ZRange(f.t.Context(), "gridmill:open", 0, -1).Result()
	if err != nil || len(ids) != 1 {
		f.t.Fatalf("open batches %v, %v", ids, err)
	}
	waits, err := rdb.HExists(f.t.Context(), "gridmill:{"+ids[0]+"}:in", chunk).Result()
	if err != nil {
		f.t.Fatal(err)
	}
	return !waits
}

func (p *process) signal(s syscall.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// held lists the chunks that the worker's log says it claimed and did not
// commit.
func (p *process) held() []string {
	claimed := map[string]bool{}
	for _, m := range regexp.MustCompile(`msg=(claimed|committed) .*chunk=(\S+)`).FindAllStringSubmatch(p.log(), -1) {
		if m[1] == "claimed" {
			claimed[m[2]] = true
		} else {
			delete(claimed, m[2])
		}
	}
	var held []string
	for chunk := range claimed {
		held = append(held, chunk)
	}
	return held
}

// peakMiB is the most memory that a process held that has ended.
func (p *process) peakMiB() int64 {
	return p.cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10
}

// currentPeakMiB is the most memory that a running process has held so far.
func (p *process) currentPeakMiB() int {
	b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.cmd.Process.Pid), "status"))
	if err != nil {
		p.t.Fatal(err)
	}
	m := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(b)
	if m == nil {
		p.t.Fatal("no VmHWM")
	}
	kb, _ := strconv.Atoi(string(m[1])) // digits
	return kb >> 10
}
