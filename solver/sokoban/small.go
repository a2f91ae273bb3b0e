package sokoban

import (
	"math/bits"
	"strings"

	"github.com/gridmill/gridmill/solver/grid"
)

// mostSmall is the most rows and columns of a small board: a row is a word.
const mostSmall = 64

// small finds the canonical form of a small board several times as fast as
// board does: a word holds eight characters of the form, or the cells of a row.
// Whatever is out of the ordinary, such as a short row or any fault, it leaves
// to board. In a row of cells the first is the highest bit, so that rows
// compare as their text does.
type small struct {
	rows, cols int
	player     place
	things     []place           // player, boxes and targets; in the end those in reach, counted from the ring around
	open       [mostSmall]uint64 // cells that are no walls
	reach      [mostSmall]uint64 // cells that the player could enter if there were no boxes
	boxes      int               // how many are in reach
	cut        bool              // as in board
	faces      [2]face           // what is in reach as it lies, and across the diagonal
}

// place is a character that is neither wall nor floor.
type place struct {
	row, col uint8
	ch       byte
}

const (
	// each times a byte is that byte eight times.
	each = 0x0101010101010101
	// gather times eight bytes of 0 or 1 has them as the bits of its highest
	// byte, the first byte as the highest bit. Bits times gather are spread in
	// the same way, among others.
	gather = 0x8040201008040201
)

// read takes form in and finds what the player can reach. It returns false
// when form had better be read by board.
func (s *small) read(form string) bool {
	if !s.scan(form) || !s.counted() {
		return false
	}
	s.flood()
	return s.enclose()
}

// scan reads the cells of form.
func (s *small) scan(form string) bool {
	s.cols = strings.IndexByte(form, grid.RowSeparator[0])
	stride := s.cols + 1
	if s.cols < 1 || s.cols > mostSmall || len(form) >= mostSmall*stride {
		return false
	}
	s.rows = (len(form) + 1) / stride
	s.things = s.things[:0]
	for row := range s.rows {
		at := row * stride
		if row > 0 && form[at-1] != grid.RowSeparator[0] || !s.scanRow(row, form[at:]) {
			return false
		}
	}
	return s.rows*stride == len(form)+1
}

// scanRow reads the cells of a row, which begins text.
func (s *small) scanRow(row int, text string) bool {
	var open uint64
	cols := s.cols
	for col := 0; col < cols; col += 8 {
		word := eight(text[col:])
		floor := ^word >> 1 & each // the bit that a wall has and a dash has not
		odd := word ^ each*grid.Wall ^ floor*(grid.Wall^grid.Floor)
		if left := cols - col; left < 8 {
			odd &= 1<<(8*left) - 1
		}
		open |= floor * gather >> 56 << 56 >> (col & 63)
		if odd != 0 {
			more, ok := s.look(row, col, odd, text[col:])
			if !ok {
				return false
			}
			open |= more
		}
	}
	s.open[row] = open & (^uint64(0) << (mostSmall - cols))
	return true
}

// eight returns the first eight characters of text as a word, the first as the
// lowest byte, and zeroes where text is shorter.
func eight(text string) (word uint64) {
	if len(text) >= 8 { // in the shape that compiles to one load
		return uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
			uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
	}
	for i := range len(text) {
		word |= uint64(text[i]) << (8 * i)
	}
	return word
}

// look reads the characters of text, which begins at a cell, where odd has a
// byte that is not zero. They are neither wall nor dash; it returns the cells
// that are open nevertheless.
func (s *small) look(row, col int, odd uint64, text string) (open uint64, ok bool) {
	for odd != 0 {
		i := bits.TrailingZeros64(odd) / 8
		odd &^= 0xff << (8 * i)
		switch ch := text[i]; ch {
		case ' ', '_':
		case '.', '$', '*', '@', '+':
			s.things = append(s.things, place{uint8(row), uint8(col + i), ch})
		default:
			return 0, false
		}
		open |= 1 << (mostSmall - 1 - col - i)
	}
	return open, true
}

// counted finds the player, and reports whether there is one of him, and a
// target for each of one box or more.
func (s *small) counted() bool {
	players, boxes, targets := 0, 0, 0
	for _, p := range s.things {
		if p.ch == '@' || p.ch == '+' {
			players++
			s.player = p
		}
		if isBox(p.ch) {
			boxes++
		}
		if isTarget(p.ch) {
			targets++
		}
	}
	return players == 1 && boxes > 0 && boxes == targets
}

// flood spreads from the player's cell over the open cells, down the board and
// up again, until nothing is new.
func (s *small) flood() {
	open, reach := s.open[:s.rows], s.reach[:s.rows]
	clear(reach)
	reach[s.player.row] = grid.Along(1<<(mostSmall-1-s.player.col), open[s.player.row])
	for news := true; news; {
		news = false
		var last uint64
		for row, now := range reach {
			if now |= last & open[row]; now != reach[row] {
				now = grid.Along(now, open[row])
				reach[row] = now
				news = true
			}
			last = now
		}
		last = 0
		for row := len(reach) - 1; row >= 0; row-- {
			now := reach[row] | last&open[row]
			if now != reach[row] {
				now = grid.Along(now, open[row])
				reach[row] = now
				news = true
			}
			last = now
		}
	}
}

// enclose checks that the player cannot come to the rim, lays out the face of
// what he can reach with a ring of walls, and sees what is left outside.
func (s *small) enclose() bool {
	reach := s.reach[:s.rows]
	var all uint64
	for _, row := range reach {
		all |= row
	}
	left, right := bits.LeadingZeros64(all)-1, mostSmall-bits.TrailingZeros64(all)
	if left < 0 || right == s.cols || reach[0] != 0 || reach[s.rows-1] != 0 {
		return false
	}
	top, bottom := 0, s.rows-1
	for reach[top+1] == 0 {
		top++
	}
	for reach[bottom-1] == 0 {
		bottom--
	}
	upright := &s.faces[0]
	upright.resize(bottom-top+1, right-left+1)
	for i := range upright.rows {
		upright.lines[i].high = reach[top+i] << left
	}
	s.boxes, s.cut = 0, false
	inside := s.things[:0]
	for _, p := range s.things {
		if reach[p.row]<<p.col>>(mostSmall-1) == 0 {
			s.cut = s.cut || p.ch != '*'
			continue
		}
		if isBox(p.ch) {
			s.boxes++
		}
		inside = append(inside, place{p.row - uint8(top), p.col - uint8(left), p.ch})
	}
	s.things = inside
	return true
}
