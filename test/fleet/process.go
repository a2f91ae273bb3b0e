package fleet

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Process is a program of the fleet that runs in the background.
type Process struct {
	T   testing.TB
	Cmd *exec.Cmd
	log string // the file of what it prints on standard error

	read    int64           // bytes of the log that Held has seen
	claimed map[string]bool // what it found there: chunks claimed and not committed
}

// Run starts cmd in the background, with its standard error in a file; it ends
// with the test.
func (f *Fleet) Run(cmd *exec.Cmd) *Process {
	f.T.Helper()
	log, err := os.CreateTemp(f.Dir, cmd.Args[1]+"-*.log")
	if err != nil {
		f.T.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	p := &Process{T: f.T, Cmd: cmd, log: log.Name(), claimed: map[string]bool{}}
	cmd.Stderr = log
	if err := cmd.Start(); err != nil {
		f.T.Fatal(err)
	}
	f.T.Cleanup(p.Kill)
	return p
}

// PID is the process's id.
func (p *Process) PID() int { return p.Cmd.Process.Pid }

// Log returns what the process has printed on standard error so far.
func (p *Process) Log() string {
	p.T.Helper()
	b, err := os.ReadFile(p.log)
	if err != nil {
		p.T.Fatal(err)
	}
	return string(b)
}

// Tail returns the last bytes of what the process has printed.
func (p *Process) Tail(bytes int) string {
	p.T.Helper()
	log := p.Log()
	return log[max(0, len(log)-bytes):]
}

// Ended reports whether the process has ended by itself.
func (p *Process) Ended() bool {
	fields, err := stat(fmt.Sprintf("/proc/%d/stat", p.PID()))
	return err != nil || fields[0] == "Z" // nobody has waited for it yet
}

// Wait waits for the process to end. Exit code 3, rows without a verdict, is
// fine.
func (p *Process) Wait() error {
	err := p.Cmd.Wait()
	if p.Cmd.ProcessState.ExitCode() == 3 {
		return nil
	}
	return err
}

// Signal sends s to the process, which must still be there.
func (p *Process) Signal(s syscall.Signal) {
	p.T.Helper()
	if err := p.Cmd.Process.Signal(s); err != nil {
		p.T.Fatal(err)
	}
}

// Kill ends the process at once, as a power cut would, and waits until it is
// gone. One that has ended is left alone.
func (p *Process) Kill() {
	_ = p.Cmd.Process.Kill()
	_ = p.Cmd.Wait() // killed, or waited for before
}

// Freeze stops the process where it is, and returns once all of it stands:
// SIGSTOP returns while some of its threads still run. One that has ended
// stands as well.
func (p *Process) Freeze() {
	p.T.Helper()
	p.Signal(syscall.SIGSTOP)
	for deadline := time.Now().Add(5 * time.Second); !p.frozen(); time.Sleep(100 * time.Microsecond) {
		if time.Now().After(deadline) {
			p.T.Fatalf("process %d does not stop; its log ends with\n%s", p.PID(), p.Tail(2000))
		}
	}
}

func (p *Process) frozen() bool {
	p.T.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", p.PID()))
	if err != nil || len(threads) == 0 {
		p.T.Fatalf("no threads of process %d: %v", p.PID(), err)
	}
	for _, thread := range threads {
		if fields, err := stat(thread); err == nil && fields[0] != "T" && fields[0] != "Z" {
			return false
		}
	}
	return true
}

// Thaw lets a frozen process go on.
func (p *Process) Thaw() {
	p.T.Helper()
	p.Signal(syscall.SIGCONT)
}

// stat returns what the kernel says about a process or a thread, from its
// state on.
func stat(path string) ([]string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return strings.Fields(string(b[bytes.LastIndexByte(b, ')')+2:])), nil
}

// CPU is the time that a running process has spent, in user and system mode.
func CPU(t testing.TB, pid int) time.Duration {
	t.Helper()
	fields, err := stat(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	var total time.Duration
	for _, field := range fields[11:13] { // in hundredths of a second
		ticks, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		total += time.Duration(ticks) * 10 * time.Millisecond
	}
	return total
}

// MachineCPU is the time that all processes of the machine have spent.
func MachineCPU(t testing.TB) time.Duration {
	t.Helper()
	b, err := os.ReadFile("/proc/stat")
	if err != nil {
		t.Fatal(err)
	}
	var user, nice, system int64 // in hundredths of a second
	if _, err := fmt.Sscanf(string(b), "cpu %d %d %d", &user, &nice, &system); err != nil {
		t.Fatalf("/proc/stat: %v", err)
	}
	return time.Duration(user+nice+system) * 10 * time.Millisecond
}

// CPU is the time that the processes pids, the workers, and the programs that
// Gridmill ran to their end have spent.
func (f *Fleet) CPU(pids ...int) time.Duration {
	f.T.Helper()
	total := f.Spent
	for _, w := range f.Workers {
		pids = append(pids, w.PID())
	}
	for _, pid := range pids {
		total += CPU(f.T, pid)
	}
	return total
}

// PeakMiB is the most memory that a process held that has ended.
func (p *Process) PeakMiB() int64 {
	return p.Cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10
}

// CurrentPeakMiB is the most memory that a running process has held so far.
func (p *Process) CurrentPeakMiB() int { return statusKiB(p.T, p.PID(), "VmHWM") >> 10 }

// ResidentKiB is the memory that a running process holds.
func ResidentKiB(t testing.TB, pid int) int { return statusKiB(t, pid, "VmRSS") }

func statusKiB(t testing.TB, pid int, field string) int {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(field + `:\s+(\d+) kB`).FindSubmatch(b)
	if m == nil {
		t.Fatal("no " + field)
	}
	kb, _ := strconv.Atoi(string(m[1])) // digits
	return kb
}
