package mapf

import (
	"math/bits"
	"slices"

	"github.com/gridmill/gridmill/solver/grid"
)

const (
	// trioPlaces is how many places a small map has at most.
	trioPlaces = 256
	// trioStride is the longest row of a small map: a step up and one down are
	// less than 64 places apart.
	trioStride = 31
	// tiny is how many cells are so few that all joint states are soon searched.
	tiny = 18
	// nowhere is the place of an agent that is made up, beside no other.
	nowhere = trioPlaces - 1
)

// trio is a puzzle of two or three agents on a small map, and the memory in
// which it is solved. The places of the map follow one another row by row, each
// row with a place after it where no cell is. A set of them is four words; one
// that is read place by place has an empty word before and one after it.
//
// The agent with the longest way is first. Of two agents a third is made up,
// who stays nowhere.
type trio struct {
	top, left int // where the small map begins
	rows      int
	stride    uint
	ring      uint64 // the four neighbours of a place, in a window that begins at the upper one
	free      [8]uint64
	agents    int
	order     [3]uint8 // the agents of the puzzle
	start     [3]uint8 // places
	target    [3]uint8
	dist      [3]uint8 // steps from start to target, other agents aside
	waves     [3]wave  // from the targets
	reversed  bool     // starts and targets have been exchanged
	dive      dive
	pairs     pairs
	dense     dense
	proved    int      // no plan has fewer steps
	track     []uint32 // a plan: the places of the three agents, a byte each
}

// read makes s the puzzle p. It returns false when p is too large, or too small.
func (s *trio) read(p *puzzle) bool {
	b := &p.board
	s.reversed = false
	if s.agents = len(p.agents); s.agents < 2 || s.agents > 3 || b.cols > 62 || b.rows > 130 {
		return false
	}
	// The bounding box of the free cells.
	var all uint64
	s.top, s.rows = -1, 0
	within := uint64(1)<<b.cols - 1
	for r := range b.rows {
		if row := window(b.free, 64*b.margin+r*b.stride()) & within; row != 0 {
			if s.top < 0 {
				s.top = r
			}
			s.rows = r - s.top + 1
			all |= row
		}
	}
	s.left = bits.TrailingZeros64(all)
	cols := bits.Len64(all) - s.left
	s.stride = uint(cols + 1)
	size := s.rows * int(s.stride)
	if s.stride > trioStride || size+int(s.stride) > nowhere {
		return false
	}
	s.ring = 1 | 5<<(s.stride-1) | 1<<(2*s.stride)
	s.free = [8]uint64{}
	at := uint(64)
	for r := range s.rows {
		row := window(b.free, 64*b.margin+(s.top+r)*b.stride()+s.left) & (1<<cols - 1)
		s.free[at/64] |= row << (at % 64)
		s.free[at/64+1] |= row >> 1 >> (63 - at%64)
		at += s.stride
	}
	for i := range 3 {
		s.order[i], s.start[i], s.target[i] = uint8(i), nowhere, nowhere
		if i < s.agents {
			a := p.agents[i]
			s.start[i], s.target[i] = s.place(a.start), s.place(a.target)
		}
	}
	return true
}

// place returns the place of a cell of the map.
func (s *trio) place(c grid.Cell) uint8 {
	return uint8((c.Row-s.top)*int(s.stride) + c.Col - s.left)
}

// measure finds out how far the starts are from the targets, and puts the agent
// with the longest way first. It returns false when one is cut off.
func (s *trio) measure() bool {
	for i := range 3 {
		w := &s.waves[i]
		w.begin(s, s.target[i])
		if s.start[i] == nowhere {
			w.front = mask{}
		} else if s.start[i] != s.target[i] && !w.flood(s.stride, trioPlaces, one(s.start[i])) {
			return false
		}
		s.dist[i] = uint8(w.radius)
	}
	for _, i := range [3]int{0, 1, 0} {
		if s.dist[i] < s.dist[i+1] {
			s.swap(i, i+1)
		}
	}
	return true
}

// swap makes two agents change places in the order of the agents.
func (s *trio) swap(i, k int) {
	s.order[i], s.order[k] = s.order[k], s.order[i]
	s.start[i], s.start[k] = s.start[k], s.start[i]
	s.target[i], s.target[k] = s.target[k], s.target[i]
	s.dist[i], s.dist[k] = s.dist[k], s.dist[i]
	s.waves[i], s.waves[k] = s.waves[k], s.waves[i]
}

// reverse makes s the same puzzle with time reversed.
func (s *trio) reverse() {
	s.reversed = !s.reversed
	s.start, s.target = s.target, s.start
	for i := range 3 {
		if s.start[i] != nowhere {
			s.waves[i].begin(s, s.target[i])
		}
	}
}

// solve searches for a plan. When it returns found, s.track is one, and when it
// returns stopped, no plan has fewer steps than s.proved.
func (s *trio) solve(t *tally) outcome {
	s.proved = int(s.dist[0])
	few := 12 + s.proved/2 // nodes that a dive may waste
	if how := s.plain(t, few); how != long {
		return how
	}
	cells := s.cells()
	if cells <= tiny {
		return s.dense.run(t, s)
	}
	if s.agents == 3 {
		s.swap(1, 2)
		if how := s.plain(t, few); how != long {
			return how
		}
		s.swap(1, 2)
	}
	s.reverse()
	if how := s.plain(t, few); how != long {
		return how
	}
	// What is worth while before all joint states are searched.
	rows, nodes := cells*cells*cells/32, cells*cells*cells/64
	s.pairs.prepare(s)
	s.pairs.most = min(pairRows, rows)
	some := min(128, nodes)
	for s.pairs.used = s.agents - 1; s.pairs.used <= 2*s.agents-3; s.pairs.used++ {
		if how := s.paired(t, some); how != long {
			return how
		}
		some = nodes
	}
	s.reverse()
	if how := s.plain(t, nodes); how != long {
		return how
	}
	return s.dense.run(t, s)
}

// cells is how many places are cells.
func (s *trio) cells() (n int) {
	for _, word := range s.free {
		n += bits.OnesCount64(word)
	}
	return n
}

// plain dives without tables of pairs.
func (s *trio) plain(t *tally, most int) outcome {
	s.dive.paired = false
	return s.dive.run(t, s, int(s.dist[0]), most)
}

// paired dives with the tables of pairs that are in use.
func (s *trio) paired(t *tally, most int) outcome {
	s.dive.paired = true
	for {
		if how := s.pairs.extend(t, s, s.proved); how != found {
			return how
		}
		steps := s.proved
		for steps >= int(s.dist[0]) && s.pairs.hold(steps, s.start[0], s.start[1], s.start[2]) {
			steps--
		}
		if steps++; steps <= s.proved {
			return s.dive.run(t, s, steps, most)
		}
		s.proved++
	}
}

// appendPlan writes the plan that s.track is.
func (s *trio) appendPlan(text []byte) []byte {
	if s.reversed {
		slices.Reverse(s.track)
	}
	word := s.agents + 1
	size := word * (len(s.track) - 1)
	text = slices.Grow(text, size)[:size]
	for n, to := range s.track[1:] {
		from := s.track[n]
		for k := range 3 {
			if i := int(s.order[k]); i < s.agents {
				text[n*word+i] = s.letter(int(uint8(to>>(8*k))) - int(uint8(from>>(8*k))))
			}
		}
		text[n*word+s.agents] = ' '
	}
	return text[:size-1]
}

// letter names the step between places that far apart.
func (s *trio) letter(apart int) byte {
	switch apart {
	case 0:
		return stay
	case 1:
		return 'R'
	case -1:
		return 'L'
	case int(s.stride):
		return 'D'
	default:
		return 'U'
	}
}

// bytes is what s holds on to besides itself.
func (s *trio) bytes() int {
	n := 16*cap(s.dive.nodes) + 8*cap(s.dive.way) + 4*cap(s.dive.slots) + 4*cap(s.track)
	for i := range s.pairs.table {
		n += 8 * cap(s.pairs.table[i].words)
	}
	return n + s.dense.bytes()
}
