package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"
	"maps"
	"math"
	"os"
	"slices"
	"sort"

	"github.com/gridmill/gridmill/format"
	"github.com/gridmill/gridmill/solver"
)

// input is what the user named on the command line: files that are read
// twice, once to know what is in them and once to submit it.
type input struct {
	files    []inputFile
	settings format.Settings
	label    string           // for people: the first argument, and how many more
	digest   []byte           // of every byte of every file
	total    int64            // puzzles, broken ones included
	kinds    map[string]int64 // puzzles of each kind
	refused  map[string]error // why the puzzles of a kind cannot be taken
}

// inputFile is one file to read.
// There may be millions.
type inputFile struct {
	folder, base string   // the name, cut where its folder ends
	kept         *os.File // the copy of what can be read only once, instead
	end          int64    // place in the batch behind its last puzzle, once surveyed
	digest       [8]byte  // the beginning of that of its bytes, once surveyed
	found        bool     // found in a folder, not named by the user
}

// name is how rows call the file, and where it is opened.
func (f *inputFile) name() string { return f.folder + f.base }

// open begins to read the file from its beginning.
func (f *inputFile) open() (io.ReadCloser, error) {
	if f.kept != nil {
		return io.NopCloser(io.NewSectionReader(f.kept, 0, math.MaxInt64)), nil
	}
	return os.Open(f.name())
}

// errChanged says that a file was not the same the second time it was read.
var errChanged = errors.New("changed while it was read; run the command again when nobody writes to it")

// survey reads everything once: it counts the puzzles of each kind and takes
// the digest that names the batch.
func (in *input) survey(ctx context.Context) error {
	sum, own := sha256.New(), sha256.New()
	buffer := bufio.NewReaderSize(nil, format.BufferSize)
	for i := range in.files {
		file := &in.files[i]
		own.Reset()
		for p, err := range in.read(ctx, file, buffer, own, true) {
			if err != nil {
				return err
			}
			in.total++
			if p.Kind != "" {
				in.kinds[p.Kind]++
			}
		}
		digest := own.Sum(nil)
		sum.Write(digest)
		file.digest, file.end = [8]byte(digest), in.total
	}
	sum.Write([]byte(in.settings.Format))
	in.digest = sum.Sum(nil)
	return nil
}

// puzzles yields every puzzle of the input in order. It ends with the first
// error, which wraps errChanged when a file is not what was surveyed.
func (in *input) puzzles(ctx context.Context) iter.Seq2[solver.Puzzle, error] {
	return func(yield func(solver.Puzzle, error) bool) {
		own := sha256.New()
		buffer := bufio.NewReaderSize(nil, format.BufferSize)
		for i := range in.files {
			file := &in.files[i]
			own.Reset()
			for p, err := range in.read(ctx, file, buffer, own, false) {
				in.refuse(&p)
				if !yield(p, err) || err != nil {
					return
				}
			}
			if file.digest != [8]byte(own.Sum(nil)) {
				yield(solver.Puzzle{}, fmt.Errorf("%s %w", file.name(), errChanged))
				return
			}
		}
	}
}

// refuse makes a puzzle invalid when those of its kind cannot be taken.
func (in *input) refuse(p *solver.Puzzle) {
	if refused := in.refused[p.Kind]; refused != nil && p.Error == nil {
		p.Error = &solver.ParseError{File: p.File, Line: p.Line, Column: 1, Reason: refused.Error()}
		p.Form = ""
	}
}

// read yields the puzzles of one file, read through buffer, and adds all its
// bytes to sum; at a first look forms are not checked. A file that is damaged, or found in a folder and no file of puzzles, ends with an
// invalid puzzle that says so; the next file is read all the same.
func (in *input) read(ctx context.Context, file *inputFile, buffer *bufio.Reader, sum hash.Hash, first bool) iter.Seq2[solver.Puzzle, error] {
	return func(yield func(solver.Puzzle, error) bool) {
		f, err := file.open()
		if err != nil && file.found {
			yield(file.broken(0, err), nil)
			return
		}
		if err != nil {
			yield(solver.Puzzle{}, fmt.Errorf("open input: %w", err))
			return
		}
		defer func() { _ = f.Close() }()
		r := &patient{ctx, io.TeeReader(f, sum)}
		buffer.Reset(r)
		if !in.parse(ctx, buffer, file, first, yield) {
			return
		}
		// What the format had no use for belongs to the digest too.
		if _, err := io.Copy(io.Discard, r); err != nil {
			yield(solver.Puzzle{}, fmt.Errorf("read %s: %w", file.name(), err))
		}
	}
}

// parse yields the puzzles in r. It reports whether to go on with the rest of
// the file.
func (in *input) parse(ctx context.Context, r io.Reader, file *inputFile, first bool, yield func(solver.Puzzle, error) bool) bool {
	settings := in.settings
	settings.Unchecked = first
	reader, err := format.NewReader(r, file.name(), settings)
	var name *format.NameError
	var unknown *format.UnknownError
	switch {
	case errors.As(err, &name), ctx.Err() != nil, errors.As(err, &unknown) && !file.found:
		yield(solver.Puzzle{}, errors.Join(ctx.Err(), err))
		return false
	case err != nil:
		return yield(file.broken(0, err), nil)
	}
	defer func() { _ = reader.Close() }()
	for line := 0; ; {
		p, err := reader.Next()
		switch {
		case errors.Is(err, io.EOF):
			return true
		case ctx.Err() != nil:
			yield(p, ctx.Err())
			return false
		case err != nil:
			return yield(file.broken(line, err), nil)
		case !yield(p, nil):
			return false
		}
		line = p.Line
	}
}

// broken stands for the rest of a file that cannot be read behind line.
func (f *inputFile) broken(line int, err error) solver.Puzzle {
	reason := fmt.Sprintf("the file cannot be read from here on: %v", err)
	if unknown, ok := errors.AsType[*format.UnknownError](err); ok {
		reason = unknown.Reason() // of a file found in a folder, which has its name beside it
	}
	return solver.Puzzle{File: f.name(), Line: line + 1, Error: &solver.ParseError{File: f.name(), Line: line + 1, Column: 1, Reason: reason}}
}

// patient reads until the user loses patience: once ctx ends, so does r.
type patient struct {
	ctx context.Context
	r   io.Reader
}

func (p *patient) Read(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	return p.r.Read(b)
}

// onlyKind returns the kind of every puzzle of the input; ok is false when
// there are several, or none.
func (in *input) onlyKind() (kind string, ok bool) {
	for name := range in.kinds {
		kind = name
	}
	return kind, len(in.kinds) == 1
}

// kindNames lists the kinds of the input's puzzles.
func (in *input) kindNames() []string { return slices.Sorted(maps.Keys(in.kinds)) }

// fileNames returns a function that names the file that the puzzle at place
// seq was read from; it is quick where one place after another is asked for.
func (in *input) fileNames() func(seq int64) string {
	at, name := -1, ""
	return func(seq int64) string {
		if i := in.fileAt(seq); i != at {
			at, name = i, in.files[i].name()
		}
		return name
	}
}

// indexOf returns the place in its file, from 0, of the puzzle at place seq.
func (in *input) indexOf(seq int64) int64 {
	if i := in.fileAt(seq); i > 0 {
		return seq - in.files[i-1].end
	}
	return seq
}

func (in *input) fileAt(seq int64) int {
	return sort.Search(len(in.files)-1, func(i int) bool { return seq < in.files[i].end })
}
