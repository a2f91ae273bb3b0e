package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/format"
	"github.com/gridmill/gridmill/solver"
)

// input is what the user named on the command line: files that are read
// twice, once to know what is in them and once to submit it.
type input struct {
	files    []inputFile
	settings format.Settings
	digest   []byte           // of every byte of every file
	total    int64            // puzzles, broken ones included
	kinds    map[string]int64 // puzzles of each kind
	refused  map[string]error // why the puzzles of a kind cannot be taken
}

// inputFile is one file to read. Standard input was copied to a file before.
type inputFile struct {
	name  string // as it appears in rows
	path  string
	found bool // found in a folder, not named by the user
}

// stdinName stands for standard input, in arguments and in rows.
const stdinName = "-"

// openInput finds the files that args name and reads them once. The caller
// calls remove when it is done with the input.
func (a *app) openInput(cmd *cobra.Command, args []string) (in *input, remove func(), err error) {
	remove = func() {}
	if len(args) == 0 {
		if terminal(a.in) {
			return nil, remove, usage(cmd, "name a file of puzzles, or - for standard input")
		}
		args = []string{stdinName}
	}
	in = &input{
		settings: format.Settings{Format: a.cfg.From, Kinds: a.kinds},
		kinds:    map[string]int64{},
	}
	for _, arg := range args {
		switch info, statErr := os.Stat(arg); {
		case arg == stdinName:
			path, err := spool(a.in)
			if path != "" {
				previous := remove
				remove = func() { previous(); _ = os.Remove(path) } // a leftover in the temporary folder harms nobody
			}
			if err != nil {
				return nil, remove, err
			}
			in.files = append(in.files, inputFile{name: stdinName, path: path})
		case statErr != nil:
			return nil, remove, fmt.Errorf("open input: %w", statErr)
		case info.IsDir():
			if err := in.addFolder(arg); err != nil {
				return nil, remove, err
			}
		default:
			in.files = append(in.files, inputFile{name: arg, path: arg})
		}
	}
	return in, remove, in.survey()
}

// spool copies standard input to a file, since it can be read only once.
func spool(r io.Reader) (path string, err error) {
	f, err := os.CreateTemp("", "gridmill-stdin-*")
	if err != nil {
		return "", fmt.Errorf("keep standard input: %w", err)
	}
	_, err = io.Copy(f, r)
	if err = errors.Join(err, f.Close()); err != nil {
		return f.Name(), fmt.Errorf("keep standard input: %w", err)
	}
	return f.Name(), nil
}

// addFolder adds every file below dir in the order of their names. Hidden
// files and folders are passed over.
func (in *input) addFolder(dir string) error {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != dir && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular():
			in.files = append(in.files, inputFile{name: path, path: path, found: true})
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read folder: %w", err)
	}
	return nil
}

// survey reads everything once: it counts the puzzles of each kind and takes
// the digest that names the batch.
func (in *input) survey() error {
	sum := sha256.New()
	for _, file := range in.files {
		own := sha256.New()
		for p, err := range in.read(file, own) {
			if err != nil {
				return err
			}
			in.total++
			if p.Kind != "" {
				in.kinds[p.Kind]++
			}
		}
		sum.Write(own.Sum(nil))
	}
	sum.Write([]byte(in.settings.Format))
	in.digest = sum.Sum(nil)
	return nil
}

// puzzles yields every puzzle of the input in order. It ends with the first
// error.
func (in *input) puzzles() iter.Seq2[solver.Puzzle, error] {
	return func(yield func(solver.Puzzle, error) bool) {
		for _, file := range in.files {
			for p, err := range in.read(file, nil) {
				if refused := in.refused[p.Kind]; refused != nil && p.Error == nil {
					p.Error = &solver.ParseError{File: p.File, Line: p.Line, Reason: refused.Error()}
					p.Form = ""
				}
				if !yield(p, err) || err != nil {
					return
				}
			}
		}
	}
}

// read yields the puzzles of one file and adds all its bytes to sum, unless
// that is nil.
func (in *input) read(file inputFile, sum hash.Hash) iter.Seq2[solver.Puzzle, error] {
	return func(yield func(solver.Puzzle, error) bool) {
		f, err := os.Open(file.path)
		if err != nil {
			yield(solver.Puzzle{}, fmt.Errorf("open input: %w", err))
			return
		}
		defer func() { _ = f.Close() }()
		var r io.Reader = f
		if sum != nil {
			r = io.TeeReader(f, sum)
		}
		if !in.parse(r, file, yield) {
			return
		}
		if _, err := io.Copy(io.Discard, r); err != nil { // what the format had no use for counts too
			yield(solver.Puzzle{}, fmt.Errorf("read %s: %w", file.name, err))
		}
	}
}

// parse yields the puzzles in r. It reports whether it came to the end.
func (in *input) parse(r io.Reader, file inputFile, yield func(solver.Puzzle, error) bool) bool {
	reader, err := format.NewReader(r, file.name, in.settings)
	var unknown *format.UnknownError
	if errors.As(err, &unknown) && file.found {
		reason := fmt.Sprintf("not a file of puzzles: begins %q", unknown.Saw)
		return yield(solver.Puzzle{File: file.name, Line: 1, Error: &solver.ParseError{File: file.name, Line: 1, Reason: reason}}, nil)
	}
	if err != nil {
		yield(solver.Puzzle{}, err)
		return false
	}
	defer func() { _ = reader.Close() }()
	for {
		p, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return true
		}
		if !yield(p, err) || err != nil {
			return false
		}
	}
}

// onlyKind returns the kind of every puzzle of the input; ok is false when
// there are several, or none.
func (in *input) onlyKind() (kind string, ok bool) {
	for name := range in.kinds {
		kind = name
	}
	return kind, len(in.kinds) == 1
}

// label names the input for people: its first file, and how many more.
func (in *input) label() string {
	label := in.files[0].name
	if more := len(in.files) - 1; more > 0 {
		label += fmt.Sprintf(" and %d more", more)
	}
	return label
}
