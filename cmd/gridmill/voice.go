package main

import (
	"fmt"
	"io"
	"sync"
)

// voice says things to the user on standard error, a line at a time, and above
// a bar where there is one. The zero value is ready.
type voice struct {
	mu    sync.Mutex
	above io.Writer // prints lines above a bar; nil: there is none
}

// warn prints one line for the user, away from the results. It may be called
// at any time from anywhere.
func (a *app) warn(format string, args ...any) {
	a.voice.mu.Lock()
	defer a.voice.mu.Unlock()
	w := a.err
	if a.voice.above != nil {
		w = a.voice.above
	}
	_, _ = fmt.Fprintf(w, lineHead+format+"\n", args...) // nowhere left to report a failure
}

// above makes lines for the user go through w, which prints them above a bar;
// nil ends that.
func (a *app) above(w io.Writer) {
	a.voice.mu.Lock()
	defer a.voice.mu.Unlock()
	a.voice.above = w
}

// resume tells the user how to go on with what has been interrupted.
func (a *app) resume(format string, args ...any) {
	a.resumed = true
	if a.toFile() {
		format += "; %s is as it was"
		args = append(args, a.cfg.Output)
	}
	a.warn(format, args...)
}
