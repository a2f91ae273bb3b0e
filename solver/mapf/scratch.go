package mapf

// scratch is the memory in which a puzzle is read, made canonical and made
// ready for a search.
type scratch struct {
	puzzle puzzle
	canon  canon
	joint  joint
	astar  astar
	tally  tally
	trio   trio
	text   []byte
}

// release keeps s for another puzzle.
func (k *Kind) release(s *scratch) {
	s.joint.yield = nil // it holds on to the memory of a search
	s.tally.drop()
	k.spare.Put(s, s.bytes())
}

// bytes is about what s holds.
func (s *scratch) bytes() int {
	const (
		perWord = 6*8 + 4 + 1    // of a board: six sets, todo, dirty
		perCell = 20 + 8 + 1 + 1 // of a graph: exits, diagonals, standing, gone
	)
	g := &s.puzzle.ground
	return perWord*cap(s.puzzle.board.free) + cap(s.canon.cells) +
		4*(cap(g.places)+cap(g.number)) + perCell*cap(s.joint.next) +
		s.astar.bytes() + s.trio.bytes() + cap(s.text)
}
