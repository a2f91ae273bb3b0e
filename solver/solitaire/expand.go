package solitaire

import "math/bits"

// layer is the placements one move farther from an end than its frontier.
type layer struct {
	side int
	left int  // moves from them to the other end at most
	last bool // no layer comes after it: it is only looked up on the other side
}

// expand adds to a layer the placements one move from node i from which the
// goal may be in reach.
func (w *search) expand(l *layer, i int) verdict {
	g, e, pieces := w.geometry, &w.goals[l.side], w.nodes[i].pieces
	w.look(g, e, pieces)
	few := e.n <= fourPieces
	var hope, rest quad
	if few {
		// Whatever the move, two pieces come nearer by one step at most.
		far := max(2*l.left-e.apart-max(w.apart-1, 0), l.left)
		hope = ceiling(far, farMoves)
		w.prepareMoves(g, e, l.left+1)
	}
	free := w.board &^ pieces
	froms := w.at
	for piece, from := range froms[:e.n] {
		from &= cells - 1
		to := g.step[from] & free
		for over := g.over[from] & pieces; over != 0; over &= over - 1 {
			to |= 1 << ((2*bits.TrailingZeros64(over) - int(from)) & (cells - 1)) & free
		}
		if few {
			rest = w.moved.rests[piece&(fourPieces-1)]
		}
		for ; to != 0; to &= to - 1 {
			cell := bits.TrailingZeros64(to) & (cells - 1)
			if few && (e.row(g, cell)+rest).under(hope) == 0 {
				continue
			}
			if v := w.reach(l, i, piece, pieces^1<<from^to&-to, uint8(cell)); v != absent {
				return v
			}
		}
	}
	return absent
}

// reach adds what node i becomes by a move of a piece to a cell, if it may lead
// on.
func (w *search) reach(l *layer, i, piece int, next uint64, to uint8) verdict {
	g, e := w.geometry, &w.goals[l.side]
	few := e.n <= fourPieces
	if few {
		if !w.near(g, e, l.left, piece, to) {
			return absent
		}
		if w.moved.home {
			w.finish(i, l.side, next)
			return found
		}
	}
	slot := w.find(next)
	if known := &w.slots[slot]; known.stamp == w.stamp {
		if w.nodes[known.node].side != uint32(l.side) {
			w.meet(i, l.side, int(known.node))
			return found
		}
		return absent
	}
	if l.last {
		return absent
	}
	if few {
		if !w.hopeful(g, e, l.left, piece, to) {
			return absent
		}
	} else {
		w.look(g, e, next)
		if w.total <= l.left {
			// From here steps alone lead to the goal in the moves left.
			w.finish(i, l.side, next)
			return found
		}
		if !w.within(g, e, next, l.left) {
			return absent
		}
	}
	if !w.visit() {
		return stopped
	}
	if len(w.nodes) == w.room {
		if !w.reserve() || !w.grow() {
			return stopped
		}
		slot = w.find(next)
	}
	w.add(slot, node{next, uint32(i), uint32(l.side)})
	return absent
}
