package sokoban

// CanonicalOfMany is the canonical form as board finds it, and as small does, or
// "" where it leaves the form to board.
func CanonicalOfMany(form string) (byBoard, bySmall string, err error) {
	b := new(board)
	if refused := b.read(form); refused != nil {
		return "", "", refused
	}
	text, symmetry := b.canonical(nil)
	byBoard = string(text)
	s := new(small)
	if !s.read(form) {
		return byBoard, "", nil
	}
	text, other := s.canonical([]byte("kept"))
	if other != symmetry {
		return byBoard, "another symmetry", nil
	}
	return byBoard, string(text[len("kept"):]), nil
}
