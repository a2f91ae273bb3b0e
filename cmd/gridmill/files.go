package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/format"
)

// stdinName stands for standard input, in arguments and in rows; as an output
// it stands for standard output.
const stdinName = "-"

// openInput finds the files that args name and reads them once.
func (a *app) openInput(ctx context.Context, cmd *cobra.Command, args []string) (in *input, err error) {
	if len(args) == 0 {
		if terminal(a.in) {
			return nil, usage(cmd, "name a file of puzzles, or - for standard input")
		}
		args = []string{stdinName}
	}
	if slices.Contains(args, "") {
		return nil, usage(cmd, "an argument is empty; name a file or a folder of puzzles, or - for standard input")
	}
	if a.cfg.From == "" {
		return nil, &format.NameError{What: "input format", Known: append([]string{"auto"}, format.Inputs()...)}
	}
	output, _ := os.Stat(a.cfg.Output) // nil while it does not exist
	in = &input{
		label:    args[0],
		settings: format.Settings{Format: a.cfg.From, Kinds: a.kinds},
		kinds:    map[string]int64{},
	}
	if len(args) > 1 {
		in.label += fmt.Sprintf(" and %d more", len(args)-1)
	}
	once := func(name string, open func() (io.Reader, error)) error {
		kept, err := spool(ctx, open)
		in.files = append(in.files, inputFile{base: name, kept: kept})
		return err
	}
	for _, arg := range args {
		info, statErr := os.Stat(arg)
		if statErr != nil && arg != stdinName {
			if err := a.formGiven(cmd, arg); err != nil {
				return nil, err
			}
		}
		matches, isPattern, patternErr := expandPattern(arg, statErr)
		switch {
		case patternErr != nil:
			err = patternErr
		case isPattern:
			err = in.addMatches(matches, output)
		case arg == stdinName && output != nil && sameStream(a.in, output):
			err = usage(cmd, "standard input is the output file too; write the rows to another file")
		case arg == stdinName:
			err = once(arg, func() (io.Reader, error) { return a.in, nil })
		case statErr != nil:
			err = openError("input", arg, statErr)
		case info.IsDir():
			err = in.addFolder(arg, output)
		case !info.Mode().IsRegular():
			err = once(arg, func() (io.Reader, error) { return os.Open(arg) })
		case output != nil && os.SameFile(info, output):
			err = usage(cmd, "%s is both input and output; write the rows to another file", arg)
		default:
			in.files = append(in.files, inputFile{base: arg})
		}
		if err != nil {
			return nil, err
		}
	}
	err = in.survey(ctx)
	a.warnEmpty(in)
	return in, err
}

// warnEmpty tells the user which files hold nothing, where others do.
func (a *app) warnEmpty(in *input) {
	const shown = 3
	var names []string
	empty, before := int64(0), int64(0)
	for i := range in.files {
		file := &in.files[i]
		if file.end == before {
			if empty++; empty <= shown {
				names = append(names, file.name())
			}
		}
		before = file.end
	}
	more := ""
	if empty > shown {
		more = fmt.Sprintf(" and %d more", empty-shown)
	}
	if in.total > 0 && empty > 0 {
		a.warn("%s without a puzzle: %s%s", count(empty, "file"), strings.Join(names, ", "), more)
	}
}

// warnNone tells the user that there is nothing to do.
func (a *app) warnNone(in *input) {
	label, hint := in.label, ""
	if label == stdinName {
		label, hint = "standard input", "; name a file"
	}
	if a.cfg.From != "auto" {
		a.warn("%s holds no puzzle in the format %s; without --from the format is told from the content", label, a.cfg.From)
		return
	}
	a.warn("%s holds no puzzle%s", label, hint)
}

// sameStream reports whether r reads the file that info is of.
func sameStream(r io.Reader, info fs.FileInfo) bool {
	f, ok := r.(*os.File)
	if !ok {
		return false
	}
	own, err := f.Stat()
	return err == nil && own.Mode().IsRegular() && os.SameFile(own, info)
}

// spool copies what can be read only once, such as standard input or a pipe,
// to a file without a name, which goes with the process. It gives up when ctx
// ends, even while nobody writes to the pipe.
func spool(ctx context.Context, open func() (io.Reader, error)) (*os.File, error) {
	f, err := os.CreateTemp("", "gridmill-input-*")
	if err == nil {
		err = os.Remove(f.Name())
	}
	if err != nil {
		return nil, fmt.Errorf("keep input that can be read only once: %w", err)
	}
	copied := make(chan error, 1)
	go func() {
		r, err := open()
		if err == nil {
			_, err = io.Copy(f, r)
		}
		copied <- err
	}()
	select {
	case err = <-copied:
	case <-ctx.Done():
		err = ctx.Err() // the copying goroutine ends with the program
	}
	if err != nil {
		return nil, fmt.Errorf("keep input that can be read only once: %w", err)
	}
	return f, nil
}

// addFolder adds every file below dir in the order of their names, linked ones
// too. Hidden files and folders are passed over, and so are linked folders
// below dir and the file that the rows go to.
func (in *input) addFolder(dir string, output fs.FileInfo) error {
	root := strings.TrimRight(dir, string(filepath.Separator)) + string(filepath.Separator) // follows a link
	if err := in.addBelow(root, output); err != nil {
		return fmt.Errorf("read folder: %w", err)
	}
	return nil
}

// addBelow adds what addFolder does, where root ends in a separator. Of a
// folder of millions it holds the names alone.
func (in *input) addBelow(root string, output fs.FileInfo) error {
	names, err := namesIn(root)
	if err != nil {
		return err
	}
	in.files = slices.Grow(in.files, len(names))
	for _, name := range names {
		if strings.HasPrefix(name, ".") {
			continue
		}
		path := root + name
		info, err := os.Lstat(path)
		if err == nil && info.IsDir() {
			err = in.addBelow(path+string(filepath.Separator), output)
			if err != nil {
				return err
			}
			continue
		}
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			info, err = os.Stat(path)
		}
		switch {
		case errors.Is(err, fs.ErrNotExist): // a link to nothing, or gone meanwhile
		case err != nil:
			return err
		case info.Mode().IsRegular() && (output == nil || !os.SameFile(info, output)): // no device, no link to a folder
			in.files = append(in.files, inputFile{folder: root, base: name, found: true})
		}
	}
	return nil
}

// namesIn returns the names in a folder, sorted.
func namesIn(folder string) ([]string, error) {
	f, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	names, err := f.Readdirnames(-1)
	slices.Sort(names)
	return names, errors.Join(err, f.Close())
}
