package format

import (
	"bytes"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

// mazePieces are what must stand in a maze exactly once: the letter of POJ
// 1475 and the character of the one-line form.
var mazePieces = [3]struct {
	letter, xsb byte
	name        string
}{{'S', '@', "player"}, {'B', '$', "box"}, {'T', '.', "target"}}

// maze is a board of POJ 1475: a line "r c" and r rows of c characters, where
// "#" is a wall, "." free, S the player, B the box and T the target. Nothing
// leaves the grid: its edge is a wall that the file need not draw.
type maze struct {
	head       header
	rows, cols int
	form       []byte  // the rows so far, in the one-line form
	ring       []byte  // room for the form with a wall around it
	open       bool    // a cell at the edge is not a wall
	found      [3]bool // which of mazePieces stand in the rows so far
}

func poj1475Input() input {
	return input{
		name: "poj1475", kind: kindSokoban, shows: showsPOJ1475, verdict: verdictPOJ1475,
		answers:      func(in *lines) answerParser { return &pojAnswers{in: in} },
		showsAnswers: func(first []byte) bool { return bytes.HasPrefix(first, []byte("Maze #")) },
		open:         func(in *lines, _ Settings) parser { return newPOJ1475(in) },
	}
}

// showsPOJ1475 wants two numbers and below them a row of a maze, or nothing.
func showsPOJ1475(in *lines) bool {
	if showsTerminator(in, 2) {
		return true
	}
	if showsIntegers(in) != 2 {
		return false
	}
	second, ok, _ := showsSecond(in)
	return !ok || beginsMazeRow(second.text)
}

func newPOJ1475(in *lines) *boards {
	return &boards{
		in: in, board: &maze{}, kind: kindSokoban, title: "Maze", integers: 2,
		header: `the numbers of rows and columns, such as "5 7"`,
	}
}

func (m *maze) begin(h header) (int, *solver.ParseError) {
	*m = maze{head: h, rows: h.numbers[0].value, cols: h.numbers[1].value, form: m.form[:0], ring: m.ring}
	if bad := h.side(0, "rows"); bad != nil {
		return 0, bad
	}
	return m.rows, h.side(1, "columns")
}

func (m *maze) row(i int, ln line) *solver.ParseError {
	cells := trimStart(ln.text)
	indent := len(ln.text) - len(cells)
	if i > 0 {
		m.form = append(m.form, grid.RowSeparator...)
	}
	begin := len(m.form)
	m.form = append(m.form, cells[:min(len(cells), m.cols)]...)
	row := m.form[begin:]
	if translate(row, &mazePlain) {
		for j := range row {
			if row[j] != 0 {
				continue
			}
			var bad *solver.ParseError
			if row[j], bad = m.piece(cells[j:], ln.n, indent+j+1); bad != nil {
				return bad
			}
		}
	}
	switch {
	case len(cells) > m.cols:
		return fault(ln.n, indent+m.cols+1, "the row goes beyond the %d columns of its header", m.cols)
	case len(cells) < m.cols:
		return fault(ln.n, len(ln.text)+1, "the row ends after %d of %d columns", len(cells), m.cols)
	case i == 0 || i == m.rows-1:
		m.open = m.open || bytes.Count(row, []byte{grid.Wall}) < m.cols
	default:
		m.open = m.open || row[0] != grid.Wall || row[m.cols-1] != grid.Wall
	}
	return nil
}

// mazePlain translates walls and floor to the one-line form. All else is 0
// here and wants a second look.
var mazePlain = [256]byte{'#': grid.Wall, '.': grid.Floor}

// piece translates the first letter of rest, which is neither wall nor floor,
// and takes note of it.
func (m *maze) piece(rest []byte, line, column int) (byte, *solver.ParseError) {
	letter := rest[0]
	for k, piece := range mazePieces {
		if letter != piece.letter {
			continue
		}
		if m.found[k] {
			return 0, fault(line, column, "a second %c; a maze has one %s", letter, piece.name)
		}
		m.found[k] = true
		return piece.xsb, nil
	}
	return 0, fault(line, column, "%s is not a cell of a maze; use #, ., S, B and T", quoteFirst(rest))
}

func (m *maze) end() (string, *solver.ParseError) {
	for k, piece := range mazePieces {
		if !m.found[k] {
			return "", fault(m.head.line, 0, "the maze has no %c, the %s", piece.letter, piece.name)
		}
	}
	if m.open {
		return string(m.walled()), nil
	}
	return string(m.form), nil
}

// walled returns the form with a ring of wall around it.
func (m *maze) walled() []byte {
	side := func() {
		for range m.cols + 2 {
			m.ring = append(m.ring, grid.Wall)
		}
	}
	m.ring = m.ring[:0]
	side()
	for i := range m.rows {
		row := m.form[i*(m.cols+1):][:m.cols]
		m.ring = append(m.ring, grid.RowSeparator[0], grid.Wall)
		m.ring = append(m.ring, row...)
		m.ring = append(m.ring, grid.Wall)
	}
	m.ring = append(m.ring, grid.RowSeparator...)
	side()
	return m.ring
}

// beginsMazeRow reports whether a line may be a row of a maze, by its first
// character.
func beginsMazeRow(text []byte) bool {
	text = trimStart(text)
	return len(text) > 0 && bytes.IndexByte([]byte("#.SBT"), text[0]) >= 0
}
