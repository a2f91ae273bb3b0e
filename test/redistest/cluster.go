package redistest

import (
	"strings"
	"sync"
	"testing"
	"time"
)

// Cluster is a running Redis Cluster of three masters.
type Cluster struct {
	Servers []*Server // masters at first, then their replicas
}

// StartCluster starts three servers that share the keys among them and returns
// the redis-cluster:// URL that reaches them. They end with the test.
func StartCluster(t testing.TB) string {
	t.Helper()
	return startCluster(t, 0).URL()
}

// StartReplicatedCluster starts three masters with a replica each. A master
// that is gone for about a second is replaced by its replica.
func StartReplicatedCluster(t testing.TB) *Cluster {
	t.Helper()
	c := startCluster(t, 1)
	for _, s := range c.Servers {
		eventually(t, "every replica is in step", func() bool { return inStep(s) })
	}
	return c
}

// inStep reports whether a server is a master that sends what it writes to all
// its replicas, or a replica that has all.
func inStep(s *Server) bool {
	info := s.CLI("info", "replication")
	if strings.Contains(info, "role:master") {
		return !strings.Contains(info, "state=wait_bgsave") && !strings.Contains(info, "state=send_bulk")
	}
	return strings.Contains(info, "master_link_status:up")
}

func startCluster(t testing.TB, replicas int) *Cluster {
	t.Helper()
	c := &Cluster{}
	args := []string{"--cluster", "create"}
	for range 3 * (1 + replicas) {
		s := Start(t, "--cluster-enabled", "yes", "--cluster-node-timeout", "1000")
		c.Servers = append(c.Servers, s)
		args = append(args, s.Addr())
	}
	if replicas > 0 {
		args = append(args, "--cluster-replicas", "1")
	}
	defer c.introduce()()
	out := cli(t, append(args, "--cluster-yes")...)
	for _, s := range c.Servers {
		eventually(t, "the cluster is formed:\n"+out, func() bool {
			return strings.Contains(s.CLI("cluster", "info"), "cluster_state:ok")
		})
	}
	return c
}

// introduce has the first server meet the others once a second until it is
// stopped. They are told once by whoever forms the cluster, who then waits for
// ever; and a server that stood still for its node timeout has forgotten it.
func (c *Cluster) introduce() (stop func()) {
	over := make(chan struct{})
	var meeting sync.WaitGroup
	meeting.Go(func() {
		for {
			select {
			case <-over:
				return
			case <-time.After(time.Second):
			}
			for _, s := range c.Servers[1:] {
				if strings.Contains(c.Servers[0].CLI("cluster", "info"), "cluster_current_epoch:0") {
					continue // whoever forms it has not got that far, and wants them empty
				}
				c.Servers[0].CLI("cluster", "meet", "127.0.0.1", s.port)
			}
		}
	})
	return func() {
		close(over)
		meeting.Wait()
	}
}

// URL is how to reach the cluster: any three of its servers.
func (c *Cluster) URL() string {
	s := c.Servers
	return "redis-cluster://" + s[0].Addr() + "?addr=" + s[1].Addr() + "&addr=" + s[2].Addr()
}

// Masters lists the servers that are up and hold keys.
func (c *Cluster) Masters() []*Server {
	var masters []*Server
	for _, s := range c.Servers {
		if s.Running() && strings.Contains(s.CLI("info", "replication"), "role:master") {
			masters = append(masters, s)
		}
	}
	return masters
}

// Healed reports whether every server is up and in step, and the cluster whole.
func (c *Cluster) Healed() bool {
	for _, s := range c.Servers {
		if !s.Running() || !inStep(s) || !strings.Contains(s.CLI("cluster", "info"), "cluster_state:ok") {
			return false
		}
	}
	return len(c.Masters()) == 3
}
