package format

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// slcSource feeds an XML decoder line by line, in UTF-8. It ends the decoder's
// patience with an element, a comment or a text beyond any level.
type slcSource struct {
	in     *lines
	text   []byte // the line at hand and its end
	at     int    // what of it has been read
	latin  bool   // the line stands in the file in Latin-1
	left   int    // bytes that may be read before the next token is complete
	failed bool   // the file cannot be read
	begun  bool
	above  int // lines of the file before the first that was read
}

var errLongToken = errors.New("an element, comment or text is longer than 4 MiB")

// ReadByte returns the next byte.
func (s *slcSource) ReadByte() (byte, error) {
	if s.at == len(s.text) {
		if err := s.nextLine(); err != nil {
			return 0, err
		}
	}
	if s.left--; s.left < 0 {
		return 0, errLongToken
	}
	b := s.text[s.at]
	s.at++
	return b, nil
}

// Read is there for the decoder to hold on to; it takes bytes one by one.
func (s *slcSource) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	b, err := s.ReadByte()
	if err != nil {
		return 0, err
	}
	p[0] = b
	return 1, nil
}

func (s *slcSource) nextLine() error {
	ln, ok := s.in.next()
	if !ok {
		s.failed = !s.in.ended
		return s.in.err
	}
	if ln.long {
		return errors.New(tooLong)
	}
	if !s.begun {
		s.begun, s.above = true, ln.n-1
	}
	s.text, s.at, s.latin = s.text[:0], 0, !utf8.Valid(ln.text)
	if s.latin {
		s.text = append(s.text, readable(ln.text)...)
	} else {
		s.text = append(s.text, ln.text...)
	}
	s.text = append(s.text, '\n')
	return nil
}

// column returns the column of the file that is a column of the line at hand.
func (s *slcSource) column(c int) int {
	if s.latin {
		return 1 + utf8.RuneCount(s.text[:min(c-1, len(s.text))])
	}
	return c
}

// charset lets the decoder take a file in a set that this source turns into
// UTF-8 already.
func (s *slcSource) charset(name string, r io.Reader) (io.Reader, error) {
	switch strings.ToLower(name) {
	case "iso-8859-1", "latin1", "windows-1252", "us-ascii", "ascii":
		return r, nil
	}
	return nil, fmt.Errorf("the encoding %q is not known here; save the file in UTF-8", name)
}
