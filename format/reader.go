// Package format is where puzzles enter and answers leave: it reads the files
// of the judges and Gridmill's own JSON lines into puzzles, and writes rows as
// JSON lines, CSV, a table for eyes, or what a judge expects. Both ways are
// streams of one item, so that files of any size flow through.
package format

import (
	"bufio"
	"io"

	"github.com/gridmill/gridmill/solver"
)

// Settings says how to read a file.
type Settings struct {
	// Format is one of Inputs; "auto" and "" tell the format from the content.
	Format string
	// Kinds are the kinds that a puzzle may have. A form that its kind refuses
	// becomes an invalid puzzle.
	Kinds solver.Kinds
	// Unchecked leaves forms as they are read, for a look at what is in a file:
	// a puzzle then has no Error that only its kind can tell.
	Unchecked bool
	// MaxExpand is the most bytes that a compressed file may expand to.
	// 0 means 16 GiB; a negative value is an error.
	MaxExpand int64
}

// Reader yields the puzzles of a file one by one. The memory it needs grows
// with the largest puzzle, never with the file.
type Reader struct {
	in      *lines
	format  string
	parser  parser
	kind    solver.Kind // of a format that holds one kind, when it is known
	release func()
}

// parser reads one format. Its puzzles carry name, line, kind, and a form or a
// fault whose file is empty. The error is io.EOF or a failure to read.
type parser interface {
	next() (solver.Puzzle, error)
}

// placer is a parser whose forms stand in the file cell by cell.
type placer interface {
	// place returns the line and the column of the file where the character of
	// the form that next returned last stands, all from 1; column 0 means the
	// whole form.
	place(column int) (line, at int)
}

// BufferSize is what is read at a time, in bytes. A *bufio.Reader of that size
// is read from as it is: who reads many files may use one for all.
const BufferSize = 64 << 10

// NewReader reads the puzzles of r, which may be compressed by gzip or zstd.
// It reads only what it needs to tell the format. file is what r is called in
// puzzles and errors. The error is a *NameError for a format that does not
// exist, an *UnknownError when the content does not show its format, or a
// failure to read. An input that holds nothing gives a Reader without puzzles.
func NewReader(r io.Reader, file string, s Settings) (*Reader, error) {
	if _, known := inputNamed(s.Format); !known && s.Format != "" && s.Format != formatAuto {
		return nil, &NameError{What: "input format", Name: s.Format, Known: append([]string{formatAuto}, Inputs()...)}
	}
	in, release, err := expand(bufio.NewReaderSize(r, BufferSize), file, s.MaxExpand)
	if err != nil {
		return nil, err
	}
	reader := &Reader{in: newLines(in, file), format: s.Format, release: release}
	if s.Format == "" || s.Format == formatAuto {
		if reader.format, err = detect(reader.in); err != nil {
			release()
			return nil, err
		}
	}
	if f, ok := inputNamed(reader.format); ok {
		reader.parser, reader.kind = f.open(reader.in, s), s.Kinds.Lookup(f.kind)
	}
	if s.Unchecked {
		reader.kind = nil
	}
	return reader, nil
}

// Format returns the name of the format that is read, told or detected. It is
// "" when the format was to be detected and the input holds nothing.
func (r *Reader) Format() string { return r.format }

// Next returns the next puzzle, or io.EOF after the last. A broken puzzle is a
// Puzzle whose Error is set, and reading goes on behind it. Seq is left 0. Any
// other error means that r cannot be read further.
func (r *Reader) Next() (solver.Puzzle, error) {
	if r.parser == nil {
		return solver.Puzzle{}, io.EOF
	}
	p, err := r.parser.next()
	if err != nil {
		return solver.Puzzle{}, err
	}
	if p.Error == nil && r.kind != nil {
		if err := r.kind.Check(p.Form); err != nil {
			p.Error = r.refused(&p, err)
		}
	}
	p.File = r.in.file
	if p.Error != nil {
		p.Form, p.Error.File = "", r.in.file
	}
	return p, nil
}

// refused says where in the file the form of p is what its kind refused with
// err, if the format knows.
func (r *Reader) refused(p *solver.Puzzle, err error) *solver.ParseError {
	placer, ok := r.parser.(placer)
	if !ok {
		return fault(p.Line, 0, "%v", err)
	}
	column, reason := formFault(err)
	line, column := placer.place(column)
	return fault(line, column, "%s", reason)
}

// Close releases what decompression holds. It does not close the input.
func (r *Reader) Close() error {
	r.release()
	r.parser, r.release = nil, func() {}
	return nil
}
