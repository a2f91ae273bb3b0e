package format

import (
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

const (
	// solitaireSide is the side of the board of HDU 1401.
	solitaireSide = 8
	// half is how many numbers give one placement of the four pieces: row and
	// column of each.
	half = 8
	// whole is how many numbers make a case: the start and the end.
	whole = 2 * half
)

// formatHDU is the name of the format, as users write it.
const formatHDU = "hdu1401"

func hdu1401Input() input {
	return input{
		name: formatHDU, kind: kindSolitaire, shows: showsHDU1401, verdict: verdictHDU1401,
		answers:      func(in *lines) answerParser { return &lineAnswers{in, hduAnswer} },
		showsAnswers: func(first []byte) bool { return string(first) == "YES" || string(first) == "NO" },
		open:         func(in *lines, _ Settings) parser { return &hdu1401{in: in} },
	}
}

// showsHDU1401 wants a half or a whole case on the first line, or any numbers
// and below them more numbers, or nothing. Formats whose headers are numbers
// too stand before it in the list.
func showsHDU1401(in *lines) bool {
	switch showsIntegers(in) {
	case 0:
		return false
	case half, whole:
		return true
	}
	_, ok, integers := showsSecond(in)
	return !ok || integers
}

// hdu1401 reads the cases of HDU 1401: eight numbers for the start and eight
// for the end, over and over until the file ends. A count may stand first (the
// SPOJ dialect). Where the file keeps each half or each case on a line, a
// fault spoils one case; where the numbers flow, a case is the next sixteen.
type hdu1401 struct {
	in      *lines
	begun   bool
	read    func() (solver.Puzzle, error)
	cases   int
	counted bool // a count stands first, in line countAt
	countAt int
	count   number // what it says
	left    int    // cases still to come by the count
	current placements

	pairs pairing // of a file of lines
	lost  bool    // a line was no case, and the next that may be one is to be found
	flow  []byte  // of a file that flows: the line that is being read,
	at    int     // how far,
	flowN int     // and its number
}

// next returns the next case; see parser.
func (h *hdu1401) next() (solver.Puzzle, error) {
	if !h.begun {
		h.begun = true
		h.begin()
	}
	p, err := h.read()
	if err != nil && h.in.ended && h.left > 0 {
		return h.short(), nil
	}
	return p, err
}

// begin looks at the first lines: is there a count, and does a line hold a
// half or a whole case?
func (h *hdu1401) begin() {
	h.read = h.nextFlowing
	if !h.in.skipBlank() {
		return
	}
	first, _ := h.in.peek(0)
	if count, ok := readHeader(first, 1); ok {
		if second, ok := h.in.peekText(1); !ok || !isCount(second) {
			h.startCount(count)
			h.in.next()
		}
	}
	for i := range 2 {
		ln, ok := h.in.peekText(i)
		if n, _ := countFields(ln.text); ok && !ln.long && (n == half || n == whole) {
			h.read = h.nextLined
			return
		}
	}
}

func isCount(ln line) bool {
	_, ok := readHeader(ln, 1)
	return ok
}

func (h *hdu1401) startCount(count header) {
	h.counted, h.countAt, h.count = true, count.line, count.numbers[0]
	h.left = h.count.value
}

// short says that fewer cases came than the count announced.
func (h *hdu1401) short() solver.Puzzle {
	p := h.puzzle(h.countAt)
	p.Error = fault(h.countAt, 0, "the count says %v cases, but %d follow; correct it, or add what is missing", h.count, h.count.value-h.left)
	h.left = 0
	return p
}

// puzzle begins the next case.
func (h *hdu1401) puzzle(line int) solver.Puzzle {
	h.cases++
	return solver.Puzzle{Name: numbered("Case", h.cases), Line: line, Kind: kindSolitaire}
}

// finish makes the puzzle of the case that was read.
func (h *hdu1401) finish() solver.Puzzle {
	c := &h.current
	p := h.puzzle(c.line)
	if p.Error = c.bad; c.bad == nil {
		p.Form = c.form()
	}
	h.left = max(0, h.left-1)
	return p
}

// placements is a case: the start and the end of the same pieces.
type placements struct {
	line               int // of its first number
	taken              int // numbers taken
	squares            [whole / 2]grid.Cell
	rowColumn, rowLine int                // column and line of the row taken last
	bad                *solver.ParseError // the first fault
}

// take adds the next number of the case.
func (c *placements) take(field []byte, line, column int) {
	n, ok := newNumber(field, column)
	value := n.value
	switch {
	case !ok:
		c.spoil(fault(line, column, "%s is not a number; rows and columns are 1 to %d", quote(field), solitaireSide))
	case value < 1 || value > solitaireSide:
		c.spoil(fault(line, column, "%v is off the board; rows and columns are 1 to %d", n, solitaireSide))
	}
	piece := c.taken / 2
	if c.taken++; c.taken%2 == 1 {
		c.squares[piece].Row, c.rowColumn, c.rowLine = value-1, column, line
		return
	}
	c.squares[piece].Col = value - 1
	first := piece / (half / 2) * (half / 2)
	for _, other := range c.squares[first:piece] {
		if other == c.squares[piece] {
			c.spoil(fault(c.rowLine, c.rowColumn, "a second piece on row %d, column %d", other.Row+1, other.Col+1))
		}
	}
}

func (c *placements) spoil(bad *solver.ParseError) {
	if c.bad == nil {
		c.bad = bad
	}
}

func (c *placements) form() string {
	form := append(make([]byte, 0, 48), "8x8"...)
	for i, square := range c.squares {
		if i == half/2 {
			form = append(form, " >"...)
		}
		form = appendCell(append(form, ' '), square)
	}
	return string(form)
}
