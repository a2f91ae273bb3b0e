package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// openError says why the file that arg names cannot be read, and which one may
// have been meant. what it is to hold is in a word, such as input.
func openError(what, arg string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("open %s: %w", what, err)
	}
	folder := filepath.Dir(arg)
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return &missingError{fmt.Sprintf("%s: no such file, since there is no folder %s", arg, folder), err}
	}
	return &missingError{fmt.Sprintf("%s: no such file%s", arg, nearFile(arg)), err}
}

// formGiven returns a usage error when arg, which names no file, is a puzzle in
// its one-line form: it says which command takes that, and how cmd does.
func (a *app) formGiven(cmd *cobra.Command, arg string) error {
	for _, kind := range a.kinds {
		if kind.Check(arg) != nil {
			continue
		}
		name := kind.Info().Name
		var line bytes.Buffer
		enc := json.NewEncoder(&line)
		enc.SetEscapeHTML(false) // > stands in many forms
		if err := enc.Encode(jsonLine{name, arg}); err != nil {
			return fmt.Errorf("write a puzzle as a line: %w", err)
		}
		words := []string{cmd.Name(), stdinName}
		if cmd.Name() == "check" {
			words = append(words, "ANSWERS")
		}
		known := ""
		if a.cfg.Redis != "" {
			known = "; what the memo knows of it: " + a.command("lookup", arg)
		}
		return usage(cmd, "this looks like a puzzle (%s) in one-line form, and %s takes files; as a line of standard input, or of a file: echo %s | %s; to see its answer: %s%s",
			name, cmd.Name(), quote(strings.TrimSpace(line.String())), a.command(words...), a.command("draw", arg), known)
	}
	return nil
}

// jsonLine is a puzzle as a line of the format jsonl.
type jsonLine struct {
	Kind   string `json:"kind"`
	Puzzle string `json:"puzzle"`
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
