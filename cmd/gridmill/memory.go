package main

import (
	"fmt"
	"math"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"github.com/gridmill/gridmill/solver"
)

// mostStack bounds one goroutine's stack, in bytes: a search that recurses
// without end dies long before it takes the machine's memory with it.
const mostStack = 64 << 20

// memory returns how many bytes the worker in this process may take, and has
// the collector keep to them.
func (a *app) memory() (int64, error) {
	bytes := a.cfg.Memory
	if bytes == 0 {
		found, err := foundMemory()
		if err != nil {
			return 0, fmt.Errorf("find out how much memory there is: %w; set --memory", err)
		}
		bytes = found / 5 * 4
	}
	debug.SetMemoryLimit(bytes)
	debug.SetMaxStack(mostStack)
	return bytes, nil
}

// foundMemory is what the container allows, or what the machine has if that
// is less, in bytes.
func foundMemory() (int64, error) {
	limit, err := memlimit.FromCgroup()
	if err != nil { // nothing bounds this process, or nothing that can be found
		limit = math.MaxUint64
	}
	machine, err := memlimit.FromSystem()
	if err != nil && limit == math.MaxUint64 {
		return 0, err
	}
	if err == nil {
		limit = min(limit, machine)
	}
	return int64(limit), nil
}

// most is what this worker gives a puzzle at most.
func (a *app) most() solver.Budget {
	return solver.Budget{States: a.cfg.MostStates, Bytes: a.cfg.MostMemory, Time: a.cfg.MostTime}
}
