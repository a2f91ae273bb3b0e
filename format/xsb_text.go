package format

import (
	"bytes"
	"slices"
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
			return readable(label)
		}
	}
	if len(collection) > 0 {
		return numbered(readable(collection), count)
	}
	return ""
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

// key takes a line such as "Author: somebody".
func (x *xsb) key(key string, value []byte) {
	p := &x.prose
	switch key {
	case "title":
		x.title(value)
	case "collection":
		x.collection = append(x.collection[:0], value...)
	case "comment":
		p.opened = x.ln.n
		p.comment = len(value) == 0 || x.commentEnds()
	case "solution", "savegame", "snapshot":
		p.lurd = true
	}
	p.last = keyLine
}

// title takes the value of a Title: line. It is that of the level above; of
// the next level when that begins right below, or a header stands between, or
// the level above has its own; and of the file before the first level.
func (x *xsb) title(value []byte) {
	p := &x.prose
	to := &x.ahead.key
	if x.waiting && !p.begun && len(x.own.key) == 0 {
		to = &x.own.key
	} else if x.count == 0 && !p.begun {
		to = &x.collection
	}
	*to = append((*to)[:0], value...)
	if (to == &x.own.key && !p.attached || to == &x.collection) && x.rowFollows() {
		*to = (*to)[:0]
		x.ahead.key = append(x.ahead.key[:0], value...)
	}
}

// rowFollows reports whether the next line is a row.
func (x *xsb) rowFollows() bool {
	value, ok := x.in.peek(0)
	if !ok || value.long || value.blank() {
		return false
	}
	kind := x.rows.read(unquote(value.text))
	return kind == solidRow || kind == wrongRow
}

const (
	// commentLines and commentBytes bound the comment that a "Comment: text"
	// line may begin; one that begins with the key alone has no bound.
	commentLines = 100
	commentBytes = 64 << 10
)

// commentEnds reports whether a Comment: line with text has its Comment-End:
// further down, before another comment begins.
func (x *xsb) commentEnds() bool {
	size := 0
	for i := range commentLines {
		ln, ok := x.in.peek(i)
		if size += len(ln.text); !ok || size > commentBytes {
			return false
		}
		switch key, _, _ := levelKey(trimStart(unquote(ln.text))); key {
		case "comment-end":
			return true
		case "comment":
			return false
		}
	}
	return false
}

// levelKey cuts a line such as "Author: somebody" in two. The keys known are
// those of level files; any other word before a colon is text. Keys of one
// meaning are returned as one.
func levelKey(text []byte) (key string, value []byte, ok bool) {
	colon := bytes.IndexByte(text[:min(len(text), maxKey)], ':')
	if colon < 1 || text[0]|0x20 < 'a' || text[0]|0x20 > 'z' {
		return "", nil, false
	}
	name := bytes.ToLower(trimEnd(text[:colon]))
	value = trimStart(text[colon+1:])
	for _, prefix := range []string{"solution", "savegame", "snapshot"} {
		if bytes.HasPrefix(name, []byte(prefix)) {
			return prefix, value, true
		}
	}
	switch key = string(name); key {
	case "comment-end", "comment_end", "end-comment":
		return "comment-end", value, true
	}
	return key, value, slices.Contains(levelKeys[:], key)
}

// maxKey is the most bytes of a key and its colon.
const maxKey = 40

// levelKeys are the keys of level files but for those of solutions.
var levelKeys = [...]string{
	"title", "collection", "author", "authors", "email", "e-mail", "homepage", "url", "website", "copyright", "license",
	"difficulty", "view", "id", "comment", "date", "date created", "date of last change", "description",
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
