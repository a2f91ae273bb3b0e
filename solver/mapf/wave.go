package mapf

// wave is a flood from the target of an agent, as far as it has come. It keeps
// bit 1 of the distance of every place it has reached.
type wave struct {
	twos   [8]uint64 // the places whose distance has bit 1 set
	front  mask      // the places whose distance is radius
	left   mask      // those not yet reached
	radius int
}

// begin starts the flood.
func (w *wave) begin(s *trio, from uint8) {
	w.front, w.radius = one(from), 0
	w.left = mask{s.free[1], s.free[2], s.free[3], s.free[4]}.not(w.front)
	w.twos = [8]uint64{}
}

// flood goes on until the radius is most or a place of to is reached, and
// reports whether one was. It is around and not, written out and kept in
// registers.
func (w *wave) flood(stride uint, most int, to mask) bool {
	up, down := stride&63, (64-stride)&63
	a, b, c, d := w.front.a, w.front.b, w.front.c, w.front.d
	la, lb, lc, ld := w.left.a, w.left.b, w.left.c, w.left.d
	met := uint64(0)
	for w.radius < most && a|b|c|d != 0 && met == 0 {
		na := (a<<1 | a>>1 | b<<63 | a<<up | a>>up | b<<down) & la
		nb := (b<<1 | a>>63 | b>>1 | c<<63 | b<<up | a>>down | b>>up | c<<down) & lb
		nc := (c<<1 | b>>63 | c>>1 | d<<63 | c<<up | b>>down | c>>up | d<<down) & lc
		nd := (d<<1 | c>>63 | d>>1 | d<<up | c>>down | d>>up) & ld
		a, b, c, d = na, nb, nc, nd
		la, lb, lc, ld = la^a, lb^b, lc^c, ld^d
		if w.radius++; w.radius&2 != 0 {
			w.twos[1] |= a
			w.twos[2] |= b
			w.twos[3] |= c
			w.twos[4] |= d
		}
		met = a&to.a | b&to.b | c&to.c | d&to.d
	}
	w.front, w.left = mask{a, b, c, d}, mask{la, lb, lc, ld}
	return met != 0
}
