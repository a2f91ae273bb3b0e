package jobs

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/hibiken/asynq"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/test/redistest"
)

// userACL is what docs/operations.md says a user of Redis needs.
func userACL(t *testing.T) []string {
	t.Helper()
	doc, err := os.ReadFile("../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(doc)) {
		if rest, ok := strings.CutPrefix(line, "ACL SETUSER gridmill "); ok {
			return strings.Fields(strings.ReplaceAll(rest, "PASSWORD", "secret"))
		}
	}
	t.Fatal("docs/operations.md has no line ACL SETUSER gridmill")
	return nil
}

// walk takes the road once: submit, claim, renew, remember, hand back, commit,
// sweep, read, list, look at the fleet, and serve the queue.
func walk(t *testing.T, s *Store) {
	t.Helper()
	ctx := t.Context()
	submit(t, s, 40)
	memo := s.NewMemo(MemoConfig{Size: 1 << 20})
	asker := memo.Asker()
	q := []*Question{{Key: "none:1:00", Measures: []string{"moves"}}}
	known, err := asker.Ask(ctx, q)
	if err != nil || known[0].Knowledge != Mine {
		t.Fatalf("ask: %v, %v", known, err)
	}
	if err := asker.Renew(ctx); err != nil {
		t.Fatal(err)
	}
	if err := asker.Tell(ctx, []Answered{{q[0], solver.Answer{Status: solver.Unsolvable}}}); err != nil {
		t.Fatal(err)
	}
	if err := asker.ReleaseAll(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := memo.Trim(ctx); err != nil {
		t.Fatal(err)
	}
	b, err := s.Batch(ctx, "b")
	if err != nil {
		t.Fatal(err)
	}
	c := claim(t, s, Ref{"b", "0", 1})
	if err := s.HandBack(ctx, c); err != nil {
		t.Fatal(err)
	}
	served := make(chan struct{}, b.Chunks+1)
	queues := map[string]int{}
	for _, name := range s.Queues(b.Lane) {
		queues[name] = 1
	}
	server := asynq.NewServer(s.Conn(), asynq.Config{Concurrency: 1, Queues: queues, LogLevel: asynq.FatalLevel})
	if err := server.Start(asynq.HandlerFunc(func(_ context.Context, task *asynq.Task) error {
		ref, err := ParseRef(task.Payload())
		if err != nil {
			return err
		}
		c, err := s.Claim(ctx, ref)
		if err != nil || c == nil {
			return err
		}
		if _, err := s.Renew(ctx, c); err != nil {
			return err
		}
		rows, _ := unsolvable(c)
		_, err = s.Commit(ctx, c, Result{Rows: rows})
		served <- struct{}{}
		return err
	})); err != nil {
		t.Fatal(err)
	}
	defer server.Shutdown()
	for range b.Chunks {
		select {
		case <-served:
		case <-time.After(20 * time.Second):
			t.Fatal("the queue is not served")
		}
	}
	if _, err := s.Sweep(ctx); err != nil {
		t.Fatal(err)
	}
	inOrder(t, seqs(t, s, RowsOptions{Follow: true}), 40)
	if _, _, err := s.Fleet(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := s.OpenBatches(ctx); err != nil {
		t.Fatal(err)
	}
	if v, err := s.Server(ctx); err != nil || v.Version == "" {
		t.Fatalf("%+v, %v", v, err)
	}
}

func TestAUserWithTheDocumentedPermissionsIsEnough(t *testing.T) {
	t.Parallel()
	r := redistest.Start(t)
	if out := r.CLI(append([]string{"acl", "setuser", "gridmill"}, userACL(t)...)...); out != "OK" {
		t.Fatal(out)
	}
	r.CLI("config", "set", "requirepass", "another")
	walk(t, open(t, "redis://gridmill:secret@"+r.Addr()+"/0"))
	for _, wrong := range []string{"redis://gridmill:wrong@", "redis://", "redis://nobody:secret@"} {
		_, err := Open(t.Context(), wrong+r.Addr(), "")
		if err == nil || !strings.Contains(err.Error(), "refuses") {
			t.Errorf("%s…: %v", wrong, err)
		}
	}
}

func TestTLS(t *testing.T) {
	t.Parallel()
	certs := redistest.MakeCertificates(t)
	r, url := redistest.StartTLS(t, certs)
	files := TLSFiles{CA: certs.CA, Cert: certs.Cert, Key: certs.Key}
	walk(t, connect(t, Config{URL: url, TLS: files}))
	stranger := redistest.MakeCertificates(t)
	for _, row := range []struct {
		reason string
		url    string
		files  TLSFiles
		want   string
	}{
		{"an authority that is not the system's", url, TLSFiles{Cert: certs.Cert, Key: certs.Key}, "x509"},
		{"an authority of somebody else", url, TLSFiles{CA: stranger.CA, Cert: certs.Cert, Key: certs.Key}, "x509"},
		{"no certificate of ours", url, TLSFiles{CA: certs.CA}, "no Redis answers"},
		{"no TLS", "redis://" + r.Addr(), TLSFiles{}, "no Redis answers"},
		{"a server without TLS", strings.Replace(redistest.Start(t).URL(), "redis:", "rediss:", 1), TLSFiles{}, "deadline exceeded, as from a server there that does not speak TLS"},
		{"files without TLS", "redis://" + r.Addr(), files, "use a rediss:// URL"},
		{"a certificate without its key", url, TLSFiles{CA: certs.CA, Cert: certs.Cert}, "go together"},
		{"a file that is none", url, TLSFiles{CA: certs.CA + "x"}, "redis.ca"},
		{"a key for an authority", url, TLSFiles{CA: certs.Key}, "holds no certificate"},
	} {
		if _, err := Connect(t.Context(), Config{URL: row.url, TLS: row.files}); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %q", row.reason, err, row.want)
		}
	}
}

func TestSentinelAndClusterURLsTakeTLS(t *testing.T) {
	certs := redistest.MakeCertificates(t)
	for _, url := range []string{"redis-sentinel://h:1?master=m&tls=true", "redis-cluster://h:1?tls=true&addr=h:2"} {
		if _, err := parseURL(url, TLSFiles{CA: certs.CA}); err != nil {
			t.Errorf("%s: %v", url, err)
		}
		if _, err := parseURL(strings.Replace(url, "tls=true", "tls=perhaps", 1), TLSFiles{}); err == nil {
			t.Errorf("tls=perhaps was taken in %s", url)
		}
		if _, err := parseURL(strings.Replace(url, "tls=true", "tls=false", 1), TLSFiles{CA: certs.CA}); err == nil {
			t.Errorf("files without TLS were taken in %s", url)
		}
	}
}
