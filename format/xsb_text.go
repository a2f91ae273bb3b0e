package format

import (
	"bytes"
	"unicode/utf8"
)

// labels are what may name a level, the best first.
type labels struct {
	key    []byte // behind Title:
	text   []byte // a line of text that stands alone before the level
	header []byte // behind the ; of the last such line before the level
}

func (l *labels) clear() { *l = labels{l.key[:0], l.text[:0], l.header[:0]} }

// name returns the name of the level that is count-th from 1 in a collection
// of that title, "" for none.
func (l *labels) name(collection []byte, count int) string {
	for _, label := range [...][]byte{l.key, l.text, l.header} {
		if len(label) > 0 {
			return titled(label)
		}
	}
	if len(collection) > 0 {
		return numbered(titled(collection), count)
	}
	return ""
}

// maxTitle is the most bytes of a name; more would weigh on every row.
const maxTitle = 250

// titled returns text as a name.
func titled(text []byte) string {
	if len(text) <= maxTitle {
		return readable(text)
	}
	cut := maxTitle
	for cut > maxTitle-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return readable(text[:cut]) + "…"
}

// readable returns text in UTF-8; what is not is taken for Latin-1.
func readable(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	runes := make([]rune, len(text))
	for i, b := range text {
		runes[i] = rune(b)
	}
	return string(runes)
}

// prose is what has been read of the text between two levels.
type prose struct {
	last     prosaic // the line before
	attached bool    // no blank line since the last row of a level
	tied     bool    // the text that may name the next level follows a level without a blank line
	noted    bool    // so does the header
	begun    bool    // a header has begun the next level
	lurd     bool    // solutions may follow
	comment  bool    // within a Comment: block
	opened   int     // the line where that began
}

// prosaic is what a line of text is.
type prosaic int

const (
	blankLine prosaic = iota // or the beginning of the file, or decoration
	boardLine
	headerLine
	keyLine
	textLine
)

// behind begins the text behind a level.
func (p *prose) behind() { *p = prose{last: boardLine, attached: true} }

// text takes a line that is no row of a level.
func (x *xsb) text(text []byte) {
	p := &x.prose
	text = trimStart(text)
	key, value, isKey := levelKey(text)
	switch {
	case p.comment:
		p.comment = !isKey || key != "comment-end"
		p.last = keyLine
	case bytes.HasPrefix(text, []byte("::")) && bytes.HasSuffix(text, []byte("::")):
	case decoration(text):
		x.parted()
	case text[0] == ';':
		x.header(trimStart(text[1:]))
	case isKey:
		x.key(key, value)
	case p.lurd && isLURD(text):
		if p.last == textLine { // which then only spoke of the solution
			x.ahead.text = x.ahead.text[:0]
		}
		p.last = keyLine
	default:
		p.lurd = p.lurd || bytes.Contains(bytes.ToLower(text), []byte("solution"))
		p.aside(&x.ahead, text)
	}
}

// parted takes a blank line, or one that is mere decoration.
func (x *xsb) parted() {
	p := &x.prose
	if p.tied {
		x.ahead.text = x.ahead.text[:0]
	}
	if p.noted {
		x.ahead.header = x.ahead.header[:0]
	}
	*p = prose{begun: p.begun, lurd: p.lurd}
}

// header takes a line that began with a semicolon.
func (x *xsb) header(text []byte) {
	p := &x.prose
	p.last = headerLine
	if len(text) == 0 {
		return
	}
	x.ahead.header = append(x.ahead.header[:0], text...)
	p.noted = p.attached
	p.begun = p.begun || !p.attached
}

// aside takes a line of text. It may name the next level if it stands alone:
// it follows a blank line or a header, or stands between two levels.
func (p *prose) aside(next *labels, text []byte) {
	next.text = next.text[:0]
	if p.last == blankLine || p.last == headerLine || p.last == boardLine {
		next.text = append(next.text, text...)
		p.tied = p.attached
	}
	p.last = textLine
}

// decoration reports whether text has nothing to say: blank, or a line drawn.
func decoration(text []byte) bool {
	for _, b := range text {
		switch b {
		case ' ', '\t', '-', '_', '=', '~', '.', '*', '#', '+':
		default:
			return false
		}
	}
	return true
}

// isLURD reports whether text may be a line of a solution.
func isLURD(text []byte) bool {
	letters := false
	for _, b := range text {
		switch b {
		case 'l', 'u', 'r', 'd', 'L', 'U', 'R', 'D':
			letters = true
		case ' ', '\t', '(', ')', '[', ']', '{', '}', '*', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		default:
			return false
		}
	}
	return letters
}
