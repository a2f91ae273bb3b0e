package format

import "github.com/gridmill/gridmill/solver"

// pairing is what a file of halves uses blank lines for.
type pairing int

const (
	pairsUnknown pairing = iota // no case was read yet
	pairsParted                 // a blank line parts cases
	pairsSpaced                 // blank lines stand everywhere and mean nothing
)

// nextLined reads a case that is one line of sixteen numbers or two lines of
// eight. A line with another count spoils the case it belongs to; blank lines
// between cases, where a file has them, keep the fault from its neighbours.
// A run of lines that are no case is one invalid puzzle. In a file with a
// count, another count begins the next of several files put together.
func (h *hdu1401) nextLined() (solver.Puzzle, error) {
	for {
		first, ok := h.in.nextText()
		if !ok {
			return solver.Puzzle{}, h.in.err
		}
		if count, ok := readHeader(first, 1); ok && h.counted {
			if h.left > 0 {
				h.in.unread(first)
				return h.short(), nil
			}
			h.startCount(count)
			continue
		}
		n, integers := countFields(first.text)
		if integers && !first.long || n == half || n == whole {
			h.lost = false
			return h.lined(first, n)
		}
		if !h.lost {
			h.lost = true
			return h.stray(first), nil
		}
	}
}

// stray is the invalid puzzle of a line that is no case.
func (h *hdu1401) stray(ln line) solver.Puzzle {
	p := h.puzzle(ln.n)
	p.Error = fault(ln.n, 1, `expected a line of eight numbers, such as "4 4 4 5 5 4 6 5"; text is skipped up to the next one`)
	if ln.long {
		p.Error = fault(ln.n, 0, tooLong)
	}
	return p
}

// lined reads the case whose first line has n fields.
func (h *hdu1401) lined(first line, n int) (solver.Puzzle, error) {
	c := &h.current
	*c = placements{line: first.n}
	if n == whole {
		c.takeLine(first, whole)
		return h.finish(), nil
	}
	c.takeLine(first, half)
	second, err := h.secondHalf()
	if err != nil {
		return solver.Puzzle{}, err
	}
	if second.blank() {
		c.spoil(fault(first.n, 0, "the case ends after one line; it takes eight numbers for the start and a line of eight for the end"))
	} else {
		c.takeLine(second, half)
	}
	return h.finish(), nil
}

// secondHalf returns the line that completes a case, or a blank one when the
// case ends without.
func (h *hdu1401) secondHalf() (line, error) {
	second, ok := h.in.next()
	parted := ok && second.blank()
	for ok && second.blank() {
		second, ok = h.in.next()
	}
	if !ok {
		if !h.in.ended {
			return line{}, h.in.err
		}
		return line{}, nil
	}
	if h.pairs == pairsUnknown {
		h.pairs = pairsParted
		if parted {
			h.in.unread(second)
			if third, ok := h.in.peek(1); !ok || third.blank() {
				h.pairs = pairsSpaced
			}
			second, _ = h.in.next()
		}
	}
	n, _ := countFields(second.text)
	if parted && h.pairs == pairsParted || n == whole {
		h.in.unread(second)
		return line{}, nil
	}
	return second, nil
}

// takeLine takes the want numbers of a line.
func (c *placements) takeLine(ln line, want int) {
	if ln.long {
		c.spoil(fault(ln.n, 0, tooLong))
		return
	}
	n := 0
	for column, field := range fields(ln.text) {
		if n++; n > want {
			c.spoil(fault(ln.n, column, "more than %d numbers on the line; it takes 8, or 16 for a whole case", want))
			return
		}
		c.take(field, ln.n, column)
	}
	if n < want {
		c.spoil(fault(ln.n, len(ln.text)+1, "%d numbers on the line; it takes 8, or 16 for a whole case", n))
	}
}

// nextFlowing reads a case of sixteen numbers however they are laid out.
func (h *hdu1401) nextFlowing() (solver.Puzzle, error) {
	c := &h.current
	*c = placements{}
	for c.taken < whole {
		for h.at < len(h.flow) && isBlank(h.flow[h.at]) {
			h.at++
		}
		if h.at < len(h.flow) {
			end := fieldEnd(h.flow, h.at)
			if c.taken == 0 {
				c.line = h.flowN
			}
			c.take(h.flow[h.at:end], h.flowN, h.at+1)
			h.at = end
			continue
		}
		ln, ok := h.in.next()
		if !ok && (!h.in.ended || c.taken == 0) {
			return solver.Puzzle{}, h.in.err
		}
		if !ok {
			c.spoil(fault(h.in.n, 0, "the file ends after %d of the 16 numbers of a case", c.taken))
			break
		}
		if ln.long {
			if c.taken == 0 {
				c.line = ln.n
			}
			c.spoil(fault(ln.n, 0, tooLong))
			break
		}
		h.flow, h.at, h.flowN = append(h.flow[:0], ln.text...), 0, ln.n
	}
	return h.finish(), nil
}
