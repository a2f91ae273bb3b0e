package format

import (
	"bytes"
	"strconv"

	"github.com/gridmill/gridmill/solver"
)

// lineAnswers reads the layouts of one answer a line, in order. Blank lines
// mean nothing.
type lineAnswers struct {
	in   *lines
	read func(text []byte, c *Claim) *solver.ParseError
}

func (l *lineAnswers) next() (Claim, error) {
	ln, ok := l.in.nextText()
	if !ok {
		return Claim{}, l.in.err
	}
	c := Claim{Line: ln.n, Seq: inOrder, Open: ln.open}
	if ln.long {
		c.Error = fault(ln.n, 0, longAnswer)
	} else if c.Error = l.read(trimStart(ln.text), &c); c.Error != nil {
		c.Error.Line = ln.n
	}
	return c, nil
}

// uvaAnswer reads a number of steps, or -1.
func uvaAnswer(text []byte, c *Claim) *solver.ParseError {
	n, ok := integer(text)
	var tooLarge error
	if ok && n > 0 {
		n, tooLarge = strconv.Atoi(string(text)) // integer cuts, and a finding shows what was written
	}
	switch {
	case tooLarge != nil:
		return fault(0, 0, "%s is more than a number of steps can be", quote(text))
	case string(text) == noVerdict:
		c.Says, c.Remark = SaysNothing, "the answer is a question mark"
	case ok && n == -1:
		c.Says = SaysUnsolvable
	case ok && n >= 0:
		c.Says, c.Cost = SaysCost, solver.Cost{{Name: "steps", Value: n}}
	default:
		return fault(0, 0, "expected a number of steps, or -1 where there is no way, not %s", quote(text))
	}
	return nil
}

// hduAnswer reads YES or NO.
func hduAnswer(text []byte, c *Claim) *solver.ParseError {
	switch string(text) {
	case noVerdict:
		c.Says, c.Remark = SaysNothing, "the answer is a question mark"
	case "YES":
		c.Says = SaysSolvable
	case "NO":
		c.Says = SaysUnsolvable
	default:
		return fault(0, 0, "expected YES or NO, not %s", quote(text))
	}
	return nil
}

// pojAnswers reads "Maze #k", and below it a plan in points of the compass or
// "Impossible."; k is the place of the puzzle, from 1. Blank lines between
// answers may be missing. What stands elsewhere is no answer.
type pojAnswers struct {
	in   *lines
	lost int // lines since the text that was told to be no answer; 0 when all is well
}

func (p *pojAnswers) next() (Claim, error) {
	for {
		ln, ok := p.in.nextText()
		if !ok {
			return Claim{}, p.in.err
		}
		if k, ok := mazeNumber(ln); ok {
			p.lost = 0
			return p.below(ln, k)
		}
		// One fault for all the lines that follow, but for one in a thousand:
		// whoever reads on for ever should notice.
		if p.lost = (p.lost + 1) % farAhead; p.lost == 1 {
			return Claim{Line: ln.n, Seq: NoPlace, Open: ln.open, Error: fault(ln.n, 0, "expected Maze #k, not %s; what follows is skipped up to the next", quote(ln.text))}, nil
		}
	}
}

// below reads the answer of maze k below the header head.
func (p *pojAnswers) below(head line, k int) (Claim, error) {
	c := Claim{Line: head.n, Seq: int64(k) - 1, Open: head.open}
	ln, ok := p.in.next()
	switch {
	case !ok && !p.in.ended:
		return c, p.in.err
	case !ok:
		c.Error = fault(c.Line, 0, "the file ends behind Maze #%d, where its answer should be", k)
		return c, nil
	case ln.long:
		c.Error = fault(ln.n, 0, longAnswer)
		return c, nil
	}
	if _, ok := mazeNumber(ln); ok {
		p.in.unread(ln)
		c.Error = fault(ln.n, 0, "the answer of Maze #%d is missing; where nothing is to be done it is an empty line", k)
		return c, nil
	}
	c.Line, c.Open = ln.n, ln.open
	switch text := trimStart(ln.text); string(text[:min(len(text), longPrefix)]) {
	case noVerdict:
		c.Says, c.Remark = SaysNothing, "the answer is a question mark"
	case "Impossible.":
		c.Says = SaysUnsolvable
	default:
		c.readCompass(text)
	}
	return c, nil
}

// mazeNumber reads the k of "Maze #k", from 1.
func mazeNumber(ln line) (k int, ok bool) {
	digits, ok := bytes.CutPrefix(trimStart(ln.text), []byte("Maze #"))
	if !ok || ln.long {
		return 0, false
	}
	if _, ok = integer(digits); !ok {
		return 0, false
	}
	k, err := strconv.Atoi(string(digits)) // integer cuts, which would make one maze of several
	return k, err == nil && k > 0
}

// readCompass translates the judge's letters to the plan of c, in place, up to
// the first that is none.
func (c *Claim) readCompass(text []byte) {
	for i, letter := range text {
		if text[i] = fromCompass(letter); text[i] == noLetter {
			c.Stray, c.Remark = i+1, quoteFirst([]byte{letter})+" is no letter of the judge's; write n, s, e, w to walk and N, S, E, W to push"
			text = text[:i+1]
			break
		}
	}
	c.Plan = string(text)
}

// noLetter stands in a plan for what is no letter of the judge's.
const noLetter = '?'

// fromCompass undoes compass for a letter.
func fromCompass(letter byte) byte {
	switch letter {
	case 'n':
		return 'u'
	case 's':
		return 'd'
	case 'w':
		return 'l'
	case 'e':
		return 'r'
	case 'N':
		return 'U'
	case 'S':
		return 'D'
	case 'W':
		return 'L'
	case 'E':
		return 'R'
	}
	return noLetter
}
