package solitaire

// matching is a best way to send any number of pieces to the places of a goal.
type matching struct{ place [maxPieces]uint8 } // of each piece

// assign finds a best matching and returns its steps. It sends piece after
// piece, each by a shortest augmenting path (Kuhn's Hungarian method in the
// form of Jonker and Volgenant).
func (m *matching) assign(g *geometry, at, places []uint8) int {
	const none, far = -1, 1 << 20
	n := len(at)
	steps := func(i, j int) int { return int(g.far[at[i]&(cells-1)][places[j]&(cells-1)] / farUnit) }
	var price, gain [maxPieces + 1]int // of places and of pieces; a path begins at place n
	var owner [maxPieces + 1]int
	for j := range owner {
		owner[j] = none
	}
	for i := range n {
		var from, least [maxPieces + 1]int
		var used [maxPieces + 1]bool
		for j := range least {
			least[j] = far
		}
		last := n
		for owner[n] = i; owner[last] != none; {
			used[last] = true
			piece, delta, next := owner[last], far, none
			for j := range n {
				if used[j] {
					continue
				}
				if c := steps(piece, j) - gain[piece] - price[j]; c < least[j] {
					least[j], from[j] = c, last
				}
				if least[j] < delta {
					delta, next = least[j], j
				}
			}
			for j := range n + 1 {
				if used[j] {
					gain[owner[j]] += delta
					price[j] -= delta
				} else {
					least[j] -= delta
				}
			}
			last = next
		}
		for last != n {
			owner[last] = owner[from[last]]
			last = from[last]
		}
	}
	total := 0
	for j := range n {
		m.place[owner[j]] = uint8(j)
		total += steps(owner[j], j)
	}
	return total
}
