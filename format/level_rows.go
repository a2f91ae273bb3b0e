package format

import (
	"bytes"
	"slices"

	"github.com/gridmill/gridmill/solver/grid"
)

// mark says what a character of a level file may be, or what stands in a row.
type mark uint8

const (
	cell   mark = 1 << iota // a cell, plainly
	wall                    // a wall
	goal                    // a goal without anything on it
	player                  // the player, on a goal or not
	box                     // a box, on a goal or not
	letter                  // a cell only beside a wall, else a letter of a word
	run                     // part of run-length notation
	alien                   // a cell of another program's files

	thing = player | box
	solid = wall | thing
)

// sign is what a character means.
type sign struct {
	cell byte // as a form draws it
	mark mark
}

// signs are the characters of level files.
var signs = [256]sign{
	'#': {grid.Wall, cell | wall},
	' ': {grid.Floor, cell}, '-': {grid.Floor, cell}, '_': {grid.Floor, cell},
	'.': {'.', cell | goal},
	'@': {'@', cell | player}, '+': {'+', cell | player},
	'$': {'$', cell | box}, '*': {'*', cell | box},
	'p': {'@', cell | player | letter}, 'P': {'+', cell | player | letter},
	'b': {'$', cell | box | letter}, 'B': {'*', cell | box | letter},
	'o': {'.', cell | goal | letter},
	'0': {mark: run}, '1': {mark: run}, '2': {mark: run}, '3': {mark: run}, '4': {mark: run},
	'5': {mark: run}, '6': {mark: run}, '7': {mark: run}, '8': {mark: run}, '9': {mark: run},
	'(': {mark: run}, ')': {mark: run}, '|': {mark: run}, '\t': {mark: run},
	'&': {mark: alien}, '%': {mark: alien}, '~': {mark: alien}, 'X': {mark: alien}, 'O': {mark: alien},
}

// rowKind is what a line of a level file is to a board.
type rowKind int

const (
	noRow    rowKind = iota // text
	floorRow                // a row within a board, else decoration
	solidRow                // one row or more
	wrongRow                // a row with something wrong in it
)

// rowReader tells rows from text. What it read last stays until the next.
type rowReader struct {
	cells   []byte  // of the row or rows, as a form draws them
	columns []int32 // where in the text they stand, from 0; nil: side by side
	has     mark    // in all rows together
	plain   bool    // the text has no other characters than cells
	wrong   int     // where in the text a wrongRow is wrong, from 0
	reason  string  // and why
	args    []any   // of the reason
	needs   int     // how many lines such as a wrongRow make a board of text
	groups  []group
	spread  []int32 // room for columns
}

// read tells what text is, a line without what quotes it.
func (r *rowReader) read(text []byte) rowKind {
	r.columns = nil
	r.cells = slices.Grow(r.cells[:0], len(text))[:len(text)]
	common, has := ^mark(0), mark(0)
	for i, ch := range text {
		s := signs[ch]
		r.cells[i] = s.cell
		common &= s.mark
		has |= s.mark
	}
	r.has, r.plain = has, common&cell != 0
	if r.plain {
		return r.judge(text)
	}
	if has&wall == 0 {
		if framedByPlus(text) {
			return r.fail(plusLines, 0, "walls drawn as +, as some programs do; "+theCells)
		}
		return noRow
	}
	if hasOther(text) {
		return noRow
	}
	if has&alien != 0 {
		at := bytes.IndexFunc(text, func(ch rune) bool { return ch < 0x80 && signs[ch].mark&alien != 0 })
		return r.fail(2, at, "%s is no cell of a level, as it is in files of some other programs; "+theCells, quoteFirst(text[at:]))
	}
	return r.unroll(text)
}

// plusLines is how many lines with walls drawn as + are a board: fewer, or
// others between them, are the frame of a title.
const plusLines = 3

// theCells is what to write instead of other characters.
const theCells = "write # for a wall, - or a blank for floor, @ for the player, $ for a box, . for a goal, + and * for the two on a goal"

// hasOther reports whether text has a character that means nothing to a level.
func hasOther(text []byte) bool {
	return bytes.ContainsFunc(text, func(ch rune) bool { return ch >= 0x80 || signs[ch].mark == 0 })
}

// judge tells rows from text that has only characters of cells.
func (r *rowReader) judge(text []byte) rowKind {
	switch {
	case r.has&wall != 0:
		return solidRow
	case r.has&letter != 0:
		return noRow
	case r.has&solid == 0:
		return floorRow
	case bytes.Count(r.cells, []byte{'@'})+bytes.Count(r.cells, []byte{'+'}) > 1:
		if framedByPlus(text) {
			return r.fail(plusLines, 0, "walls drawn as +, as some programs do; "+theCells)
		}
		return noRow
	}
	return solidRow
}

// framedByPlus knows rows of levels whose walls are drawn as +.
func framedByPlus(text []byte) bool {
	text = trimStart(text)
	if len(text) < 3 || text[0] != '+' || text[len(text)-1] != '+' {
		return false
	}
	return len(bytes.Trim(text, "+*-@X$%. ")) == 0
}

// fail says what is wrong with the row, at offset at of its text.
func (r *rowReader) fail(needs, at int, reason string, args ...any) rowKind {
	r.needs, r.wrong, r.reason, r.args = needs, at, reason, args
	return wrongRow
}

// nearlyRow reports whether a line that is no row would be one but for a few
// characters, so that between rows it is a mistake and not text.
func nearlyRow(text []byte) bool {
	text = trimStart(text)
	if len(text) < 2 || text[0] != '#' {
		return false
	}
	cells, others := 0, 0
	for _, ch := range text {
		switch s := signs[ch]; {
		case ch == ' ':
		case s.mark&cell != 0 && s.mark&letter == 0:
			cells++
		default:
			others++
		}
	}
	return cells > 2*others || text[len(text)-1] == '#'
}

// stray says what is wrong with text that is no row but should be one.
func (r *rowReader) stray(text []byte) rowKind {
	for i, ch := range text {
		if signs[ch].mark&(cell|run) == 0 {
			return r.fail(1, i, "%s is no cell of a level; "+theCells, quoteFirst(text[i:]))
		}
	}
	return r.fail(1, 0, noNotation)
}
