package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// openError says why the file that arg names cannot be read, and which one may
// have been meant.
func openError(arg string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("open input: %w", err)
	}
	folder := filepath.Dir(arg)
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return &missingError{fmt.Sprintf("open input: %s: no such file, since there is no folder %s", arg, folder), err}
	}
	return &missingError{fmt.Sprintf("open input: %s: no such file%s", arg, didYouMean(filepath.Base(arg), folderOf(arg), namesNear(arg))), err}
}

// missingError says of a file that is not there what may have been meant.
type missingError struct {
	text string
	err  error
}

func (e *missingError) Error() string { return e.text }
func (e *missingError) Unwrap() error { return e.err }

// folderOf is what stands before the last name of a path.
func folderOf(path string) string {
	folder, _ := filepath.Split(path)
	return folder
}

// namesNear lists what lies in the folder of a file that is not there. Of a
// huge folder it lists a part.
func namesNear(path string) []string {
	const most = 10000
	f, err := os.Open(filepath.Dir(path))
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }()
	names, _ := f.Readdirnames(most) // what cannot be listed is not proposed
	return names
}
