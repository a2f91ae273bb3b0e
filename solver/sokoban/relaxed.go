package sokoban

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

// With the objective pushes it does not matter where in his region the player
// begins. The canonical form has him where, of all such places and symmetries,
// its line is least.

// Where a transform keeps the player's place in the form that it came from, as
// he stands there in the canonical form: his row plus 1, so that 0 says that he
// stays where he is, and his column. Two bytes each.
const (
	placeRow = 2
	placeCol = 4
)

// CanonicalUnder is Canonical, with the player anywhere in his region under the
// objective pushes.
func (k *kind) CanonicalUnder(dst []byte, form string, opts solver.Options) ([]byte, solver.Transform, error) {
	if opts.Objective != solver.ObjectivePushes {
		return k.Canonical(dst, form)
	}
	r := k.readers.Get().(*reader)
	defer k.readers.Put(r)
	if err := r.board.read(form); err != nil {
		return nil, solver.Transform{}, err
	}
	dst, t := r.board.relaxed(dst)
	return dst, t, nil
}

// relaxed is canonical with the player anywhere in his region. After that b is no
// longer ready for a search.
func (b *board) relaxed(dst []byte) ([]byte, solver.Transform) {
	var t solver.Transform
	if b.cut {
		return append(dst, lost...), t
	}
	top, left := int(b.player)/b.cols, int(b.player)%b.cols
	b.crop()
	b.player = int32(bytes.IndexAny(b.cells, "@+"))
	top, left = top-int(b.player)/b.cols, left-int(b.player)%b.cols // of what is left of the board
	region := b.region()
	begin := len(dst)
	for s := range grid.Symmetry(grid.Symmetries) {
		c := b.resort(region, s)
		b.stand(c)
		end := len(dst)
		dst = s.Append(dst, b.cells, b.rows, b.cols)
		if end > begin {
			if line := dst[end:]; bytes.Compare(line, dst[begin:end]) < 0 {
				end = begin + copy(dst[begin:], line)
				dst = dst[:end]
			} else {
				dst = dst[:end]
				continue
			}
		}
		t[turn] = byte(s)
		binary.LittleEndian.PutUint16(t[placeRow:], uint16(top+int(c)/b.cols+1))
		binary.LittleEndian.PutUint16(t[placeCol:], uint16(left+int(c)%b.cols))
	}
	if len(b.boxes) == 0 {
		rows, cols := grid.Symmetry(t[turn]).Size(b.rows, b.cols)
		dst = appendIdleBox(dst, rows, cols)
	}
	return dst, t
}

// region returns the cells that the player can walk to, the nearest first. They
// are good until the board is read again.
func (b *board) region() []int32 {
	b.step = [4]int32{int32(-b.cols), -1, 1, int32(b.cols)}
	clear(b.ground)
	b.ground[b.player] = 1
	b.todo = append(b.todo[:0], b.player)
	for i := 0; i < len(b.todo); i++ {
		for d, step := range b.step {
			n := b.todo[i] + step
			if b.ground[n] == 0 && !b.wall(n) && !isBox(b.cells[n]) {
				b.ground[n] = byte(d + 2)
				b.todo = append(b.todo, n)
			}
		}
	}
	return b.todo
}

// resort returns the cell of a region where the player makes the line least
// after s: the first target, or where there is none the last cell, since + comes
// before a target, and floor before @.
func (b *board) resort(region []int32, s grid.Symmetry) int32 {
	_, cols := s.Size(b.rows, b.cols)
	best, bestAt := int32(none), 0
	for _, c := range region {
		to := s.Cell(grid.Cell{Row: int(c) / b.cols, Col: int(c) % b.cols}, b.rows, b.cols)
		at := to.Row*cols + to.Col
		if isTarget(b.cells[c]) {
			at -= len(b.cells) // before all that are none
		} else {
			at = len(b.cells) - at
		}
		if best == none || at < bestAt {
			best, bestAt = c, at
		}
	}
	return best
}

// stand puts the player on another cell.
func (b *board) stand(c int32) {
	left, taken := byte(grid.Floor), byte('@')
	if isTarget(b.cells[b.player]) {
		left = '.'
	}
	b.cells[b.player] = left
	if isTarget(b.cells[c]) {
		taken = '+'
	}
	b.cells[c] = taken
	b.player = c
}

// Lead walks the player from where form has him to where the canonical form has
// him.
func (k *kind) Lead(form string, t solver.Transform) (string, error) {
	row := int(binary.LittleEndian.Uint16(t[placeRow:]))
	if row == 0 {
		return "", nil
	}
	r := k.readers.Get().(*reader)
	defer k.readers.Put(r)
	b := &r.board
	if err := b.read(form); err != nil {
		return "", err
	}
	to := (row-1)*b.cols + int(binary.LittleEndian.Uint16(t[placeCol:]))
	b.region()
	if to >= len(b.ground) || b.ground[to] == 0 {
		return "", errors.New("walk the player to where the plan begins: no way; the transform belongs to another puzzle")
	}
	var letters []byte
	for c := int32(to); b.ground[c] != 1; {
		d := b.ground[c] - 2
		letters = append(letters, walkLetters[d])
		c -= b.step[d]
	}
	slices.Reverse(letters)
	return string(letters), nil
}
