package jobs

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/test/redistest"
)

// lossyWire stands between a client and a Redis. It cuts the connection through
// which a request goes that holds what it looks for, once Redis has answered
// and before the client hears of it.
type lossyWire struct {
	listener net.Listener
	server   string
	next     atomic.Pointer[[]byte] // to be looked for; nil: nothing
	cuts     atomic.Int64
}

// startLossyWire returns such a wire and the URL that leads through it.
func startLossyWire(t *testing.T, server *redistest.Server) (*lossyWire, string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	w := &lossyWire{listener: listener, server: server.Addr()}
	go w.accept()
	u := url.URL{Scheme: "redis", Host: listener.Addr().String(), Path: "/0"}
	return w, u.String()
}

// cut has the next reply to a request that holds what be lost.
func (w *lossyWire) cut(what string) {
	b := []byte(what)
	w.next.Store(&b)
}

func (w *lossyWire) accept() {
	for {
		client, err := w.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", w.server)
		if err != nil {
			_ = client.Close()
			continue
		}
		var lost atomic.Bool
		go func() { w.pass(server, client, &lost, true) }()
		go func() { w.pass(client, server, &lost, false) }()
	}
}

// pass copies from src to dst until the reply that follows is to be lost.
func (w *lossyWire) pass(dst io.WriteCloser, src io.ReadCloser, lost *atomic.Bool, asks bool) {
	defer func() {
		_ = dst.Close()
		_ = src.Close()
	}()
	buf := make([]byte, 1<<20)
	for {
		n, err := src.Read(buf)
		if err != nil {
			return
		}
		if what := w.next.Load(); asks && what != nil && bytes.Contains(buf[:n], *what) && w.next.CompareAndSwap(what, nil) {
			lost.Store(true)
		}
		if !asks && lost.Load() {
			w.cuts.Add(1)
			return
		}
		if _, err := dst.Write(buf[:n]); err != nil {
			return
		}
	}
}

// A commit whose reply is lost is tried again. It is the chunk's first all the
// same, and what it held back is queued by it, not by a sweep half a minute
// later.
func TestACommitWhoseReplyIsLostQueuesItsSplits(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	w, through := startLossyWire(t, server)
	s := open(t, through)
	submit(t, s, 200) // chunks of 4
	if err := commitScript.Load(t.Context(), s.rdb).Err(); err != nil {
		t.Fatal(err)
	}
	chunk := claim(t, s, Ref{"b", "0", 1})
	rows, held := unsolvable(chunk, 1, 3)
	w.cut(commitScript.Hash())
	first, err := s.Commit(t.Context(), chunk, Result{Rows: rows, Held: held})
	if err != nil || !first || w.cuts.Load() != 1 {
		t.Fatalf("first %v, %v, cuts %d", first, err, w.cuts.Load())
	}
	for _, task := range []string{"b/0.1/1", "b/0.3/1"} {
		if _, err := s.inspector.GetTaskInfo(s.Queues(Hard)[0], task); err != nil {
			t.Errorf("%s is not queued: %v", task, err)
		}
	}
	if b, err := s.Batch(t.Context(), "b"); err != nil || b.Rows != 2 || b.Counts[solver.Unsolvable] != 2 {
		t.Errorf("%+v, %v", b, err)
	}
	if again, err := s.Commit(t.Context(), chunk, Result{Rows: rows, Held: held}); err != nil || again {
		t.Errorf("another commit: %v, %v", again, err)
	}
}

// The one that ends a batch also takes it off the list of open ones.
func TestTheLastCommitWhoseReplyIsLostEndsTheBatch(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	w, through := startLossyWire(t, server)
	s := open(t, through)
	submit(t, s, 1)
	if err := commitScript.Load(t.Context(), s.rdb).Err(); err != nil {
		t.Fatal(err)
	}
	chunk := claim(t, s, Ref{"b", "0", 1})
	rows, _ := unsolvable(chunk)
	w.cut(commitScript.Hash())
	if first, err := s.Commit(t.Context(), chunk, Result{Rows: rows}); err != nil || !first || w.cuts.Load() != 1 {
		t.Fatalf("first %v, %v, cuts %d", first, err, w.cuts.Load())
	}
	if open, err := s.OpenBatches(t.Context()); err != nil || len(open) != 0 {
		t.Errorf("open: %v, %v", open, err)
	}
	inOrder(t, seqs(t, s, RowsOptions{}), 1)
}
