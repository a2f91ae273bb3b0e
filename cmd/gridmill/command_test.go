package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/test/redistest"
)

// A shell reads the words of an advised command as they were meant.
func TestAnAdvisedCommandIsReadByAShell(t *testing.T) {
	for _, words := range [][]string{
		{"results", "--follow", "0123"},
		{"worker", "--redis", "redis://[::1]:6379/0?protocol=2&x=y"},
		{"worker", "--prefix", ""},
		{"worker", "--prefix", "it's $HOME `ls` \"*\" ~ \\:"},
	} {
		line := here("").command(words...)
		out, err := exec.Command("sh", "-c", "gridmill() { for w; do echo \"<$w>\"; done; }; "+line).Output()
		if want := "<" + strings.Join(words, ">\n<") + ">\n"; err != nil || string(out) != want {
			t.Errorf("%s: a shell reads %q, %v; want %q", line, out, err, want)
		}
	}
}

// The password of a URL is in no advice.
func TestAdviceHidesThePassword(t *testing.T) {
	redis := strings.Replace(redistest.Start(t).URL(), "redis://", "redis://default:s3cret@", 1)
	code, _, errs := gridmill(t, oneMaze, "submit", "--redis", redis)
	if code != exitOK || !strings.Contains(errs, "gridmill worker --redis 'redis://default:***@127.0.0.1") || strings.Contains(errs, "s3cret") {
		t.Errorf("exit %d: %s", code, errs)
	}
}
