package fleet

import (
	"net"
	"net/url"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Delay starts a proxy in front of the Redis at rawURL that holds up what goes
// through it by oneWay in each direction, however much that is at a time, and
// returns the URL to reach Redis by it. It ends with the test.
func Delay(t testing.TB, rawURL string, oneWay time.Duration) string {
	t.Helper()
	u, err := url.Parse(rawURL)
	if err != nil {
		t.Fatal(err)
	}
	target := u.Host
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var open sync.WaitGroup
	open.Go(func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("tcp", target)
			if err != nil {
				_ = from.Close()
				continue
			}
			open.Go(func() { delay(to, from, oneWay) })
			open.Go(func() { delay(from, to, oneWay) })
		}
	})
	t.Cleanup(func() { _ = l.Close() })
	u.Host = l.Addr().String()
	return u.String()
}

// packet is what was read at once, and when it is to be passed on.
type packet struct {
	bytes []byte
	due   time.Time
}

// delay passes on what it reads, a while later, until either side closes.
func delay(to, from net.Conn, while time.Duration) {
	packets := make(chan packet, 1024)
	go func() {
		defer close(packets)
		for {
			buf := make([]byte, 16<<10)
			n, err := from.Read(buf)
			if n > 0 {
				packets <- packet{buf[:n], time.Now().Add(while)}
			}
			if err != nil {
				return
			}
		}
	}()
	var err error
	for p := range packets {
		if err != nil {
			continue
		}
		hold(time.Until(p.due))
		if _, err = to.Write(p.bytes); err != nil {
			_ = from.Close()
		}
	}
	_ = to.Close()
}

// hold waits for d. The runtime's own timers are good to a millisecond, which
// is more than networks take; the kernel's are good to some 60 µs.
func hold(d time.Duration) {
	if d > 0 {
		ts := syscall.NsecToTimespec(d.Nanoseconds())
		_ = syscall.Nanosleep(&ts, nil) // woken early, it is a little early
	}
}
