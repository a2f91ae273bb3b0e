package solitaire

// outlook is what helps to judge the moves of a placement of at most four
// pieces.
type outlook struct {
	apart [fourPieces]int     // without a piece
	rests [fourPieces]quad    // least sums of the other pieces
	bases [fourPieces][6]quad // the sums without a piece

	// The sendings, by the top bits of their lanes, that may be made with no
	// waste, with one and with more.
	clean, once, more [6]quad

	// Of one move.
	sums [6]quad
	near int  // steps before the nearest two are neighbours
	home bool // steps alone lead to the goal
}

// prepareMoves prepares to judge moves from the placement looked at, from which
// the goal is so many moves away at most.
func (p *prospect) prepareMoves(g *geometry, e *goal, moves int) {
	m := &p.moved
	m.rests = p.four.rests()
	if e.n == fourPieces {
		a, b, c, d := p.at[0]&(cells-1), p.at[1]&(cells-1), p.at[2]&(cells-1), p.at[3]&(cells-1)
		toA, toB := &g.far[a], &g.far[b]
		ab, ac, ad, bc, bd, cd := toA[b], toA[c], toA[d], toB[c], toB[d], g.far[c][d]
		m.apart = [fourPieces]int{
			int(min(bc, bd, cd)/farUnit) - 1, int(min(ac, ad, cd)/farUnit) - 1,
			int(min(ab, ad, bd)/farUnit) - 1, int(min(ab, ac, bc)/farUnit) - 1,
		}
	} else {
		m.apartWithout(g, p.at[:e.n])
	}

	// The places of a piece are turned in each sum as others says.
	s, r := &p.four.sums, &p.four.rows
	a := r[0]
	m.bases[0] = [6]quad{s[0] - a, s[1] - a, s[2] - a, s[3] - a, s[4] - a, s[5] - a}
	a, b, c := r[1].turn(1), r[1].turn(2), r[1].turn(3)
	m.bases[1] = [6]quad{s[0] - a, s[1] - a, s[2] - b, s[3] - b, s[4] - c, s[5] - c}
	a, b, c = r[2].turn(1), r[2].turn(2), r[2].turn(3)
	m.bases[2] = [6]quad{s[0] - b, s[1] - c, s[2] - a, s[3] - c, s[4] - a, s[5] - b}
	a, b, c = r[3].turn(1), r[3].turn(2), r[3].turn(3)
	m.bases[3] = [6]quad{s[0] - c, s[1] - b, s[2] - c, s[3] - a, s[4] - b, s[5] - a}
	p.sort(g, e, moves)
}

// sort computes clean, once and more.
func (p *prospect) sort(g *geometry, e *goal, moves int) {
	m := &p.moved
	far := 2*moves - p.apart - e.apart
	most, second, third := ceilings(far, moves)
	at := (*[fourPieces]uint8)(p.at[:fourPieces])
	for k, sum := range p.four.sums {
		clean, once := sum.under(most), sum.under(second)
		for fits := clean; fits != 0; fits &= fits - 1 {
			top := fits & -fits
			var t lie
			steps := t.send(g, e, sum, k, at, top)
			if !t.straight(g, steps, moves) {
				clean &^= top
			}
			if once&top != 0 && steps-t.loose() >= moves {
				once &^= top
			}
		}
		m.clean[k], m.once[k], m.more[k] = clean, once, sum.under(third)
	}
}

// apartWithout sets apart for other than four pieces.
func (m *outlook) apartWithout(g *geometry, at []uint8) {
	m.apart = [fourPieces]int{lone, lone, lone, lone}
	for i, a := range at {
		for j, b := range at[:i] {
			for k := range at {
				if k != i && k != j {
					m.apart[k] = min(m.apart[k], int(g.far[a&(cells-1)][b&(cells-1)]/farUnit)-1)
				}
			}
		}
	}
}

// near reports whether a placement made by a move of one piece may be near
// enough to the goal for so many moves, going by sums alone.
func (p *prospect) near(g *geometry, e *goal, moves, piece int, to uint8) bool {
	m := &p.moved
	piece &= fourPieces - 1
	row := e.row(g, int(to&(cells-1)))
	total := row + m.rests[piece]
	near := m.apart[piece]
	from := &g.far[to&(cells-1)]
	if e.n == fourPieces {
		nearest := min(from[p.at[piece^1]&(cells-1)], from[p.at[piece^2]&(cells-1)], from[p.at[piece^3]&(cells-1)])
		near = min(near, int(nearest/farUnit)-1)
	} else {
		for k, other := range p.at[:e.n] {
			if k != piece {
				near = min(near, int(from[other&(cells-1)]/farUnit)-1)
			}
		}
	}
	far := 2*moves - near - e.apart
	if m.home = total.under(ceiling(moves, farMoves)) != 0; m.home {
		return true
	}
	if far < 0 || total.under(ceiling(far, farMoves)) == 0 {
		return false
	}
	m.near = near
	// As in prepareMoves.
	r1, r2, r3 := row.turn(1), row.turn(2), row.turn(3)
	b, s := &m.bases[piece], &m.sums
	switch piece {
	case 0:
		*s = [6]quad{b[0] + row, b[1] + row, b[2] + row, b[3] + row, b[4] + row, b[5] + row}
	case 1:
		*s = [6]quad{b[0] + r1, b[1] + r1, b[2] + r2, b[3] + r2, b[4] + r3, b[5] + r3}
	case 2:
		*s = [6]quad{b[0] + r2, b[1] + r3, b[2] + r1, b[3] + r3, b[4] + r1, b[5] + r2}
	default:
		*s = [6]quad{b[0] + r3, b[1] + r2, b[2] + r3, b[3] + r1, b[4] + r2, b[5] + r1}
	}
	most := ceiling(far, moves)
	return s[0].under(most)|s[1].under(most)|s[2].under(most)|s[3].under(most)|s[4].under(most)|s[5].under(most) != 0
}

// hopeful reports whether the placement that near judged last may reach the
// goal. A sending that could not be made before the move cannot be made after
// it: what was not possible with some wastes is not with as many after a useful
// move, nor with fewer after a wasted one.
func (p *prospect) hopeful(g *geometry, e *goal, moves, piece int, to uint8) bool {
	m := &p.moved
	most, second, third := ceilings(2*moves-m.near-e.apart, moves)
	at := *(*[fourPieces]uint8)(p.at[:fourPieces])
	at[piece&(fourPieces-1)] = to
	for k, sum := range m.sums {
		if sum.under(third)&m.more[k] != 0 {
			return true
		}
		useful := p.four.sums[k].fartherThan(sum)
		clean := sum.under(most) & (m.clean[k]&useful | (m.once[k]|m.more[k])&^useful)
		once := sum.under(second) & (m.once[k]&useful | m.more[k]&^useful)
		for fits := clean | once; fits != 0; fits &= fits - 1 {
			top := fits & -fits
			var t lie
			steps := t.send(g, e, sum, k, &at, top)
			if clean&top != 0 && t.straight(g, steps, moves) || once&top != 0 && steps-t.loose() < moves {
				return true
			}
		}
	}
	return false
}
