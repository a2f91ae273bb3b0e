package jobs

import (
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/gridmill/gridmill/test/redistest"
)

func TestPrefixesAreApart(t *testing.T) {
	url := redistest.Start(t).URL()
	for _, bad := range []string{"{x}:", "a b:", "x\n"} {
		if _, err := Open(t.Context(), url, bad); err == nil {
			t.Errorf("prefix %q was taken", bad)
		}
	}
	one, err := Open(t.Context(), url, "one:")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = one.Close() }()
	two := open(t, url)
	submit(t, one, 3)
	if _, err := two.Batch(t.Context(), "b"); !errors.Is(err, ErrNoBatch) {
		t.Errorf("another prefix sees the batch: %v", err)
	}
	if one.Queues(Hard)[0] == two.Queues(Hard)[0] {
		t.Error("two prefixes share a queue")
	}
}

func TestOpenSaysWhereNothingAnswers(t *testing.T) {
	_, err := Open(t.Context(), "redis://:secret@127.0.0.1:1/0", "")
	var unreachable *UnreachableError
	if !errors.As(err, &unreachable) || unreachable.Addr != "127.0.0.1:1" {
		t.Errorf("Open = %v", err)
	}
}

// The first connection brings no answer, as to a process that stood still until
// it was too late for one; the next ones go to a Redis.
func TestAFirstAnswerThatIsLateIsAskedForOnceMore(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var conns, copies sync.WaitGroup
	defer copies.Wait()
	defer func() { _ = l.Close() }()
	copies.Go(func() {
		defer conns.Wait()
		for n := 0; ; n++ {
			asked, err := l.Accept()
			if err != nil {
				return
			}
			conns.Go(func() {
				defer func() { _ = asked.Close() }()
				if n == 0 {
					_, _ = io.Copy(io.Discard, asked) // until it is given up
					return
				}
				redis, err := net.Dial("tcp", server.Addr())
				if err != nil {
					t.Error(err)
					return
				}
				conns.Go(func() { _, _ = io.Copy(asked, redis) })
				_, _ = io.Copy(redis, asked)
				_ = redis.Close()
			})
		}
	})
	s, err := Open(t.Context(), "redis://"+l.Addr().String()+"?read_timeout=1s", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestParseURL(t *testing.T) {
	for _, row := range []struct{ url, addr string }{
		{"redis://h:1/2", "h:1"},
		{"rediss://u:p@h:1", "h:1"},
		{"redis-sentinel://u:p@h1:1,h2:2/3?master=m", "h1:1,h2:2"},
		{"redis-cluster://u:p@h1:1?addr=h2:2", "h1:1"},
	} {
		c, err := parseURL(row.url, TLSFiles{})
		if err != nil || c.addr != row.addr {
			t.Errorf("parseURL(%s) = %q, %v", row.url, c.addr, err)
			continue
		}
		_ = c.open().Close()
	}
	for _, bad := range []string{"", "h:1", "http://h", "redis-sentinel://h:1", "redis-sentinel://h:1/x?master=m", "redis://h:1/x", "redis://u:p w@h\x7f",
		"redis:localhost:7391", "redis:/localhost", "redis://", "redis://:6379", "rediss:///0", "redis-sentinel://?master=m", "redis-cluster:h:1",
		"redis://h:1/-1", "redis://h:1?db=-1", "redis-sentinel://h:1/-1?master=m"} {
		if _, err := parseURL(bad, TLSFiles{}); err == nil {
			t.Errorf("parseURL(%q): no error", bad)
		}
	}
}

func TestNoErrorRepeatsSecretsOfTheURL(t *testing.T) {
	for _, url := range []string{
		"redis-cluster://u:secretA@h?addr=u:secretB@h2",
		"redis-cluster://u:secretA@h?addr=h2:1&addr=u:sec&retB@h2:1",
		"redis-cluster://h?addr=u%3AsecretB%40h2:1",
		"redis://u:12/secretA@h:1",
		"redis://u:12?secretA@h:1",
		"redis://u:12#secretA@h:1",
	} {
		_, err := parseURL(url, TLSFiles{})
		if err == nil || strings.Contains(err.Error(), "sec") || strings.Contains(err.Error(), "ret") || !strings.Contains(err.Error(), "@") {
			t.Errorf("parseURL(%s): %v", url, err)
		}
	}
}
