package main

import (
	"os/exec"
	"strings"
	"testing"
	"time"

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

// The password of a URL is in no advice, and who pastes that is told so.
func TestAdviceHidesThePassword(t *testing.T) {
	url := redistest.Start(t, "--requirepass", "s3cret").URL()
	code, _, errs := gridmill(t, oneMaze, "submit", "--redis", strings.Replace(url, "redis://", "redis://:s3cret@", 1))
	if code != exitOK || !strings.Contains(errs, "gridmill worker --redis 'redis://:***@127.0.0.1") || strings.Contains(errs, "s3cret") {
		t.Errorf("exit %d: %s", code, errs)
	}
	code, _, errs = gridmill(t, "", "status", "--redis", strings.Replace(url, "redis://", "redis://:***@", 1))
	if code != exitUnreachable || !strings.Contains(errs, "the flag --redis, in which *** stands for a password; write that, or set GRIDMILL_REDIS") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// Who loses Redis is told a command that comes back to it.
func TestAdviceOfALostRedisLeadsBack(t *testing.T) {
	redis := redistest.Start(t)
	_, id, _ := gridmill(t, oneMaze, "submit", "--redis", redis.URL(), "--prefix", "mine:")
	id = strings.TrimSpace(id)
	lost := make(chan struct{})
	go func() {
		defer close(lost)
		time.Sleep(time.Second) // enough to begin to follow
		redis.Kill()
	}()
	code, _, errs := gridmill(t, "", "results", "--follow", "--redis", redis.URL(), "--prefix", "mine:", "--redis.patience", "100ms", id)
	<-lost
	says := "when Redis is back: gridmill results --follow " + id + " --redis " + redis.URL() + " --prefix mine:\n"
	if code != exitUnreachable || !strings.Contains(errs, says) {
		t.Errorf("exit %d, no %q: %s", code, says, errs)
	}
}
