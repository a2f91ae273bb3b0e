package fleet

import (
	"net"
	"net/url"
	"runtime"
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
	packets := make(chan packet, 1<<14)
	// Whoever sleeps in the kernel keeps a core's worth of the runtime's leave
	// to run Go until the runtime notices, some milliseconds later.
	before := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(before + 1)
	t.Cleanup(func() {
		_ = l.Close()
		runtime.GOMAXPROCS(before)
	})
	go deliver(packets)
	go func() {
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
			go collect(packets, from, to, oneWay)
			go collect(packets, to, from, oneWay)
		}
	}()
	u.Host = l.Addr().String()
	return u.String()
}

// packet is what was read at once, where it goes, and when it is due there.
// Without bytes it is the end of the connection.
type packet struct {
	bytes []byte
	to    net.Conn
	due   time.Time
}

// collect takes in what comes from a connection until that ends.
func collect(packets chan<- packet, from, to net.Conn, oneWay time.Duration) {
	for {
		buf := make([]byte, 16<<10)
		n, err := from.Read(buf)
		if n > 0 {
			packets <- packet{buf[:n], to, time.Now().Add(oneWay)}
		}
		if err != nil {
			packets <- packet{to: to, due: time.Now().Add(oneWay)}
			return
		}
	}
}

// deliver passes on the packets of all connections. They are held up equally
// long, so that they are due as they came.
func deliver(packets <-chan packet) {
	for p := range packets {
		hold(time.Until(p.due))
		if p.bytes == nil {
			_ = p.to.Close()
		} else if _, err := p.to.Write(p.bytes); err != nil {
			_ = p.to.Close()
		}
	}
}

// hold waits for d. The runtime's own timers are good to a millisecond, which
// is more than networks take; the kernel's are good to some 60 µs.
func hold(d time.Duration) {
	if d > 0 {
		ts := syscall.NsecToTimespec(d.Nanoseconds())
		_ = syscall.Nanosleep(&ts, nil) // woken early, it is a little early
	}
}
