package jobs

import (
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/test/redistest"
)

// waits is how often a server was asked to wait for its replicas.
func waits(r *redistest.Server) string {
	for line := range strings.Lines(r.CLI("info", "commandstats")) {
		if rest, ok := strings.CutPrefix(line, "cmdstat_wait:calls="); ok {
			n, _, _ := strings.Cut(rest, ",")
			return n
		}
	}
	return "0"
}

func commitFirst(t *testing.T, s *Store) {
	t.Helper()
	c := claim(t, s, Ref{"b", "0", 1})
	rows, _ := unsolvable(c)
	if first, err := s.Commit(t.Context(), c, Result{Rows: rows}); err != nil || !first {
		t.Fatalf("commit: first %v, %v", first, err)
	}
}

// pair starts a master and a replica that is in step.
func pair(t *testing.T) (master, replica *redistest.Server) {
	t.Helper()
	master = redistest.Start(t)
	_, port, _ := strings.Cut(master.Addr(), ":")
	replica = redistest.Start(t, "--replicaof", "127.0.0.1 "+port)
	// The master counts it as there before it follows what is written.
	for !strings.Contains(master.CLI("info", "replication"), "state=online") || replica.CLI("exists", "probe") != "1" {
		master.CLI("set", "probe", "1")
		time.Sleep(20 * time.Millisecond)
	}
	return master, replica
}

// openPatient opens a store that waits for replicas however slow they are.
func openPatient(t *testing.T, url string) *Store {
	t.Helper()
	s := open(t, url)
	s.replicas.wait = 30 * time.Second
	return s
}

func TestSealAndCommitWaitForAReplica(t *testing.T) {
	t.Parallel()
	master, replica := pair(t)
	s := openPatient(t, master.URL()+"?read_timeout=1m")
	submit(t, s, 3)
	commitFirst(t, s)
	if n := waits(master); n != "4" { // the server knew neither script at first
		t.Errorf("asked to wait %s times, want 4: twice at the seal and at the commit", n)
	}
	for _, key := range []string{s.keys.meta("b"), s.keys.out("b")} {
		if got := replica.CLI("exists", key); got != "1" {
			t.Errorf("the replica has not got %s: %s", key, got)
		}
	}
}

func TestAReplicaThatDoesNotFollowIsWaitedForOnce(t *testing.T) {
	t.Parallel()
	master, replica := pair(t)
	replica.Freeze()
	defer replica.Thaw()
	s := open(t, master.URL()+"?read_timeout=1m") // without a reply in time it would be asked again
	submit(t, s, 3)
	commitFirst(t, s)
	if n := waits(master); n != "2" {
		t.Errorf("asked to wait %s times, want 2: the seal, which the server did not know at first, found that nobody follows", n)
	}
}

func TestWithoutReplicasNothingWaits(t *testing.T) {
	t.Parallel()
	r := redistest.Start(t)
	s := open(t, r.URL())
	submit(t, s, 3)
	commitFirst(t, s)
	if n := waits(r); n != "0" {
		t.Errorf("asked to wait %s times", n)
	}
}

func TestAClusterMakesABatchDurableOnItsMaster(t *testing.T) {
	if testing.Short() {
		t.Skip("forming a cluster takes seconds")
	}
	t.Parallel()
	c := redistest.StartReplicatedCluster(t)
	s := openPatient(t, c.URL()+"&read_timeout=1m")
	submit(t, s, 3)
	commitFirst(t, s)
	n := 0
	for _, master := range c.Masters() {
		if waits(master) == "4" {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d masters were asked to wait at seal and commit, want the one of the batch", n)
	}
}
