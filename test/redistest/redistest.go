// Package redistest runs real Redis servers for tests: one process each, on a
// loopback port of its own, in a folder that goes with the test.
package redistest

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Server is a running redis-server or valkey-server.
type Server struct {
	t    testing.TB
	port string
	dir  string
	args []string // besides the usual ones
	cmd  *exec.Cmd
}

// Start starts a server with an append-only file; it ends with the test. The
// test is skipped where neither redis-server nor valkey-server is installed.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{t: t, port: freePort(t), dir: t.TempDir()}
	s.Restart()
	t.Cleanup(s.Kill)
	return s
}

// URL is where the server listens.
func (s *Server) URL() string { return "redis://127.0.0.1:" + s.port + "/0" }

// PID is the server's process.
func (s *Server) PID() int { return s.cmd.Process.Pid }

// Kill ends the server at once, as a crash would.
func (s *Server) Kill() {
	if s.cmd == nil {
		return
	}
	if err := s.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		s.t.Errorf("kill Redis: %v", err)
	}
	_ = s.cmd.Wait() // killed: its exit status says so and nothing else
	s.cmd = nil
}

// Restart starts the server again on what its append-only file holds.
func (s *Server) Restart() {
	s.t.Helper()
	args := append([]string{
		"--port", s.port, "--bind", "127.0.0.1",
		"--dir", s.dir, "--appendonly", "yes", "--save", "", "--logfile", filepath.Join(s.dir, "log"),
	}, s.args...)
	s.cmd = exec.Command(find(s.t), args...)
	if err := s.cmd.Start(); err != nil {
		s.t.Fatalf("start Redis: %v", err)
	}
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		conn, err := net.Dial("tcp", "127.0.0.1:"+s.port)
		if err == nil {
			_ = conn.Close()
			return
		}
	}
	s.t.Fatal("Redis does not listen after 10 s")
}

func find(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"redis-server", "valkey-server"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("neither redis-server nor valkey-server is installed; make test installs one where it may")
	return ""
}

func freePort(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("find a free port: %v", err)
	}
	defer func() { _ = l.Close() }()
	return fmt.Sprint(l.Addr().(*net.TCPAddr).Port)
}
