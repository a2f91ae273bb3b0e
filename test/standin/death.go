package main

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
)

// checkDeath returns an error when how is no way to die.
func checkDeath(how string) error {
	switch how {
	case "exit", "stack", "kill", "alloc", "hang", "panic":
		return nil
	}
	return fmt.Errorf("nothing dies of %q; there are exit, stack, kill, alloc, hang and panic", how)
}

// die ends the process, or the solver, in one of the ways that searches have
// ended theirs:
//
//	exit   leaves, as a library may
//	stack  overflows the stack, which Go cannot recover
//	kill   is killed from outside, as by the kernel when memory runs out
//	alloc  takes memory that nobody counts, until it is killed
//	hang   never looks at its context, and never ends
//	panic  panics
func die(how string) {
	switch how {
	case "exit":
		os.Exit(1)
	case "stack":
		deepen(make([]int, 1))
	case "kill":
		killSelf()
	case "alloc":
		swell()
	case "hang":
		select {}
	case "panic":
		panic("the stand-in panics")
	}
}

func deepen(deep []int) {
	if deep[0]++; deep[0] > 0 {
		deepen(deep)
	}
	deep[0]--
}

// killSelf ends the process by a signal that cannot be caught.
func killSelf() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {} // until the signal arrives
}

// swellMost is where a process that nothing bounds is killed after all, for
// the sake of the machine.
const swellMost = 4 << 30

func swell() {
	const page, piece = 4 << 10, 16 << 20
	var held [][]byte
	for taken := 0; taken < swellMost; taken += piece {
		b := make([]byte, piece)
		for i := 0; i < piece; i += page {
			b[i] = 1
		}
		held = append(held, b)
	}
	runtime.KeepAlive(held)
	killSelf()
}
