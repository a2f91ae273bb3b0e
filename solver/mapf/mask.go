package mapf

// mask is a set of places of a small map, as a struct that fits registers.
type mask struct{ a, b, c, d uint64 }

// one returns the set of place p alone.
func one(p uint8) (m mask) {
	bit := uint64(1) << (p & 63)
	switch p >> 6 {
	case 0:
		m.a = bit
	case 1:
		m.b = bit
	case 2:
		m.c = bit
	default:
		m.d = bit
	}
	return m
}

func (m mask) or(n mask) mask  { return mask{m.a | n.a, m.b | n.b, m.c | n.c, m.d | n.d} }
func (m mask) and(n mask) mask { return mask{m.a & n.a, m.b & n.b, m.c & n.c, m.d & n.d} }
func (m mask) not(n mask) mask { return mask{m.a &^ n.a, m.b &^ n.b, m.c &^ n.c, m.d &^ n.d} }

// around returns the places one step from those of m, walls or not. A row
// takes stride places, 1 to 63.
func (m mask) around(stride uint) mask {
	up, down := stride&63, (64-stride)&63
	return mask{
		m.a<<1 | m.a>>1 | m.b<<63 | m.a<<up | m.a>>up | m.b<<down,
		m.b<<1 | m.a>>63 | m.b>>1 | m.c<<63 | m.b<<up | m.a>>down | m.b>>up | m.c<<down,
		m.c<<1 | m.b>>63 | m.c>>1 | m.d<<63 | m.c<<up | m.b>>down | m.c>>up | m.d<<down,
		m.d<<1 | m.c>>63 | m.d>>1 | m.d<<up | m.c>>down | m.d>>up,
	}
}
