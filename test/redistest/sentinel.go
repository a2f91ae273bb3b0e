package redistest

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// masterName is what the sentinels call the master.
const masterName = "mill"

// Sentinels is a master with two replicas, and three sentinels that replace it
// when it has been gone for a second.
type Sentinels struct {
	Servers   []*Server // the master at first, then its replicas
	sentinels []*Server
}

// StartSentinels starts the six processes; they end with the test.
func StartSentinels(t testing.TB) *Sentinels {
	t.Helper()
	master := Start(t)
	x := &Sentinels{Servers: []*Server{master}}
	for range 2 {
		x.Servers = append(x.Servers, Start(t, "--replicaof", "127.0.0.1 "+master.port))
	}
	for _, s := range x.Servers {
		eventually(t, "every replica is in step", func() bool { return inStep(s) })
	}
	for range 3 {
		x.sentinels = append(x.sentinels, startSentinel(t, master))
	}
	for _, s := range x.sentinels {
		eventually(t, "the sentinels know each other and both replicas", func() bool {
			state := s.CLI("sentinel", "master", masterName)
			return strings.Contains(state, "num-other-sentinels\n2") && strings.Contains(state, "num-slaves\n2")
		})
	}
	return x
}

func startSentinel(t testing.TB, master *Server) *Server {
	t.Helper()
	s := &Server{t: t, port: freePort(t), dir: t.TempDir(), flags: []string{"--sentinel"}}
	s.args = []string{
		"port", s.port, "bind", "127.0.0.1", "dir", s.dir, "logfile", filepath.Join(s.dir, "log"),
		"sentinel monitor", fmt.Sprintf("%s 127.0.0.1 %s 2", masterName, master.port),
		"sentinel down-after-milliseconds", masterName + " 1000",
		"sentinel failover-timeout", masterName + " 5000",
		"sentinel parallel-syncs", masterName + " 2",
	}
	t.Cleanup(s.Kill)
	s.Restart()
	return s
}

// URL is how to reach whichever server is the master.
func (x *Sentinels) URL() string {
	var addrs []string
	for _, s := range x.sentinels {
		addrs = append(addrs, s.Addr())
	}
	return "redis-sentinel://" + strings.Join(addrs, ",") + "/0?master=" + masterName
}

// Master returns the server that the sentinels call the master.
func (x *Sentinels) Master() *Server {
	reply := x.sentinels[0].CLI("sentinel", "get-master-addr-by-name", masterName)
	for _, s := range x.Servers {
		if strings.HasSuffix(reply, s.port) {
			return s
		}
	}
	return nil
}

// Healed reports whether one server is the master and the two others replicas
// that are in step.
func (x *Sentinels) Healed() bool {
	masters := 0
	for _, s := range x.Servers {
		if !s.Running() || !inStep(s) {
			return false
		}
		if strings.Contains(s.CLI("info", "replication"), "role:master") {
			masters++
		}
	}
	return masters == 1
}
