package bfs

import "math/bits"

const (
	// minStates is the room a side begins with.
	minStates = 1 << 10
	// maxDenseBits keeps the sizes of bit sets far from overflow.
	maxDenseBits = 48
	// goldenRatio is 2^64 divided by the golden ratio, made odd: multiplying
	// by it spreads neighbouring states over the whole table.
	goldenRatio = 0x9e3779b97f4a7c15
)

// set is a set of states: a hash table with linear probing that holds state+1
// and 0 where it is empty, or one bit a state.
type set struct {
	mem   []uint64
	shift uint // of a hash: 64 - log2(len(mem))
	dense bool
}

// setWords returns how many words a set for n states below 1<<stateBits takes,
// and whether it has one bit a state. The count grows with n.
func setWords(n, stateBits int) (words int, dense bool) {
	words = 1 << bits.Len(uint(2*n-1))
	if stateBits <= maxDenseBits {
		if w := 1 << max(stateBits-6, 0); w <= words {
			return w, true
		}
	}
	return words, false
}

// remake empties s and gives it room for n states.
func (s *set) remake(n, stateBits int) {
	var words int
	words, s.dense = setWords(n, stateBits)
	if words > cap(s.mem) {
		s.mem = nil // let go of the old memory before taking the new
		s.mem = make([]uint64, words)
	} else {
		s.mem = s.mem[:words]
		clear(s.mem)
	}
	s.shift = uint(64 - bits.Len(uint(words-1)))
}

// add puts states into s, which must have room, and appends those that were
// new to fresh, which must have room too.
func (s *set) add(states, fresh []uint64) []uint64 {
	if s.dense {
		return addDense(s.mem, states, fresh)
	}
	return addHashed(s.mem, s.shift, states, fresh)
}

func addDense(mem, states, fresh []uint64) []uint64 {
	for _, t := range states {
		w, bit := &mem[t>>6], uint64(1)<<(t&63)
		if *w&bit == 0 {
			*w |= bit
			fresh = append(fresh, t)
		}
	}
	return fresh
}

func addHashed(mem []uint64, shift uint, states, fresh []uint64) []uint64 {
	mask := uint64(len(mem) - 1)
	for _, t := range states {
		for i := (t + 1) * goldenRatio >> shift; ; i++ {
			w := &mem[i&mask]
			if *w == t+1 {
				break
			}
			if *w == 0 {
				*w = t + 1
				fresh = append(fresh, t)
				break
			}
		}
	}
	return fresh
}

// has reports whether t is in s.
func (s *set) has(t uint64) bool {
	if s.dense {
		return s.mem[t>>6]>>(t&63)&1 != 0
	}
	mem := s.mem
	mask := uint64(len(mem) - 1)
	for i := (t + 1) * goldenRatio >> s.shift; ; i++ {
		switch mem[i&mask] {
		case t + 1:
			return true
		case 0:
			return false
		}
	}
}
