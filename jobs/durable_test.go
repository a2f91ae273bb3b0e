package jobs

import (
	"strings"
	"testing"

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

func TestSealAndCommitWaitForAReplica(t *testing.T) {
	t.Parallel()
	master := redistest.Start(t)
	replica := redistest.Start(t, "--replicaof", "127.0.0.1 "+strings.TrimPrefix(master.Addr(), "127.0.0.1:"))
	for !strings.Contains(master.CLI("info", "replication"), "state=online") {
	}
	s := open(t, master.URL())
	submit(t, s, 3)
	commitFirst(t, s)
	if n := waits(master); n != "2" {
		t.Errorf("asked to wait %s times, want 2: at the seal and at the commit", n)
	}
	for _, key := range []string{s.keys.meta("b"), s.keys.out("b")} {
		if got := replica.CLI("exists", key); got != "1" {
			t.Errorf("the replica has not got %s: %s", key, got)
		}
	}
	// A replica that is gone is not waited for again and again.
	replica.Kill()
	s2 := open(t, master.URL())
	s2.replicas.set("any", false)
	p := &Producer{Store: s2}
	if _, err := p.Begin(t.Context(), Spec{ID: "c", Keep: 1e9, Total: 100}); err != nil {
		t.Fatal(err)
	}
	if err := p.Fill(t.Context(), Spec{ID: "c", Keep: 1e9, Total: 100}, puzzles(100)); err != nil {
		t.Fatal(err)
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
	s := open(t, c.URL())
	submit(t, s, 3)
	commitFirst(t, s)
	n := 0
	for _, master := range c.Masters() {
		if waits(master) == "2" {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d masters were asked to wait twice, want the one of the batch", n)
	}
}
