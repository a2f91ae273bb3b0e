package format

import (
	"bytes"
	"slices"
)

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
