// Package redistest runs real Redis servers for tests: one process each, on a
// loopback port of its own, in a folder that goes with the test.
package redistest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Server is a running redis-server or valkey-server.
type Server struct {
	t     testing.TB
	port  string
	dir   string
	args  []string // what the configuration file begins with: names, as "--port", and values
	flags []string // of the command line, besides the file
	cmd   *exec.Cmd
}

// Start starts a server with an append-only file; it ends with the test. The
// test is skipped where neither redis-server nor valkey-server is installed.
// args are more of its settings, as in "--maxmemory", "10mb".
func Start(t testing.TB, args ...string) *Server {
	t.Helper()
	s := prepare(t, args...)
	s.Restart()
	return s
}

// prepare chooses a port and a folder for a server that is not started yet.
func prepare(t testing.TB, args ...string) *Server {
	t.Helper()
	s := &Server{t: t, port: freePort(t), dir: t.TempDir()}
	s.args = append([]string{
		"--port", s.port, "--bind", "127.0.0.1",
		"--dir", s.dir, "--appendonly", "yes", "--save", `""`, "--logfile", filepath.Join(s.dir, "log"),
	}, args...)
	t.Cleanup(s.Kill)
	return s
}

// URL is where the server listens.
func (s *Server) URL() string { return "redis://" + s.Addr() + "/0" }

// Addr is where the server listens, as host:port.
func (s *Server) Addr() string { return "127.0.0.1:" + s.port }

// PID is the server's process.
func (s *Server) PID() int { return s.cmd.Process.Pid }

// Running reports whether the server was started and not killed since.
func (s *Server) Running() bool { return s.cmd != nil }

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

// Freeze stops the server in its tracks; its connections stay open.
func (s *Server) Freeze() { s.signal(syscall.SIGSTOP) }

// Thaw lets a frozen server go on.
func (s *Server) Thaw() { s.signal(syscall.SIGCONT) }

func (s *Server) signal(sig syscall.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		s.t.Fatalf("signal Redis: %v", err)
	}
}

// configure writes the configuration file, and returns its path. What sentinels
// have rewritten since, such as whose replica the server is, stays.
func (s *Server) configure() string {
	s.t.Helper()
	path := filepath.Join(s.dir, "redis.conf")
	if _, err := os.Stat(path); err == nil {
		return path
	}
	var conf strings.Builder
	for i := 0; i+1 < len(s.args); i += 2 {
		fmt.Fprintln(&conf, strings.TrimPrefix(s.args[i], "--"), s.args[i+1])
	}
	if err := os.WriteFile(path, []byte(conf.String()), 0o600); err != nil {
		s.t.Fatal(err)
	}
	return path
}

// Restart starts the server again on what its append-only file holds, and
// waits until it says that it is ready.
func (s *Server) Restart() {
	s.t.Helper()
	s.launch()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		switch log := s.said(); {
		case strings.Contains(log, "Ready to accept connections"), strings.Contains(log, "Sentinel ID is"):
			return
		case strings.Contains(log, "Failed listening on port"):
			// Somebody still has the port, such as a process that another test
			// has forked and that is not yet the program it is to become.
			_ = s.cmd.Wait() // it has given up, which its exit status says too
			s.launch()
		}
	}
	s.t.Fatalf("Redis is not ready after 30 s\n%s", s.said())
}

func (s *Server) launch() {
	s.t.Helper()
	s.cmd = exec.Command(find(s.t), append([]string{s.configure()}, s.flags...)...)
	if err := s.cmd.Start(); err != nil {
		s.t.Fatalf("start Redis: %v", err)
	}
}

// said is what the running server has logged. Lines begin with the process.
func (s *Server) said() string {
	log, _ := os.ReadFile(filepath.Join(s.dir, "log")) // as much as there is
	var said strings.Builder
	for line := range strings.Lines(string(log)) {
		if strings.HasPrefix(line, fmt.Sprint(s.PID(), ":")) {
			said.WriteString(line)
		}
	}
	return said.String()
}

// CLI runs redis-cli against the server and returns what it prints.
func (s *Server) CLI(args ...string) string {
	s.t.Helper()
	return cli(s.t, append([]string{"-p", s.port}, args...)...)
}

func cli(t testing.TB, args ...string) string {
	t.Helper()
	path, err := exec.LookPath("redis-cli")
	if err != nil {
		t.Skip("redis-cli is not installed; make test installs it with the server where it may")
	}
	out, err := exec.Command(path, args...).CombinedOutput()
	if err != nil {
		return fmt.Sprintf("%v\n%s", err, out)
	}
	return strings.TrimSpace(string(out))
}

// eventually waits until what is so, and fails the test after 30 s.
func eventually(t testing.TB, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !so(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("after 30 s not yet: %s", what)
		}
	}
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

// FreeAddress returns an address of this machine where nobody listens, for
// servers of other kinds too.
func FreeAddress(t testing.TB) string {
	t.Helper()
	return "127.0.0.1:" + freePort(t)
}

// freePort returns a port that nobody listens on. Connections are not given
// ports of this range: whoever dials a server that is down could otherwise be
// given its very port, and would be connected with itself. Until the test ends
// nobody else is given the port, in another process neither: its UDP port, which
// no server here uses, is held.
func freePort(t testing.TB) string {
	t.Helper()
	var errs error
	for range 100 {
		port := fmt.Sprint(10_000 + rand.N(10_000)) // and 10 000 more for the bus of a cluster
		held, err := net.ListenPacket("udp", "127.0.0.1:"+port)
		if err != nil {
			errs = err
			continue
		}
		l, err := net.Listen("tcp", "127.0.0.1:"+port)
		if err != nil {
			errs = errors.Join(err, held.Close())
			continue
		}
		_ = l.Close()
		t.Cleanup(func() { _ = held.Close() })
		return port
	}
	t.Fatalf("find a free port: %v", errs)
	return ""
}
