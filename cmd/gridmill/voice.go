package main

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/gridmill/gridmill/format"
)

// voice says things to the user on standard error, a line at a time, and above
// a bar where there is one. The zero value is ready.
type voice struct {
	mu    sync.Mutex
	above io.Writer // prints lines above a bar; nil: there is none
}

// warn prints a line for the user, or several that each say whose they are, away
// from the results; what files say in them does not move the cursor. It may be
// called at any time from anywhere.
func (a *app) warn(text string, args ...any) {
	a.voice.mu.Lock()
	defer a.voice.mu.Unlock()
	w := a.err
	if a.voice.above != nil {
		w = a.voice.above
	}
	lines := strings.Split(fmt.Sprintf(text, args...), "\n")
	for i, line := range lines {
		lines[i] = format.Printable(line)
	}
	_, _ = fmt.Fprintln(w, lineHead+strings.Join(lines, "\n"+lineHead)) // nowhere left to report a failure
}

// above makes lines for the user go through w, which prints them above a bar;
// nil ends that.
func (a *app) above(w io.Writer) {
	a.voice.mu.Lock()
	defer a.voice.mu.Unlock()
	a.voice.above = w
}

// resume tells the user how to go on with what has been interrupted, and that
// the output file is untouched where that is so.
func (a *app) resume(format string, args ...any) {
	a.resumed = true
	if a.toFile() && !a.inPlace && replaceable(a.cfg.Output) {
		format += "; %s is as it was"
		args = append(args, a.cfg.Output)
	}
	a.warn(format, args...)
}
