package format

import (
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

// maxLevelSide is the most rows and columns of a level: those of the other
// board formats, and the wall around them that a level draws.
const maxLevelSide = maxSide + 2

// level gathers the rows of one Sokoban level, as ragged and indented as they
// are written, and makes the one-line form of them. It remembers where each
// cell stands in the file until the next level is begun.
type level struct {
	cells   []byte // the rows as a form draws them, parted by grid.RowSeparator
	rows    []levelRow
	columns []int32 // where cells stand in their lines; see levelRow
	begins  int     // line of the file
	solid   int     // rows up to the last that is more than floor
	height  int     // up to that row, also of those too many to keep
	width   int     // of the widest row, also when it is too wide to keep
	pending int     // rows of mere floor behind the last solid one
	has     mark    // in all rows together
	indent  int     // columns of floor that all rows begin with
	form    []byte  // room for the form of an indented level
}

// levelRow is a row of a level and where it stands in the file.
type levelRow struct {
	start, end int  // in cells
	line       int  // of the file
	column     int  // of the first cell; the others follow side by side
	spread     int  // 1 + where in columns those of the cells begin; 0: side by side
	floor      bool // what would be decoration above or below a level
}

// begin forgets the level before.
func (v *level) begin() {
	*v = level{cells: v.cells[:0], rows: v.rows[:0], columns: v.columns[:0], form: v.form[:0]}
}

// large reports whether the level is larger than a level may be.
func (v *level) large() bool { return v.height > maxLevelSide || v.width > maxLevelSide }

// add takes a row: its cells as a form draws them, and what there is in it.
// The cells of the row may be those behind the end of v.cells. columns are the
// columns of the cells, nil when they stand side by side from r.column on.
// Floor above the level is passed over, and so is floor below it.
func (v *level) add(cells []byte, has mark, r levelRow, columns []int32) {
	if r.floor && v.solid == 0 {
		return
	}
	if v.begins == 0 {
		v.begins = r.line
	}
	v.has |= has
	v.width = max(v.width, len(cells))
	v.pending++
	if !r.floor {
		v.height += v.pending
		v.pending = 0
	}
	if v.large() || v.height+v.pending > maxLevelSide {
		return
	}
	if len(v.rows) > 0 {
		v.cells = append(v.cells, grid.RowSeparator[0])
	}
	r.start = len(v.cells)
	v.cells = append(v.cells, cells...)
	r.end = len(v.cells)
	if columns != nil {
		r.spread = 1 + len(v.columns)
		v.columns = append(v.columns, columns...)
	}
	v.rows = append(v.rows, r)
	if !r.floor {
		v.solid = len(v.rows)
	}
}

// closed reports whether the last row has nothing but walls and floor.
func (v *level) closed() bool {
	if v.solid == 0 || v.large() {
		return false
	}
	last := v.rows[v.solid-1]
	return marksOf(v.cells[last.start:last.end])&(thing|goal) == 0
}

// end returns the one-line form of the level, which has a solid row.
func (v *level) end() (string, *solver.ParseError) {
	if v.large() {
		return "", fault(v.begins, 0, "the level has %d rows and %d columns; a side takes 1 to %d, cut it down", v.height, v.width, maxLevelSide)
	}
	rows := v.rows[:v.solid]
	v.indent = v.width
	for _, r := range rows {
		if r.floor {
			continue
		}
		first := r.start
		for v.cells[first] == grid.Floor {
			first++
		}
		if v.indent = min(v.indent, first-r.start); v.indent == 0 {
			return string(v.cells[:rows[len(rows)-1].end]), nil
		}
	}
	for i, r := range rows {
		if i > 0 {
			v.form = append(v.form, grid.RowSeparator[0])
		}
		v.form = append(v.form, v.cells[min(r.start+v.indent, r.end):r.end]...)
	}
	return string(v.form), nil
}

// place returns the line and the column of the file where the character of the
// form at column stands, both from 1. Column 0 stands for the whole level.
func (v *level) place(column int) (line, at int) {
	if column == 0 {
		return v.begins, 1
	}
	i := column - 1
	for _, r := range v.rows[:v.solid] {
		size := max(r.end-r.start-v.indent, 0)
		if i > size {
			i -= size + 1
			continue
		}
		cell := min(v.indent+i, r.end-r.start)
		switch {
		case r.spread == 0:
			return r.line, r.column + cell
		case r.start+cell < r.end:
			return r.line, int(v.columns[r.spread-1+cell])
		case cell > 0:
			return r.line, int(v.columns[r.spread-1+cell-1]) + 1
		}
		return r.line, r.column
	}
	return v.begins, 1
}
