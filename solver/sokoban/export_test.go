package sokoban

// CanonicalOfMany is Canonical for boards of any number of boxes, which Check
// does not take yet: the canonical form as board finds it, and as small does,
// or "" where it leaves the form to board.
func CanonicalOfMany(form string) (byBoard, bySmall string, err error) {
	b := new(board)
	refused := b.measure(form)
	if refused == nil {
		refused = b.place(form)
	}
	if refused == nil {
		refused = b.enclose()
	}
	if refused != nil {
		return "", "", refused
	}
	text, symmetry := b.canonical(nil)
	byBoard = string(text)
	s := new(small)
	if !s.scan(form) {
		return byBoard, "", nil
	}
	s.counted() // finds the player
	s.flood()
	if !s.enclose() {
		return byBoard, "", nil
	}
	text, other := s.canonical([]byte("kept"))
	if other != symmetry {
		return byBoard, "another symmetry", nil
	}
	return byBoard, string(text[len("kept"):]), nil
}
