package format

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
)

const (
	// maxLine is the most bytes a line may hold, its end included. The rest is
	// skipped, and the line can only be part of an invalid puzzle.
	maxLine = 4 << 20
	// tooLong is what such a line is told.
	tooLong = "the line is longer than 4 MiB; cut it into lines, or check that this is a file of puzzles"
	// longPrefix is how much of a longer line is kept to show it.
	longPrefix = 40
	// maxNothing is the most bytes, of one line or of blank ones, that are read
	// on without anything in them.
	maxNothing = 512 << 20
	// farAhead is the most lines that a look ahead crosses.
	farAhead = 1000
)

// byteOrderMark may stand at the beginning of a file, and so at the beginning
// of any line of files that were put together. Columns do not count it.
var byteOrderMark = []byte("\xef\xbb\xbf")

// line is one line of a file without its end and its trailing blanks.
type line struct {
	n    int    // number in the file, from 1
	text []byte // valid until the next line is read
	long bool   // text is only the beginning of a line beyond the most
	open bool   // the file ends here, without the end of a line
}

func (ln line) blank() bool { return len(ln.text) == 0 }

// lines reads a file line by line, whatever its line ends, in memory that
// does not grow with the file.
type lines struct {
	in     *bufio.Reader
	file   string
	most   int    // bytes a line may hold, its end included
	blanks int    // bytes of the blank lines read last
	n      int    // number of the line read last
	buf    []byte // a line that spans more than the buffer of in
	held   []line // read ahead or put back, with their own text
	err    error  // why there is no next line once held is empty; io.EOF at the end
	ended  bool   // err is the end of the file, not a failure to read it
}

func newLines(in *bufio.Reader, file string) *lines { return &lines{in: in, file: file, most: maxLine} }

// next returns the next line; false means that l.err says why there is none.
func (l *lines) next() (line, bool) {
	var ln line
	ok := l.fill(&ln)
	return ln, ok
}

// fill is next for a parser that keeps the line.
func (l *lines) fill(ln *line) bool {
	if len(l.held) > 0 {
		*ln = l.held[0]
		l.held = l.held[1:]
		return true
	}
	return l.read(ln)
}

// unread puts ln, the line that next returned last, back in front.
func (l *lines) unread(ln line) {
	ln.text = bytes.Clone(ln.text)
	l.held = slices.Insert(l.held, 0, ln)
}

// peek returns the line that the i-th call of next from now will return, from
// 0. The text of a line that next returned before is no longer valid.
func (l *lines) peek(i int) (line, bool) {
	for len(l.held) <= i {
		var ln line
		if !l.read(&ln) {
			return line{}, false
		}
		ln.text = bytes.Clone(ln.text)
		l.held = append(l.held, ln)
	}
	return l.held[i], true
}

// peekText is peek over the lines that are not blank. It gives up after a
// thousand lines.
func (l *lines) peekText(i int) (line, bool) {
	for at := range farAhead {
		ln, ok := l.peek(at)
		if !ok {
			break
		}
		if ln.blank() {
			continue
		}
		if i == 0 {
			return ln, true
		}
		i--
	}
	return line{}, false
}

// nextText is next over the lines that are not blank.
func (l *lines) nextText() (line, bool) {
	for {
		ln, ok := l.next()
		if !ok || !ln.blank() {
			return ln, ok
		}
	}
}

// skipBlank moves on to the next line that is not blank and reports whether
// there is one. It does not use it up.
func (l *lines) skipBlank() bool {
	ln, ok := l.nextText()
	if ok {
		l.unread(ln)
	}
	return ok
}

func (l *lines) read(ln *line) bool {
	if l.err != nil {
		return false
	}
	text, err := l.in.ReadSlice('\n')
	size := len(text)
	if errors.Is(err, bufio.ErrBufferFull) {
		l.buf = append(l.buf[:0], text...)
		for errors.Is(err, bufio.ErrBufferFull) {
			text, err = l.in.ReadSlice('\n')
			if size += len(text); size <= l.most {
				l.buf = append(l.buf, text...)
			}
			if size > maxNothing {
				return l.nothing()
			}
		}
		text = l.buf
	}
	if err != nil {
		l.err, l.ended = err, err == io.EOF
		if !l.ended {
			l.err = fmt.Errorf("read %s: %w", l.file, err)
		}
		if !l.ended || size == 0 {
			return false
		}
	}
	l.n++
	if l.blanks += size; len(trimEnd(text)) > 0 {
		l.blanks = 0
	}
	if l.blanks > maxNothing {
		return l.nothing()
	}
	text = bytes.TrimPrefix(text, byteOrderMark)
	ln.n, ln.text, ln.long, ln.open = l.n, text, size > l.most, l.ended
	if ln.long {
		ln.text = text[:longPrefix]
	} else {
		ln.text = trimEnd(text)
	}
	return true
}

// nothing ends the reading of an input without end that says nothing.
func (l *lines) nothing() bool {
	l.err = fmt.Errorf("read %s: more than %d MiB follow line %d without a line that could be read; the rest is not", l.file, maxNothing>>20, l.n)
	return false
}

// isBlank reports whether b parts fields of a line.
func isBlank(b byte) bool {
	return b == ' ' || b == '\t' || b == '\r' || b == '\n' || b == '\v' || b == '\f'
}

func trimEnd(text []byte) []byte {
	for len(text) > 0 && isBlank(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	return text
}

func trimStart(text []byte) []byte {
	for len(text) > 0 && isBlank(text[0]) {
		text = text[1:]
	}
	return text
}
