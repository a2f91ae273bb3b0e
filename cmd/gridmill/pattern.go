package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// expandPattern returns the files that arg matches, when it names no file of
// its own and is a pattern in the notation of package filepath. The error says
// that none does. As in a shell a * or ? at the beginning of a name matches no
// hidden file.
func expandPattern(arg string, statErr error) (matches []string, isPattern bool, err error) {
	if !errors.Is(statErr, fs.ErrNotExist) || !strings.ContainsAny(arg, "*?[") {
		return nil, false, nil
	}
	all, err := filepath.Glob(arg)
	if err != nil {
		return nil, true, fmt.Errorf("%s: no file has that name, and it is no pattern: %w", arg, err)
	}
	hidden := strings.HasPrefix(filepath.Base(arg), ".")
	matches = slices.DeleteFunc(all, func(name string) bool { return !hidden && strings.HasPrefix(filepath.Base(name), ".") })
	if len(matches) == 0 {
		return nil, true, fmt.Errorf("%s: no file has that name, and none matches it as a pattern", arg)
	}
	return matches, true, nil
}

// addMatches adds what a pattern matched: files, and folders whole.
func (in *input) addMatches(matches []string, output fs.FileInfo) error {
	for _, name := range matches {
		info, err := os.Stat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist): // a link to nothing
		case err != nil:
			return fmt.Errorf("open input: %w", err)
		case info.IsDir():
			if err := in.addFolder(name, output); err != nil {
				return err
			}
		case info.Mode().IsRegular() && (output == nil || !os.SameFile(info, output)):
			in.files = append(in.files, inputFile{base: name, found: true})
		}
	}
	return nil
}
