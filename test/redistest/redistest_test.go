package redistest

import (
	"net"
	"strings"
	"testing"
	"time"
)

func TestAServerWaitsForItsPort(t *testing.T) {
	t.Parallel()
	s := prepare(t)
	l, err := net.Listen("tcp", s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(300*time.Millisecond, func() { _ = l.Close() })
	s.Restart()
	if pong := s.CLI("ping"); strings.TrimSpace(pong) != "PONG" {
		t.Error(pong)
	}
}
