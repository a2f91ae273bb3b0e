package mapf

import "math/bits"

// dense is a two-way breadth-first search over all joint states of a trio. A
// row is the set of places of the last agent that go with one place of the
// first and one of the second, and it is expanded as a whole. The proofs of
// package bfs hold: both sides grow by whole layers, and the first meeting is
// optimal.
type dense struct {
	order  [3]int // which agents of the trio are first, second and last
	words  int    // of a row: 1 or 4
	cells  int
	place  [trioPlaces]uint8     // of a cell, by its number
	number [trioPlaces]uint8     // of a cell, by its place
	ways   [trioPlaces]ways      // of an agent, by the number of its cell
	ring   [trioPlaces][4]uint64 // the places of the cells beside a cell
	bit    [trioPlaces]uint64    // the place of a cell, on small maps of one word
	sides  [2]side               // of the start and of the target
	spots  spots

	// The layer in the making.
	near, far *side
	next      []uint64              // what is reached, by row
	touched   [trioPlaces][4]uint64 // the rows of next that are in use, by the first agent
	meeting   rowState              // a state of it that the far side has reached
}

// rowState is a joint state: two cells by number and a place.
type rowState struct{ a, b, c uint8 }

// ways are the cells to which an agent may go, staying included.
type ways struct {
	set   uint64   // numbers, when they are less than 64
	to    [5]uint8 // numbers
	count uint8
}

// side is the search from one end.
type side struct {
	seen []uint64 // the states that were reached, by row
	rows []uint16 // the cells of the rows of all layers, one layer after the other, the first agent's above
	sets []uint64 // what they hold that no layer before them held
	ends []int    // layer d is made of rows[ends[d]:ends[d+1]]
	room int      // rows there is memory for
}

// prepare numbers the cells.
func (d *dense) prepare(s *trio) {
	d.order = [3]int{0, 2, 1}
	d.cells, d.words = 0, 4
	if s.rows*int(s.stride) <= 64 && s.agents == 3 {
		d.words = 1
	}
	for i := range 4 {
		for word := s.free[1+i]; word != 0; word &= word - 1 {
			d.add(uint8(64*i + bits.TrailingZeros64(word)))
		}
	}
	if s.agents == 2 { // the agent that is made up takes one row
		d.order = [3]int{2, 0, 1}
		d.add(nowhere)
	}
	for n := range d.cells {
		p := uint(d.place[n])
		w := &d.ways[n]
		w.to[0], w.count, w.set = uint8(n), 1, 1<<(n&63)
		d.ring[n], d.bit[n] = [4]uint64{}, 1<<(p%64)
		for x := window8(&s.free, 64+p-s.stride) & s.ring; x != 0; x &= x - 1 {
			to := uint8(p + uint(bits.TrailingZeros64(x)) - s.stride)
			w.to[w.count] = d.number[to]
			w.set |= 1 << (d.number[to] & 63)
			w.count++
			d.ring[n][to/64] |= 1 << (to % 64)
		}
	}
}

func (d *dense) add(place uint8) {
	d.place[d.cells], d.number[place] = place, uint8(d.cells)
	d.cells++
}

// row returns the row of two agents on the cells of these numbers.
func (d *dense) row(a, b uint8) int { return int(a)*d.cells + int(b) }

// depth is the number of the last complete layer.
func (e *side) depth() int { return len(e.ends) - 2 }

// width is how many rows it has.
func (e *side) width() int { return e.ends[len(e.ends)-1] - e.ends[len(e.ends)-2] }

// run searches for a plan of s. When it returns found, s.track is one.
func (d *dense) run(t *tally, s *trio) outcome {
	d.prepare(s)
	how := absent
	if !d.begin(t, s) {
		how = stopped
	}
	for how == absent {
		d.near, d.far = &d.sides[0], &d.sides[1]
		if d.far.width() < d.near.width() {
			d.near, d.far = d.far, d.near
		}
		if d.near.width() == 0 {
			break
		}
		s.proved = max(s.proved, d.near.depth()+d.far.depth()+1)
		how = d.grow(t, s)
	}
	if how == found {
		d.trace(s)
	}
	d.forget()
	return how
}

// begin makes the ends the only layers.
func (d *dense) begin(t *tally, s *trio) bool {
	rows := d.cells * d.cells
	if !t.reserve(int64(rows * (3*8*d.words + 4))) {
		return false
	}
	d.spots.at = resize(d.spots.at, rows)
	d.next = resizeCleared(d.next, rows*d.words)
	for i, places := range [2]*[3]uint8{&s.start, &s.target} {
		if !t.visit() {
			return false
		}
		e := &d.sides[i]
		e.rows, e.sets, e.room = e.rows[:0], e.sets[:0], 0
		if !d.makeRoom(t, e) {
			return false
		}
		e.seen = resizeCleared(e.seen, rows*d.words)
		a, b, c := d.number[places[d.order[0]]], d.number[places[d.order[1]]], places[d.order[2]]
		e.rows = append(e.rows[:0], uint16(a)<<8|uint16(b))
		m := one(c)
		e.sets = append(e.sets[:0], []uint64{m.a, m.b, m.c, m.d}[:d.words]...)
		copy(e.seen[d.words*d.row(a, b):], e.sets)
		e.ends = append(e.ends[:0], 0, 1)
	}
	return true
}

// resizeCleared returns a slice of n zeros: old's memory, which is known to be
// all zeros, where that is enough.
func resizeCleared(old []uint64, n int) []uint64 {
	if cap(old) >= n {
		return old[:n]
	}
	return make([]uint64, n)
}

// forget clears what the sides have seen and what was to come next.
func (d *dense) forget() {
	for i := range d.cells {
		for k, word := range d.touched[i] {
			for ; word != 0; word &= word - 1 {
				clear(d.next[d.words*d.row(uint8(i), uint8(64*k+bits.TrailingZeros64(word))):][:d.words])
			}
		}
		d.touched[i] = [4]uint64{}
	}
	for i := range d.sides {
		e := &d.sides[i]
		if 4*len(e.rows) > d.cells*d.cells {
			clear(e.seen)
		} else {
			for _, r := range e.rows {
				clear(e.seen[d.words*d.row(uint8(r>>8), uint8(r)):][:d.words])
			}
		}
		e.rows = e.rows[:0]
	}
}

// firstRows is the room for rows that a side begins with, more than there are
// cells.
const firstRows = 1 << 9

// makeRoom sees to it that there is room on a side for the rows with one place of
// the first agent. What the rows are copied from is in use until the collector
// comes by.
func (d *dense) makeRoom(t *tally, e *side) bool {
	if len(e.rows)+d.cells <= e.room {
		return true
	}
	e.room = max(firstRows, 2*e.room)
	if !t.reserve(int64(e.room * (2 + 8*d.words))) {
		return false
	}
	if cap(e.rows) < e.room {
		e.rows = append(make([]uint16, 0, e.room), e.rows...)
	}
	if cap(e.sets) < e.room*d.words {
		e.sets = append(make([]uint64, 0, e.room*d.words), e.sets...)
	}
	return true
}

// grow adds a layer to the near side. It returns found when the sides have met
// and absent otherwise.
func (d *dense) grow(t *tally, s *trio) outcome {
	e := d.near
	for i := e.ends[len(e.ends)-2]; i < len(e.rows); i++ {
		if !t.spend(rowWork) {
			return stopped
		}
		a, b := uint8(e.rows[i]>>8), uint8(e.rows[i])
		if d.words == 1 {
			d.thin(s, a, b, e.sets[i])
		} else {
			d.wide(s, a, b, (*[4]uint64)(e.sets[4*i:]))
		}
	}
	how := absent
	for a := 0; a < d.cells && how != stopped; a++ {
		if !d.makeRoom(t, e) {
			return stopped
		}
		if d.words == 1 {
			how = d.takeThin(t, uint8(a), how)
		} else {
			how = d.takeWide(t, uint8(a), how)
		}
	}
	e.ends = append(e.ends, len(e.rows))
	return how
}

// bytes is what d holds on to besides itself.
func (d *dense) bytes() int {
	n := 8*cap(d.next) + 4*cap(d.spots.at)
	for i := range d.sides {
		e := &d.sides[i]
		n += 8*(cap(e.seen)+cap(e.sets)+cap(e.ends)) + 2*cap(e.rows)
	}
	return n
}
