package format

import (
	"strconv"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

// maxAgents is how many agents the letters of the alphabet can name.
const maxAgents = 26

// place is a cell of a map, and whether something stands there.
type place struct {
	cell  grid.Cell
	found bool
}

// agentMap is a board of UVa 1601: a line "w h n" and h rows of w characters,
// where "#" is a wall, a blank free, a lower-case letter the start of an agent
// and the upper-case letter its target. Blanks at the end of a row may be
// missing, up to a row that is empty.
type agentMap struct {
	head               header
	cols, rows, agents int
	form               []byte // the rows so far, in the one-line form
	starts, targets    [maxAgents]place
}

func uva1601Input() input {
	return input{
		name: "uva1601", kind: kindMAPF, shows: showsUVa1601, verdict: verdictUVa1601,
		answers:      func(in *lines) answerParser { return &lineAnswers{in, uvaAnswer} },
		showsAnswers: func(first []byte) bool { _, ok := integer(first); return ok },
		open:         func(in *lines, _ Settings) parser { return newUVa1601(in) },
	}
}

// showsUVa1601 wants three numbers and below them anything but numbers.
func showsUVa1601(in *lines) bool {
	if showsTerminator(in, 3) {
		return true
	}
	if showsIntegers(in) != 3 {
		return false
	}
	_, ok, integers := showsSecond(in)
	return !ok || !integers
}

func newUVa1601(in *lines) *boards {
	return &boards{
		in: in, board: &agentMap{}, kind: kindMAPF, title: "Map", integers: 3, blankRows: true,
		header: `the numbers of columns, rows and agents, such as "16 16 3"`,
	}
}

func (m *agentMap) begin(h header) (int, *solver.ParseError) {
	*m = agentMap{
		head: h, cols: h.numbers[0].value, rows: h.numbers[1].value, agents: h.numbers[2].value,
		form: m.form[:0],
	}
	if bad := h.side(0, "columns"); bad != nil {
		return 0, bad
	}
	if bad := h.side(1, "rows"); bad != nil {
		return 0, bad
	}
	if m.agents < 1 || m.agents > maxAgents {
		return 0, fault(h.line, h.numbers[2].column, "a map of %v agents; it takes 1 to %d, named from a", h.numbers[2], maxAgents)
	}
	return m.rows, nil
}

func (m *agentMap) row(i int, ln line) *solver.ParseError {
	if i > 0 {
		m.form = append(m.form, grid.RowSeparator...)
	}
	begin := len(m.form)
	m.form = append(m.form, ln.text[:min(len(ln.text), m.cols)]...)
	row := m.form[begin:]
	if translate(row, &mapPlain) {
		for j := range row {
			if row[j] != 0 {
				continue
			}
			if bad := m.letter(ln, i, j); bad != nil {
				return bad
			}
			row[j] = grid.Floor
		}
	}
	if len(ln.text) > m.cols {
		return fault(ln.n, m.cols+1, "the row goes beyond the %d columns of its header", m.cols)
	}
	for range m.cols - len(ln.text) {
		m.form = append(m.form, grid.Floor)
	}
	return nil
}

// mapPlain translates walls and blanks to the one-line form. All else is 0
// here and wants a second look.
var mapPlain = [256]byte{'#': grid.Wall, ' ': grid.Floor}

// letter takes byte j of row i, which is neither wall nor blank.
func (m *agentMap) letter(ln line, i, j int) *solver.ParseError {
	switch letter := ln.text[j]; {
	case letter >= 'a' && letter <= 'z', letter >= 'A' && letter <= 'Z':
		return m.stand(letter, grid.Cell{Row: i, Col: j}, ln.n)
	}
	return fault(ln.n, j+1, "%s is not a cell of a map; use #, blanks and letters", quoteFirst(ln.text[j:]))
}

// stand takes note of the start or target that letter marks.
func (m *agentMap) stand(letter byte, cell grid.Cell, line int) *solver.ParseError {
	places, agent := &m.targets, int(letter-'A')
	if letter >= 'a' {
		places, agent = &m.starts, int(letter-'a')
	}
	if agent >= m.agents {
		return fault(line, cell.Col+1, "%c is beyond the %d agents of the header", letter, m.agents)
	}
	if places[agent].found {
		return fault(line, cell.Col+1, "a second %c; each agent has one start and one target", letter)
	}
	places[agent] = place{cell, true}
	return nil
}

func (m *agentMap) end() (string, *solver.ParseError) {
	for k := range m.agents {
		if !m.starts[k].found {
			return "", fault(m.head.line, 0, "the map has no %c, the start of an agent; the header says %d agents", 'a'+k, m.agents)
		}
		if !m.targets[k].found {
			return "", fault(m.head.line, 0, "the map has no %c, the target of an agent; the header says %d agents", 'A'+k, m.agents)
		}
	}
	for k := range m.agents {
		m.form = append(m.form, ' ', byte('a'+k), '=')
		m.form = appendCell(m.form, m.starts[k].cell)
		m.form = append(m.form, '>')
		m.form = appendCell(m.form, m.targets[k].cell)
	}
	return string(m.form), nil
}

// appendCell is Cell.String without the garbage.
func appendCell(form []byte, c grid.Cell) []byte {
	form = strconv.AppendInt(append(form, 'r'), int64(c.Row+1), 10)
	return strconv.AppendInt(append(form, 'c'), int64(c.Col+1), 10)
}
