package jobs

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/gridmill/gridmill/test/redistest"
)

// breakSaving has r save what it holds, in vain: a folder is where the file
// goes. From then on it refuses writes.
func breakSaving(t *testing.T, r *redistest.Server) {
	t.Helper()
	r.CLI("config", "set", "save", "3600 1")
	if err := os.Mkdir(dump(r), 0o700); err != nil {
		t.Fatal(err)
	}
	r.CLI("bgsave")
	saved(t, r, "err")
}

// mendSaving lets r save again.
func mendSaving(t *testing.T, r *redistest.Server) {
	t.Helper()
	if err := os.Remove(dump(r)); err != nil {
		t.Fatal(err)
	}
	r.CLI("bgsave")
	saved(t, r, "ok")
}

func dump(r *redistest.Server) string {
	return filepath.Join(strings.TrimPrefix(r.CLI("config", "get", "dir"), "dir\n"), "dump.rdb")
}

// saved waits until the last attempt to save ended as status.
func saved(t *testing.T, r *redistest.Server, status string) {
	t.Helper()
	for range 500 {
		info := r.CLI("info", "persistence")
		if strings.Contains(info, "rdb_bgsave_in_progress:0") && strings.Contains(info, "rdb_last_bgsave_status:"+status) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("saving is not %q", status)
}

// A Redis that is full serves who reads. That is not the end of its outage.
func TestTheEndOfAFullRedisIsToldWhenItStoresAgain(t *testing.T) {
	for _, row := range []struct {
		what, told string
		begin, end func(t *testing.T, r *redistest.Server)
	}{
		{
			"no memory", "no memory left",
			func(_ *testing.T, r *redistest.Server) { r.CLI("config", "set", "maxmemory", "1") },
			func(_ *testing.T, r *redistest.Server) { r.CLI("config", "set", "maxmemory", "0") },
		},
		{"no disk", "MISCONF", breakSaving, mendSaving},
		{
			"too few replicas", "NOREPLICAS",
			func(_ *testing.T, r *redistest.Server) { r.CLI("config", "set", "min-replicas-to-write", "1") },
			func(_ *testing.T, r *redistest.Server) { r.CLI("config", "set", "min-replicas-to-write", "0") },
		},
	} {
		t.Run(row.what, func(t *testing.T) {
			t.Parallel()
			r := redistest.Start(t)
			var told notices
			s := connect(t, Config{URL: r.URL(), Notice: told.add})
			submit(t, s, 3)
			row.begin(t, r)
			claimed := func(most time.Duration) error {
				ctx, cancel := context.WithTimeout(t.Context(), most)
				defer cancel()
				_, err := s.Claim(ctx, Ref{"b", "0", 1})
				return err
			}
			for range 3 {
				if err := claimed(2500 * time.Millisecond); err == nil {
					t.Fatal("the Redis is not full")
				}
				serves(t, s)
			}
			if s := told.String(); strings.Count(s, row.told) != 1 || strings.Contains(s, "answers again") {
				t.Fatalf("told while it is full:\n%s", s)
			}
			row.end(t, r)
			serves(t, s)
			if s := told.String(); strings.Contains(s, "answers again") {
				t.Errorf("told before anything was stored:\n%s", s)
			}
			if err := s.rdb.Set(t.Context(), s.keys.asker("?x"), "", time.Second).Err(); err != nil {
				t.Error(err)
			}
			if s := told.String(); strings.Count(s, "answers again") != 1 {
				t.Errorf("told in the end:\n%s", s)
			}
		})
	}
}

// serves does what a full Redis lets everybody do: it reads, in one command and
// in a pipeline.
func serves(t *testing.T, s *Store) {
	t.Helper()
	if _, err := s.Batch(t.Context(), "b"); err != nil {
		t.Error(err)
	}
	if _, err := s.waiting(t.Context()); err != nil {
		t.Error(err)
	}
}

// Where memory is short the memo goes without, rows are committed and keys are
// removed. None of that is the end of the outage.
func TestWhatGoesOnWithoutMemoryIsNoEnd(t *testing.T) {
	t.Parallel()
	r := redistest.Start(t)
	var told notices
	s := connect(t, Config{URL: r.URL(), Notice: told.add})
	submit(t, s, 3)
	chunk := claim(t, s, Ref{"b", "0", 1})
	r.CLI("config", "set", "maxmemory", "1")
	ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
	defer cancel()
	if _, err := s.Renew(ctx, chunk); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("the Redis is not full: %v", err)
	}
	if _, err := s.NewMemo(MemoConfig{}).Asker().Ask(t.Context(), []*Question{{Key: "k:1:0"}}); !redis.IsOOMError(err) {
		t.Errorf("the memo: %v", err)
	}
	if err := s.Depart(t.Context(), "w"); err != nil {
		t.Error(err)
	}
	rows, _ := unsolvable(chunk)
	if first, err := s.Commit(t.Context(), chunk, Result{Rows: rows}); err != nil || !first {
		t.Errorf("commit: %v, %v", first, err)
	}
	if s := told.String(); strings.Count(s, "\n") != 0 || !strings.Contains(s, "no memory left") {
		t.Errorf("told:\n%s", s)
	}
}

// What waits until it is stored ends the outage, even though others waited on;
// what gives up, or comes to nothing, does not.
func TestWhoWaitedForAFullRedisEndsTheOutage(t *testing.T) {
	oom := reply("OOM command not allowed when used memory > 'maxmemory'.")
	for _, row := range []struct {
		reason string
		ends   error // of the operation that waits
		most   time.Duration
		told   int
	}{
		{"it was stored", nil, Forever, 2},
		{"there was nothing to store", redis.Nil, Forever, 1},
		{"its patience is at an end", nil, 5 * time.Second, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			p, told := patient(row.most)
			began := time.Now()
			script := redis.NewCmd(t.Context(), "evalsha", "x")
			_ = p.ProcessHook(func(context.Context, redis.Cmder) error {
				if time.Since(began) < 10*time.Second {
					return oom
				}
				return row.ends
			})(t.Context(), script)
			_ = p.ProcessHook(func(context.Context, redis.Cmder) error { return nil })(t.Context(), redis.NewCmd(t.Context(), "get", "x"))
			if len(*told) != row.told {
				t.Errorf("%s: told %q", row.reason, *told)
			}
		})
	}
}

// A reply that says "not now", to somebody who no longer waits, is no end.
func TestWhoGivesUpDoesNotEndAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, told := patient(Forever)
		for _, err := range []error{io.EOF, reply("LOADING Redis is loading the dataset in memory")} {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			_ = p.ProcessHook(func(context.Context, redis.Cmder) error { return err })(ctx, redis.NewCmd(ctx, "get", "x"))
			cancel()
		}
		if len(*told) != 1 {
			t.Errorf("told %q", *told)
		}
	})
}
