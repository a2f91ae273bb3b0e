package worker

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"syscall"
)

// childOOMScore makes the kernel take a child before anything else when the
// machine runs out of memory: its puzzle is suspected already.
const childOOMScore = "900"

// spareOfCeiling is what a child keeps between the memory that its collector
// aims at and its ceiling, in bytes.
const spareOfCeiling = 16 << 20

// confine bounds what this process may take, beyond what it has now, to
// ceiling bytes: a search that goes beyond its budget ends this process alone.
func confine(ceiling int64) error {
	if err := os.WriteFile("/proc/self/oom_score_adj", []byte(childOOMScore), 0o600); err != nil && !errors.Is(err, os.ErrPermission) {
		return fmt.Errorf("offer this process to the kernel: %w", err)
	}
	if ceiling == 0 {
		return nil
	}
	debug.SetMemoryLimit(max(ceiling-spareOfCeiling, spareOfCeiling))
	taken, err := dataBytes()
	if err != nil {
		return err
	}
	limit := syscall.Rlimit{Cur: uint64(taken + ceiling), Max: uint64(taken + ceiling)}
	if err := syscall.Setrlimit(syscall.RLIMIT_DATA, &limit); err != nil {
		return fmt.Errorf("bound the memory of this process: %w", err)
	}
	return nil
}

// dataBytes is how much of what RLIMIT_DATA bounds this process has; most of it
// is address space that the Go runtime set aside and never touches.
func dataBytes() (int64, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, fmt.Errorf("read the memory of this process: %w", err)
	}
	for line := range bytes.Lines(status) {
		fields := bytes.Fields(line)
		if len(fields) == 3 && string(fields[0]) == "VmData:" {
			kilobytes, err := strconv.ParseInt(string(fields[1]), 10, 64)
			return kilobytes << 10, err
		}
	}
	return 0, errors.New("read the memory of this process: /proc/self/status has no VmData")
}

// childAttributes makes a child die with its worker, and keeps signals of the
// terminal away from it: when a worker is told to stop, it decides how its
// child ends.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
