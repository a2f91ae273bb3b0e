//go:build !linux

package worker

import (
	"runtime/debug"
	"syscall"
)

// confine has the collector aim below ceiling, in bytes; a real bound is set
// on Linux only.
func confine(ceiling int64) error {
	if ceiling > 0 {
		debug.SetMemoryLimit(ceiling)
	}
	return nil
}

// childAttributes adds nothing: where the kernel cannot end a child with its
// worker, the child ends when its standard input does.
func childAttributes() *syscall.SysProcAttr { return nil }
