package format

// input is one of the formats that puzzles are read from.
type input struct {
	name string // as users write it
	kind string // of every puzzle in it; "" when each names its own

	// shows reports whether the lines at the beginning of a file are of the
	// format. It only peeks, at as few of them as will do. The first line is
	// not blank.
	shows func(in *lines) bool

	// text says that a file may begin with text of any kind, so that the format
	// is asked after the others.
	text bool

	// open begins to read a file of the format.
	open func(in *lines, s Settings) parser

	// verdict prints an answer as the judge of the format expects it; nil when
	// the format has no judge.
	verdict verdict

	// answers begins to read what others answered in the words of verdict, and
	// showsAnswers reports whether such answers begin with a line: with a plan, or
	// with the words for none. Both are to be there if verdict is; without them
	// such answers are refused.
	answers      func(in *lines) answerParser
	showsAnswers func(first []byte) bool
}

// inputs is the one list of the input formats, in the order lists show them. A
// file is of the first format that it shows.
func inputs() []input {
	return []input{
		poj1475Input(),
		xsbInput(),
		slcInput(),
		uva1601Input(),
		hdu1401Input(),
		jsonlInput(),
	}
}

// Inputs returns the names of the input formats. With "auto", or no name, the
// format is told from the content.
func Inputs() []string {
	var names []string
	for _, f := range inputs() {
		names = append(names, f.name)
	}
	return names
}

// inputNamed returns the format called name, if there is one.
func inputNamed(name string) (f input, ok bool) {
	for _, f := range inputs() {
		if f.name == name {
			return f, true
		}
	}
	return input{}, false
}

// inputJudging returns the format whose judge takes answers to a kind, if there
// is one.
func inputJudging(kind string) (f input, ok bool) {
	for _, f := range inputs() {
		if f.verdict != nil && f.kind == kind {
			return f, true
		}
	}
	return input{}, false
}
