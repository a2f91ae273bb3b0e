package format

import (
	"bytes"

	"github.com/gridmill/gridmill/solver/grid"
)

const (
	// tabStop is how many columns are between two stops of the tabulator.
	tabStop = 8
	// maxNested is how deep groups of run-length notation may nest.
	maxNested = 100
	// mostSpent is the most cells that are written to read one line: those of
	// the largest level, and again for groups within groups.
	mostSpent = 4 * maxLevelSide * (maxLevelSide + 1)
)

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
			return r.garbled(text, i)
		case tooDeep:
			return r.fail(1, i, "groups nest more than %d deep; write the row out", maxNested)
		case tooMany:
			return r.fail(1, i, "a run of %d cells; a level takes at most %d rows and %d columns", u.size, maxLevelSide, maxLevelSide)
		}
	}
	if u.counted || len(u.groups) > 0 {
		return r.garbled(text, len(text)-1)
	}
	r.cells, r.columns = u.cells, u.at
	r.spread, r.groups = u.at, u.groups
	if r.has = marksOf(r.cells); r.has&solid == 0 {
		return floorRow
	}
	return solidRow
}

// garbled is what a line is that breaks off being run-length notation at offset
// at: a mistake where rows are parted within it, else text.
func (r *rowReader) garbled(text []byte, at int) rowKind {
	if bytes.IndexByte(text, '|') < 0 {
		return noRow
	}
	return r.fail(1, at, noNotation)
}

// noNotation is what a row with mistakes in its numbers or brackets is told.
const noNotation = "the row is no run-length notation; write a number before the cell or the bracket that it repeats, as in 3#2(-#)#"

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
