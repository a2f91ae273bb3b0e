package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// openError says why the file that arg names cannot be read, and which one may
// have been meant. what it is to hold is in a word, such as input.
func openError(what, arg string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("open %s: %w", what, err)
	}
	folder := filepath.Dir(arg)
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return &missingError{fmt.Sprintf("open %s: %s: no such file, since there is no folder %s", what, arg, folder), err}
	}
	return &missingError{fmt.Sprintf("open %s: %s: no such file%s", what, arg, nearFile(arg)), err}
}

// nearFile asks whether another file of the folder was meant.
func nearFile(path string) string {
	return didYouMean(filepath.Base(path), folderOf(path), namesNear(path))
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
