package main

import (
	"slices"
	"strings"
)

// here is the flags that lead a command to the Redis and the batches of this
// one, each behind a blank. What the environment or the default configuration
// file says, the next command finds by itself.
type here string

// here repeats those of the flags given that say where. A password stays out:
// *** stands for it, as in gridmill config.
func (a *app) here() here {
	var flags []string
	if a.file != "" {
		flags = append(flags, "--"+configFlag, quote(a.file))
	}
	for _, o := range a.origins {
		if o.From == "flag" && slices.Contains(placeFlags, o.Name) {
			flags = append(flags, "--"+o.Name, quote(o.Value))
		}
	}
	if flags == nil {
		return ""
	}
	return here(" " + strings.Join(flags, " "))
}

// command writes a command of this program for the user to paste into a shell.
func (h here) command(words ...string) string {
	line := []string{"gridmill"}
	for _, word := range words {
		line = append(line, quote(word))
	}
	return strings.Join(line, " ") + string(h)
}

// command is that of here, for advice of the command that runs.
func (a *app) command(words ...string) string { return a.here().command(words...) }

// quote writes a word so that a shell takes it as it is.
func quote(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.,:/@+"
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
