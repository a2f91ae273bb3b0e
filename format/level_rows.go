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

const (
	// tabStop is how many columns are between two stops of the tabulator.
	tabStop = 8
	// maxNested is how deep groups of run-length notation may nest.
	maxNested = 100
	// mostSpent is the most cells that are written to read one line: those of
	// the largest level, and again for groups within groups.
	mostSpent = 4 * maxLevelSide * (maxLevelSide + 1)
)

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
	return len(bytes.Trim(text, "+*-@X$% ")) == 0
}

// fail says what is wrong with the row, at offset at of its text.
func (r *rowReader) fail(needs, at int, reason string, args ...any) rowKind {
	r.needs, r.wrong, r.reason, r.args = needs, at, reason, args
	return wrongRow
}

// stray says what is wrong with text that is no row but should be one.
func (r *rowReader) stray(text []byte) rowKind {
	for i, ch := range text {
		if signs[ch].mark&(cell|run) == 0 {
			return r.fail(1, i, "%s is no cell of a level; "+theCells, quoteFirst(text[i:]))
		}
	}
	return r.fail(1, 0, "the row is no run-length notation; write a number before the cell or the bracket that it repeats, as in 3#2(-#)#")
}

// group is the beginning of a repeated part of a row.
type group struct{ times, cells int }

// unroll reads a line in run-length notation: a number before a cell or a
// group in brackets repeats it, | ends a row, and a tabulator is floor up to
// the next stop. Nothing is allocated for runs beyond any level.
func (r *rowReader) unroll(text []byte) rowKind {
	u := unrolling{cells: r.cells[:0], at: r.spread[:0], groups: r.groups[:0], times: 1}
	for i, ch := range text {
		switch u.take(ch, i) {
		case unrolled:
		case malformed:
			return noRow
		case tooDeep:
			return r.fail(1, i, "groups nest more than %d deep; write the row out", maxNested)
		case tooMany:
			return r.fail(1, i, "a run of %d cells; a level takes at most %d rows and %d columns", u.size, maxLevelSide, maxLevelSide)
		}
	}
	if u.counted || len(u.groups) > 0 {
		return noRow
	}
	r.cells, r.columns = u.cells, u.at
	r.spread, r.groups = u.at, u.groups
	if r.has = marksOf(r.cells); r.has&solid == 0 {
		return floorRow
	}
	return solidRow
}

// unrolling is a line in run-length notation, read so far.
type unrolling struct {
	cells    []byte
	at       []int32 // where in the line the cells stand
	groups   []group // that are open
	times    int     // what the next cell or group is repeated
	counted  bool    // a number says so
	rowStart int
	spent    int // cells repeated so far, those that were dropped too
	size     int // of a run that is too many
}

// outcome is what comes of a character of a line in run-length notation.
type outcome int

const (
	unrolled outcome = iota
	malformed
	tooDeep
	tooMany
)

// take reads the character ch, which stands at offset at of the line.
func (u *unrolling) take(ch byte, at int) outcome {
	switch s := signs[ch]; {
	case ch >= '0' && ch <= '9':
		if !u.counted {
			u.times, u.counted = 0, true
		}
		u.times = min(10*u.times+int(ch-'0'), 1e12)
		return unrolled
	case ch == '(':
		if len(u.groups) == maxNested {
			return tooDeep
		}
		u.groups = append(u.groups, group{u.times, len(u.cells)})
		u.times, u.counted = 1, false
		return unrolled
	case ch == ')':
		if u.counted || len(u.groups) == 0 {
			return malformed
		}
		last := u.groups[len(u.groups)-1]
		u.groups = u.groups[:len(u.groups)-1]
		u.times = last.times
		return u.repeat(last.cells)
	case ch == '\t':
		if u.counted {
			return malformed
		}
		u.times = tabStop - (len(u.cells)-min(u.rowStart, len(u.cells)))%tabStop
		return u.put(grid.Floor, at)
	case ch == '|':
		out := u.put(ch, at)
		u.rowStart = len(u.cells)
		return out
	default:
		return u.put(s.cell, at)
	}
}

// put appends a cell as often as it is repeated.
func (u *unrolling) put(cell byte, at int) outcome {
	from := len(u.cells)
	u.cells, u.at = append(u.cells, cell), append(u.at, int32(at))
	return u.repeat(from)
}

// repeat repeats what stands from offset from on.
func (u *unrolling) repeat(from int) outcome {
	size := len(u.cells) - from
	if u.spent += u.times * size; u.spent > mostSpent || size == 1 && u.times > maxLevelSide {
		u.size = u.times * size
		return tooMany
	}
	if u.times == 0 {
		u.cells, u.at = u.cells[:from], u.at[:from]
	}
	for n := 1; n < u.times && size > 0; n++ {
		u.cells, u.at = append(u.cells, u.cells[from:from+size]...), append(u.at, u.at[from:from+size]...)
	}
	u.times, u.counted = 1, false
	return unrolled
}
