package format

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/gridmill/gridmill/solver"
)

// maxDepth is how deep elements may nest; a collection needs four.
const maxDepth = 20

// slc reads collections of Sokoban levels in XML: SokobanLevels holds a Title
// and Level elements, and a Level its rows as L elements. Other elements mean
// nothing, and no entity reaches outside the file.
type slc struct {
	source *slcSource
	xml    *xml.Decoder
	rows   rowReader
	level  level
	bad    *solver.ParseError // the first thing wrong in the rows of level

	depth  int
	ended  bool
	open   bool   // a Level is
	begins int    // line of that Level
	name   string // its Id
	count  int
	title  []byte // of the collection
	text   slcText
}

// slcText is the text of the element read last, and where it begins.
type slcText struct {
	bytes        []byte
	line, column int   // of the file
	offset       int64 // of the decoder
	plain        bool  // every byte stands there as it is
}

// formatSLC is the name of the format, as users write it.
const formatSLC = "slc"

func slcInput() input {
	return input{
		name: formatSLC, kind: kindSokoban, shows: func(in *lines) bool { return detectLevels(in) == formatSLC }, text: true,
		open: func(in *lines, _ Settings) parser { return newSLC(in) },
	}
}

func newSLC(in *lines) *slc {
	source := &slcSource{in: in}
	s := &slc{source: source, xml: xml.NewDecoder(source)}
	s.xml.CharsetReader = source.charset
	s.xml.Entity = xml.HTMLEntity
	return s
}

// next returns the next level; see parser.
func (s *slc) next() (solver.Puzzle, error) {
	for !s.ended {
		line, _ := s.inputPos()
		s.source.left = maxLine
		token, err := s.xml.Token()
		if err == nil && s.depth > maxDepth {
			err = fmt.Errorf("elements nest more than %d deep", maxDepth)
		}
		if err != nil {
			s.ended = true
			if err == io.EOF { //nolint:errorlint // so the decoder says that all is closed
				break
			}
			return s.broken(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			s.depth++
			s.begin(t, line)
		case xml.EndElement:
			s.depth--
			if p, ok := s.end(t.Name.Local); ok {
				return p, nil
			}
		case xml.CharData:
			s.text.bytes = append(s.text.bytes, t...)
			s.text.plain = s.xml.InputOffset()-s.text.offset == int64(len(s.text.bytes))
		}
	}
	return solver.Puzzle{}, io.EOF
}

// inputPos returns the line of the file that the decoder has come to, and the
// column of the line at hand.
func (s *slc) inputPos() (line, column int) {
	line, column = s.xml.InputPos()
	return line + s.source.above, column
}

// begin takes the beginning of an element in a line.
func (s *slc) begin(t xml.StartElement, line int) {
	s.text = slcText{bytes: s.text.bytes[:0], offset: s.xml.InputOffset(), plain: true}
	s.text.line, s.text.column = s.inputPos()
	s.text.column = s.source.column(s.text.column)
	if t.Name.Local != "Level" {
		return
	}
	s.open, s.begins, s.bad, s.name = true, min(line, s.source.in.n), nil, ""
	s.level.begin()
	if i := slices.IndexFunc(t.Attr, func(a xml.Attr) bool { return a.Name.Local == "Id" }); i >= 0 {
		s.name = titled(bytes.TrimSpace([]byte(t.Attr[i].Value)))
	}
}

// end takes the end of an element, and returns the level that it ends.
func (s *slc) end(name string) (solver.Puzzle, bool) {
	switch {
	case name == "L" && s.open:
		s.row()
	case name == "Title" && !s.open:
		s.title = append(s.title[:0], bytes.TrimSpace(s.text.bytes)...)
	case name == "Level" && s.open:
		return s.take(), true
	}
	return solver.Puzzle{}, false
}

// row takes the text of an L element, which is a row.
func (s *slc) row() {
	text := bytes.Trim(s.text.bytes, "\n")
	at := levelRow{line: s.text.line, column: s.text.column}
	kind := s.rows.read(trimEnd(text))
	exact := s.text.plain && len(text) == len(s.text.bytes)
	switch {
	case s.bad != nil:
		return
	case kind == noRow && !s.rows.plain:
		kind = s.rows.stray(text)
	case s.rows.columns != nil && bytes.IndexByte(s.rows.cells, '|') >= 0:
		kind = s.rows.fail(1, 0, "a | in a row; write an L element for each row")
	}
	if kind == wrongRow {
		if exact {
			at.column += s.rows.wrong
		}
		s.bad = fault(at.line, at.column, s.rows.reason, s.rows.args...)
		return
	}
	columns := s.rows.columns
	if !exact && columns == nil {
		columns = make([]int32, len(s.rows.cells))
	}
	for i := range columns {
		if !exact {
			columns[i] = 0
		}
		columns[i] += int32(at.column)
	}
	at.floor = s.rows.has&(solid|goal) == 0
	s.level.add(s.rows.cells, s.rows.has, at, columns)
}

// take returns the level at hand.
func (s *slc) take() solver.Puzzle {
	s.open = false
	s.count++
	p := solver.Puzzle{Name: s.name, Line: s.begins, Kind: kindSokoban, Error: s.bad}
	if p.Name == "" && len(s.title) > 0 {
		p.Name = numbered(titled(s.title), s.count)
	}
	switch {
	case p.Error != nil:
	case s.level.height == 0:
		p.Error = fault(s.begins, 0, "the level has no rows; write an L element for each row")
	default:
		p.Form, p.Error = s.level.end()
	}
	return p
}

// place says where in the file a character of the form stands that next
// returned last; see placer.
func (s *slc) place(column int) (line, at int) { return s.level.place(column) }

// broken stands for the rest of a file that is no XML from here on.
func (s *slc) broken(err error) (solver.Puzzle, error) {
	if s.source.failed {
		return solver.Puzzle{}, err
	}
	line, _ := s.inputPos()
	line = min(line, s.source.in.n)
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		syntax.Line = line // of the file, which may end before the decoder's count of lines does
	}
	if s.open {
		line = s.begins
	}
	return solver.Puzzle{Kind: kindSokoban, Line: line, Error: fault(line, 0, "the collection cannot be read from here on: %v; mend the XML", err)}, nil
}
