package format

import (
	"bytes"

	"github.com/gridmill/gridmill/solver"
)

// xsb reads Sokoban level files: boards as they are drawn, with text of any
// kind between them. A block of lines that are rows of a board is a level; the
// text around it may name it, before the level or behind it, so that a level
// is known only when the next one begins.
type xsb struct {
	in    *lines
	ln    line // the line at hand
	held  bool // it is to be taken again
	shift int  // bytes at the beginning of ln that only quote it
	rows  rowReader
	level level
	bad   *solver.ParseError // the first thing wrong in the rows of level
	first []byte             // the text of the level's first row
	block block

	count      int    // levels so far
	waiting    bool   // a level waits for what stands behind it
	own        labels // of the level that waits
	ahead      labels // of the next one
	collection []byte // title of the file
	prose      prose
}

func xsbInput() input {
	return input{
		name: formatXSB, kind: kindSokoban, shows: func(in *lines) bool { return detectLevels(in) == formatXSB }, text: true,
		open: func(in *lines, _ Settings) parser { return newXSB(in) },
	}
}

func newXSB(in *lines) *xsb { return &xsb{in: in} }

// block is what is to be known of the lines of the level at hand.
type block struct {
	needs   int  // lines without which the block is only text
	joined  bool // all rows so far come from lines that hold several
	another bool // the last line promised another one by its end
	lines   int
	torn    bool // the file could not be read behind them
}

// next returns the next level; see parser.
func (x *xsb) next() (solver.Puzzle, error) {
	for {
		if !x.advance() {
			if x.waiting && !x.block.torn {
				return x.take(), nil
			}
			return x.ending()
		}
		kind := noRow
		if !x.prose.comment && !x.ln.long && !x.ln.blank() {
			kind = x.rows.read(x.ln.text)
		}
		switch {
		case (kind == noRow || kind == floorRow) && (!x.ln.long || x.prose.comment):
			x.text(x.ln.text)
		case x.waiting:
			x.held = true
			return x.take(), nil
		case x.ln.long:
			return solver.Puzzle{Kind: kindSokoban, Line: x.ln.n, Error: fault(x.ln.n, 0, tooLong)}, nil
		default:
			x.board(kind)
		}
	}
}

// ending is what stands at the end of the file: usually nothing.
func (x *xsb) ending() (solver.Puzzle, error) {
	if n := x.prose.opened; x.in.ended && x.prose.comment {
		x.prose.comment = false
		return solver.Puzzle{Kind: kindSokoban, Line: n, Error: fault(n, 0,
			"a Comment: that no Comment-End: closes hides the rest of the file; close it, or write the comment behind the colon")}, nil
	}
	return solver.Puzzle{}, x.in.err
}

// advance makes the next line the one at hand, without what quotes it in a
// letter; false means that there is none.
func (x *xsb) advance() bool {
	if x.held {
		x.held = false
		return true
	}
	if !x.in.fill(&x.ln) {
		return false
	}
	x.shift = 0
	if text := x.ln.text; len(text) > 0 && text[0] == '>' {
		x.ln.text = unquote(text)
		x.shift = len(text) - len(x.ln.text)
	}
	return true
}

// unquote takes off the signs that quote a line in a letter.
func unquote(text []byte) []byte {
	for len(text) > 0 && text[0] == '>' {
		text = text[1:]
		if len(text) > 1 && text[0] == ' ' && text[1] == '>' {
			text = text[1:]
		}
	}
	return text
}

// board reads the rows of a level, the first of which, of that kind, is the
// line at hand. It leaves the line behind the level to be read next.
func (x *xsb) board(kind rowKind) {
	x.level.begin()
	x.bad = nil
	x.first = append(x.first[:0], x.ln.text...)
	x.block = block{joined: true, needs: 2}
	if kind == wrongRow {
		x.block.needs = x.rows.needs
	}
	for more := true; more; {
		x.add(kind)
		kind, more = x.nextRow()
	}
	if x.isLevel() {
		x.begun()
	} else {
		x.text(x.first)
	}
}

// nextRow goes on to the next line if that is a row of the level at hand.
func (x *xsb) nextRow() (rowKind, bool) {
	if x.held = x.advance(); !x.held {
		x.block.torn = !x.in.ended
		return noRow, false
	}
	if x.ln.blank() || x.ln.long {
		return noRow, false
	}
	kind := x.rows.read(x.ln.text)
	if kind == noRow {
		if !nearlyRow(x.ln.text) {
			return noRow, false
		}
		kind = x.rows.stray(x.ln.text)
	}
	framed := kind == wrongRow && x.rows.needs == plusLines
	if framed != (x.block.needs == plusLines) || x.begins(kind) {
		return noRow, false
	}
	x.held = false
	return kind, true
}

// add takes the line at hand, which is of that kind, into the level.
func (x *xsb) add(kind rowKind) {
	r := &x.rows
	x.block.lines++
	row := levelRow{line: x.ln.n, column: x.shift + 1}
	if kind == wrongRow {
		if x.bad == nil {
			x.bad = fault(x.ln.n, x.shift+r.wrong+1, r.reason, r.args...)
		}
		x.level.add(nil, wall, row, nil)
		return
	}
	for i := range r.columns {
		r.columns[i] += int32(x.shift + 1)
	}
	x.block.another = false
	if r.columns == nil || bytes.IndexByte(r.cells, '|') < 0 {
		x.block.joined = false
		row.floor = kind == floorRow
		x.level.add(r.cells, r.has, row, r.columns)
		return
	}
	for start := 0; start < len(r.cells); {
		end := len(r.cells)
		if size := bytes.IndexByte(r.cells[start:], '|'); size >= 0 {
			end = start + size
		}
		cells := r.cells[start:end]
		if len(cells) > 0 {
			row.column = int(r.columns[start])
		}
		has := marksOf(cells)
		row.floor = has&(solid|goal) == 0
		x.level.add(cells, has, row, r.columns[start:end])
		x.block.another = end == len(r.cells)-1
		start = end + 1
	}
}

// marksOf returns what there is in a row as a form draws it.
func marksOf(cells []byte) (has mark) {
	for _, c := range cells {
		has |= signs[c].mark
	}
	return has
}

// begins reports whether the line at hand, of that kind, begins another level
// although it follows directly: a whole board on a line of its own, below
// another one or with a player of its own.
func (x *xsb) begins(kind rowKind) bool {
	if kind != solidRow || x.rows.columns == nil || x.block.another {
		return false
	}
	first, _, several := bytes.Cut(x.rows.cells, []byte{'|'})
	if !several {
		return false
	}
	if x.level.has&x.rows.has&player != 0 {
		return true
	}
	return x.block.joined && x.level.closed() && marksOf(first)&(thing|goal) == 0
}

// isLevel reports whether the lines read are a level, and not a line of text
// that looks like a row.
func (x *xsb) isLevel() bool {
	v := &x.level
	if x.bad != nil {
		return x.block.lines >= x.block.needs || v.has&player != 0
	}
	return v.solid > 1 || v.large() || v.has&player != 0 && v.has&box != 0 && v.has&wall != 0
}

// begun makes the level just read the one that waits.
func (x *xsb) begun() {
	x.waiting = true
	x.count++
	x.own, x.ahead = x.ahead, x.own
	x.ahead.clear()
	x.prose.behind()
}

// take returns the level that waits.
func (x *xsb) take() solver.Puzzle {
	x.waiting = false
	p := solver.Puzzle{Name: x.own.name(x.collection, x.count), Line: x.level.begins, Kind: kindSokoban, Error: x.bad}
	if p.Error == nil {
		p.Form, p.Error = x.level.end()
	}
	return p
}

// place says where in the file a character of the form stands that next
// returned last; see placer.
func (x *xsb) place(column int) (line, at int) { return x.level.place(column) }
