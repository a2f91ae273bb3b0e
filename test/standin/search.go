package main

import (
	"runtime"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// look makes the meter look at the clock and the context now.
const look = 1024

// sleep waits for d, looking up every 10 ms. It reports whether the meter let it.
func sleep(m *solver.Meter, d time.Duration) bool {
	for end := time.Now().Add(d); ; {
		if !m.Spend(look) {
			return false
		}
		left := time.Until(end)
		if left <= 0 {
			return true
		}
		time.Sleep(min(left, 10*time.Millisecond))
	}
}

// burn computes until d has passed; on a core of its own that is d of CPU time.
func burn(m *solver.Meter, d time.Duration) bool {
	for end := time.Now().Add(d); time.Now().Before(end); {
		for x := uint32(1); x != 0 && x < 1<<14; {
			x += x&1 + 1
		}
		if !m.Spend(look) {
			return false
		}
	}
	return true
}

// grow takes n bytes of search memory, touches them, and gives them back.
func grow(m *solver.Meter, n int64) bool {
	const page, piece = 4 << 10, 1 << 20
	var held [][]byte
	for ; n > 0; n -= piece {
		if !m.Reserve(piece) || !m.Spend(look) {
			return false
		}
		b := make([]byte, piece)
		for i := 0; i < piece; i += page {
			b[i] = 1
		}
		held = append(held, b)
	}
	runtime.KeepAlive(held)
	return true
}
