package redistest

import (
	"os/exec"
	"strings"
	"testing"
	"time"
)

// StartCluster starts three servers that share the keys among them and returns
// the redis-cluster:// URL that reaches them. They end with the test.
func StartCluster(t testing.TB) string {
	t.Helper()
	var addrs []string
	for range 3 {
		s := &Server{t: t, port: freePort(t), dir: t.TempDir(), args: []string{"--cluster-enabled", "yes"}}
		s.Restart()
		t.Cleanup(s.Kill)
		addrs = append(addrs, "127.0.0.1:"+s.port)
	}
	cli, err := exec.LookPath("redis-cli")
	if err != nil {
		t.Skip("redis-cli, which forms the cluster, is not installed; make test installs it with the server where it may")
	}
	create := exec.Command(cli, append(append([]string{"--cluster", "create"}, addrs...), "--cluster-yes")...)
	if out, err := create.CombinedOutput(); err != nil {
		t.Fatalf("form a cluster: %v\n%s", err, out)
	}
	port := addrs[0][strings.LastIndex(addrs[0], ":")+1:]
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		out, err := exec.Command(cli, "-p", port, "cluster", "info").Output()
		if err == nil && strings.Contains(string(out), "cluster_state:ok") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("no cluster after 20 s: %v\n%s", err, out)
		}
	}
	return "redis-cluster://" + addrs[0] + "?addr=" + addrs[1] + "&addr=" + addrs[2]
}
