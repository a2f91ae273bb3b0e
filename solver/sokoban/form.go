package sokoban

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

// plain is what ground holds for walls and floor. All else is 0 here and wants
// a second look.
var plain = [256]byte{
	grid.Wall:  grid.Wall,
	grid.Floor: unmet | grid.Floor,
	' ':        unmet | grid.Floor,
	'_':        unmet | grid.Floor,
}

// measure finds the size of form and where its rows are.
func (b *board) measure(form string) *solver.FormError {
	b.rows, b.cols = 0, 0
	b.starts = b.starts[:0]
	for start := 0; start <= len(form); {
		length := strings.IndexByte(form[start:], grid.RowSeparator[0])
		if length < 0 {
			length = len(form) - start
		}
		switch {
		case b.rows == maxSide:
			return refuse(start-1, "the board is larger than %d×%d; cut it down", maxSide, maxSide)
		case length > maxSide:
			return refuse(start+maxSide, "the board is larger than %d×%d; cut it down", maxSide, maxSide)
		}
		b.rows++
		b.cols = max(b.cols, length)
		b.starts = append(b.starts, start)
		start += length + 1
	}
	b.starts = append(b.starts, len(form)+1)
	cells := b.rows * b.cols
	b.cells = resize(b.cells, cells)
	b.ground = resize(b.ground, cells)
	b.todo = resize(b.todo, cells)
	b.step = [4]int32{int32(-b.cols), -1, 1, int32(b.cols)}
	return nil
}

// place lays the form out in ground, finds the player, the boxes and the
// targets, and checks that there is one player, and a target for each box.
func (b *board) place(form string) *solver.FormError {
	b.player = none
	b.things = b.things[:0]
	for row := range b.rows {
		if !b.placePlain(form, row) {
			if err := b.placeThings(form, row); err != nil {
				return err
			}
		}
	}
	boxes, targets := 0, 0
	for _, c := range b.things {
		if isBox(b.ground[c]) {
			boxes++
		}
		if isTarget(b.ground[c]) {
			targets++
		}
	}
	switch {
	case b.player == none:
		return refuse(-1, "there is no player; put an @ on the board, or a + on a target")
	case boxes == 0:
		return refuse(-1, "there is no box; put a $ on the board, or a * on a target")
	case boxes != targets:
		return refuse(-1, "boxes and targets differ in number, %d and %d; make them as many", boxes, targets)
	}
	b.markRim()
	return nil
}

// none is the cell of a player not found yet.
const none = -1

// isBox reports whether the mark of a cell in ground shows a box.
func isBox(mark byte) bool {
	ch := mark &^ (unmet | brink)
	return ch == '$' || ch == '*'
}

// isTarget reports whether the mark of a cell in ground shows a target.
func isTarget(mark byte) bool {
	ch := mark &^ (unmet | brink)
	return ch == '.' || ch == '*' || ch == '+'
}

// placePlain lays out the walls and the floor of a row, the gap behind it when
// it is short, and zeroes for anything else. It reports whether there was
// nothing else.
func (b *board) placePlain(form string, row int) bool {
	text := form[b.starts[row] : b.starts[row+1]-1]
	line := b.ground[row*b.cols:][:b.cols]
	gap := line[len(text):]
	line = line[:len(text)]
	common := plain[grid.Wall] & plain[grid.Floor]
	for col := range line {
		mark := plain[text[col]]
		line[col] = mark
		common &= mark
	}
	for col := range gap {
		gap[col] = brink
	}
	return common != 0
}

// placeThings lays out what placePlain left of a row.
func (b *board) placeThings(form string, row int) *solver.FormError {
	line := b.ground[row*b.cols:][:b.cols]
	for col, mark := range line {
		if mark != 0 {
			continue
		}
		at := b.starts[row] + col
		ch := form[at]
		switch ch {
		case '@', '+':
			if b.player != none {
				return refuse(at, "a second player; leave one")
			}
			b.player = int32(row*b.cols + col)
		case '.', '$', '*':
		default:
			char, _ := utf8.DecodeRuneInString(form[at:])
			return refuse(at, "%q is no cell; a board is drawn with # - . $ * @ + and |", char)
		}
		line[col] = unmet | ch
		if ch != '@' {
			b.things = append(b.things, int32(row*b.cols+col))
		}
	}
	return nil
}

// markRim marks the cells at the rim that the player could enter as ways out.
func (b *board) markRim() {
	mark := func(c int) {
		if b.ground[c]&unmet != 0 {
			b.ground[c] ^= unmet | brink
		}
	}
	for col := range b.cols {
		mark(col)
		mark((b.rows-1)*b.cols + col)
	}
	for row := range b.rows {
		mark(row * b.cols)
		mark(row*b.cols + b.cols - 1)
	}
}

// offset returns where in the form the cell c stands, in bytes from 0.
func (b *board) offset(c int32) int { return b.starts[int(c)/b.cols] + int(c)%b.cols }

// refuse returns the error of a form that is wrong at byte i, from 0; -1 means
// the form as a whole.
func refuse(i int, reason string, args ...any) *solver.FormError {
	return &solver.FormError{Column: i + 1, Reason: fmt.Sprintf(reason, args...)}
}
