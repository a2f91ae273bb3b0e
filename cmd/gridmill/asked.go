package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/solver"
)

// asked yields what args ask for: the puzzles of files, puzzles in one-line
// form, and keys, which are yielded as puzzles that have a name and no form.
func (a *app) asked(ctx context.Context, cmd *cobra.Command, args []string) iter.Seq2[solver.Puzzle, error] {
	return func(yield func(solver.Puzzle, error) bool) {
		if slices.Contains(args, "") {
			yield(solver.Puzzle{}, usage(cmd, "an argument is empty; name a key, a puzzle or a file"))
			return
		}
		if len(args) == 0 {
			args = []string{""} // let openInput say what is missing, or read standard input
		}
		seq := int64(0)
		for _, arg := range args {
			for p, err := range a.askedBy(ctx, cmd, arg) {
				p.Seq = seq
				seq++
				if !yield(p, err) || err != nil {
					return
				}
			}
		}
	}
}

// askedBy yields what one argument asks for.
func (a *app) askedBy(ctx context.Context, cmd *cobra.Command, arg string) iter.Seq2[solver.Puzzle, error] {
	one := func(p solver.Puzzle, err error) iter.Seq2[solver.Puzzle, error] {
		return func(yield func(solver.Puzzle, error) bool) { yield(p, err) }
	}
	if kind, _, _, ok := solver.ParseKey(arg); ok {
		if a.kinds.Lookup(kind) == nil {
			return one(solver.Puzzle{}, usage(cmd, "%s: no kind is called %q%s; gridmill kinds lists them", arg, kind, didYouMean(kind, "", a.kinds.Names())))
		}
		return one(solver.Puzzle{Name: arg, Kind: kind}, nil)
	}
	var files []string
	if arg != "" {
		files = []string{arg}
	}
	if _, err := os.Stat(arg); err != nil && arg != "" && arg != stdinName {
		var reasons []string
		for _, kind := range a.kinds {
			bad := kind.Check(arg)
			if bad == nil {
				return one(solver.Puzzle{Kind: kind.Info().Name, Form: arg}, nil)
			}
			reasons = append(reasons, fmt.Sprintf("as %s, %v", kind.Info().Name, bad))
		}
		_, isPattern, patternErr := expandPattern(arg, err)
		switch {
		case isPattern && patternErr == nil:
			err = nil
		case strings.ContainsAny(arg, "| "):
			err = fmt.Errorf("%q is no puzzle in one-line form: %s", arg, strings.Join(reasons, "; "))
		case errors.Is(err, os.ErrNotExist):
			err = fmt.Errorf("%q is no key (KIND:VERSION: and 32 digits 0-9, a-f), no file and no puzzle in one-line form (gridmill kinds shows one of each kind)%s", arg, nearFile(arg))
		}
		if err != nil {
			return one(solver.Puzzle{}, err)
		}
	}
	err := a.refuseOverwriting(cmd, arg)
	if err != nil {
		return one(solver.Puzzle{}, err)
	}
	keys, err := a.keyFile(arg)
	if err != nil {
		return one(solver.Puzzle{}, err)
	}
	if keys != nil {
		return a.keyLines(ctx, arg, keys)
	}
	in, err := a.openInput(ctx, cmd, files)
	if err != nil {
		return one(solver.Puzzle{}, err)
	}
	return in.puzzles(ctx)
}

// refuseOverwriting returns an error when an argument names the file that the
// output goes to.
func (a *app) refuseOverwriting(cmd *cobra.Command, arg string) error {
	output, err := os.Stat(a.cfg.Output)
	if err != nil {
		return nil //nolint:nilerr // it does not exist yet
	}
	info, err := os.Stat(arg)
	if isStdin := arg == "" || arg == stdinName; isStdin && sameStream(a.in, output) || !isStdin && err == nil && !info.IsDir() && os.SameFile(info, output) {
		return usage(cmd, "%s is both input and output; write the rows to another file", cmp.Or(arg, "standard input"))
	}
	return nil
}

// keyFile opens a file whose first line is a key. For any other it returns nil.
// What it reads of standard input is there to be read again.
func (a *app) keyFile(arg string) (io.Reader, error) {
	if arg != "" && arg != stdinName {
		info, err := os.Stat(arg)
		if err != nil || !info.Mode().IsRegular() {
			return nil, nil //nolint:nilerr // openInput says what is wrong
		}
		f, err := os.Open(arg)
		if err != nil {
			return nil, fmt.Errorf("open input: %w", err)
		}
		if keys := bufio.NewReader(f); beginsWithKey(keys) {
			return keys, nil // the file is closed with the program
		}
		return nil, f.Close()
	}
	if terminal(a.in) {
		return nil, nil
	}
	in := bufio.NewReader(a.in)
	a.in = in
	if beginsWithKey(in) {
		return in, nil
	}
	return nil, nil
}

// mostKey is more than any key has, in bytes.
const mostKey = 128

func beginsWithKey(r *bufio.Reader) bool {
	start, _ := r.Peek(mostKey) // what is shorter is looked at as it is
	line, _, _ := bytes.Cut(start, []byte("\n"))
	_, _, _, ok := solver.ParseKey(string(bytes.TrimSpace(line)))
	return ok
}

// keyLines yields the keys of a file, one a line.
func (a *app) keyLines(ctx context.Context, name string, r io.Reader) iter.Seq2[solver.Puzzle, error] {
	return func(yield func(solver.Puzzle, error) bool) {
		lines := bufio.NewScanner(&patient{ctx, r})
		for n := 1; lines.Scan(); n++ {
			text := strings.TrimSpace(lines.Text())
			p := solver.Puzzle{Name: text, File: name, Line: n}
			if text == "" {
				continue
			}
			kind, _, _, ok := solver.ParseKey(text)
			if p.Kind = kind; !ok || a.kinds.Lookup(kind) == nil {
				p.Error = &solver.ParseError{File: name, Line: n, Column: 1, Reason: "this is no key: write KIND:VERSION: and 32 digits 0-9, a-f, of a kind that gridmill kinds lists"}
			}
			if !yield(p, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(solver.Puzzle{}, fmt.Errorf("read %s: %w", name, err))
		}
	}
}
