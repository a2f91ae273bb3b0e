package format

// lurdAnswers reads a plan a line, in order, in the notation of the kind: LURD
// letters for sokoban. A line that is blank is the plan of nothing to do;
// "unsolvable", "impossible" or "-" says that there is none, and "?" that
// nothing is known.
type lurdAnswers struct{ in *lines }

func (l *lurdAnswers) next() (Claim, error) {
	ln, ok := l.in.next()
	if !ok {
		return Claim{}, l.in.err
	}
	c := Claim{Line: ln.n, Seq: inOrder, AnyCase: true, Open: ln.open}
	switch text := trimStart(ln.text); {
	case ln.long:
		c.Error = fault(ln.n, 0, longAnswer)
	case isNoWay(text):
		c.Says = SaysUnsolvable
	case string(text) == noVerdict:
		c.Says, c.Remark = SaysNothing, "the answer is a question mark"
	default:
		c.Plan = string(text)
	}
	return c, nil
}
