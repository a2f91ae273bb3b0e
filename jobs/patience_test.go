package jobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/gridmill/gridmill/test/redistest"
)

// reply is an error that Redis answered with.
type reply string

func (r reply) Error() string { return string(r) }
func (reply) RedisError()     {}

var errRefused = &net.OpError{Op: "dial", Err: errors.New("connection refused")}

// patient returns a hook and what it tells the user.
func patient(most time.Duration) (*patience, *[]string) {
	var told []string
	return &patience{most: most, outage: newOutage("h:1", func(text string) { told = append(told, text) })}, &told
}

func TestAnOperationOutlastsAnOutage(t *testing.T) {
	for _, row := range []struct {
		reason string
		err    error
		lasts  time.Duration
		told   []string
	}{
		{"a blip is nobody's concern", io.EOF, 500 * time.Millisecond, nil},
		{"a minute without a server", errRefused, time.Minute, []string{"does not answer as it should: dial", "answers again, after 1m"}},
		{"a replica that is not the master yet", reply("READONLY You can't write against a read only replica."), 10 * time.Second, []string{"READONLY", "answers again"}},
		{"a full memory", reply("OOM command not allowed when used memory > 'maxmemory'."), 10 * time.Second, []string{"no memory left", "answers again"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			p, told := patient(5 * time.Minute)
			began, tries := time.Now(), 0
			do := p.ProcessHook(func(context.Context, redis.Cmder) error {
				if tries++; time.Since(began) < row.lasts {
					return row.err
				}
				return nil
			})
			for range 2 { // a second one finds Redis well, and nothing is told twice
				if err := do(t.Context(), redis.NewCmd(t.Context(), "get", "x")); err != nil {
					t.Errorf("%s: %v", row.reason, err)
				}
			}
			if most := 12 + int(2*row.lasts/time.Second); tries > most {
				t.Errorf("%s: %d tries, more than %d", row.reason, tries, most)
			}
			if len(*told) != len(row.told) {
				t.Fatalf("%s: told %q", row.reason, *told)
			}
			for i, part := range row.told {
				if !strings.Contains((*told)[i], part) {
					t.Errorf("%s: told %q, want %q", row.reason, (*told)[i], part)
				}
			}
		})
	}
}

func TestPatienceHasAnEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := patient(time.Minute)
		began := time.Now()
		err := p.ProcessHook(func(context.Context, redis.Cmder) error { return errRefused })(t.Context(), redis.NewCmd(t.Context(), "get"))
		var unreachable *UnreachableError
		if !errors.As(err, &unreachable) || !errors.Is(err, errRefused) || !strings.Contains(err.Error(), "not lost") {
			t.Errorf("%v", err)
		}
		if d := time.Since(began); d < 58*time.Second || d > time.Minute {
			t.Errorf("gave up after %v", d)
		}
	})
}

func TestAnInterruptEndsTheWaitAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := patient(Forever)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		began := time.Now()
		err := p.ProcessHook(func(context.Context, redis.Cmder) error { return errRefused })(ctx, redis.NewCmd(ctx, "get"))
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != 10*time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}

func TestTheFirstCommandsOfABrokenConnectionAreNotTriedAgain(t *testing.T) {
	p, _ := patient(Forever)
	ctx := t.Context()
	err := p.ProcessHook(func(context.Context, redis.Cmder) error { return io.EOF })(ctx, redis.NewCmd(ctx, "hello", 3))
	if !errors.Is(err, io.EOF) {
		t.Errorf("hello: %v", err)
	}
	err = p.ProcessPipelineHook(func(_ context.Context, cmds []redis.Cmder) error {
		cmds[0].SetErr(io.EOF)
		return io.EOF
	})(ctx, []redis.Cmder{redis.NewCmd(ctx, "auth", "x"), redis.NewCmd(ctx, "select", 1)})
	if !errors.Is(err, io.EOF) {
		t.Errorf("auth, select: %v", err)
	}
}

func TestAHurryShortensTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := patient(Forever)
		p.hurry = newHurry()
		time.AfterFunc(10*time.Second, p.hurry.begin)
		began := time.Now()
		err := p.ProcessHook(func(context.Context, redis.Cmder) error { return errRefused })(t.Context(), redis.NewCmd(t.Context(), "get"))
		if !errors.Is(err, errRefused) || time.Since(began) > 11*time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}

func TestOfAPipelineOnlyWhatFailedIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := patient(time.Minute)
		var runs []string
		do := p.ProcessPipelineHook(func(_ context.Context, cmds []redis.Cmder) error {
			run := ""
			for _, cmd := range cmds {
				run += cmd.Name()
				switch {
				case cmd.Name() == "b" && len(runs) < 2:
					cmd.SetErr(reply("TRYAGAIN slot moves"))
				case cmd.Name() == "c":
					cmd.SetErr(redis.Nil)
				default:
					cmd.SetErr(nil)
				}
			}
			runs = append(runs, run)
			return nil
		})
		ctx := t.Context()
		err := do(ctx, []redis.Cmder{redis.NewCmd(ctx, "a"), redis.NewCmd(ctx, "b"), redis.NewCmd(ctx, "c")})
		if got := fmt.Sprint(runs); got != "[abc b b]" || !errors.Is(err, redis.Nil) {
			t.Errorf("runs %s, %v", got, err)
		}
	})
}

func TestWhatPassesIsWaitedFor(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, row := range []struct {
		reason string
		ctx    context.Context
		err    error
		want   bool
	}{
		{"no error", t.Context(), nil, false},
		{"an empty reply", t.Context(), redis.Nil, false},
		{"a closed client", t.Context(), redis.ErrClosed, false},
		{"the caller has left", over, io.EOF, false},
		{"a wrong password", t.Context(), reply("WRONGPASS invalid username-password pair"), false},
		{"a missing permission", t.Context(), reply("NOPERM this user has no permissions"), false},
		{"a script that is not there", t.Context(), redis.ErrNoScript, false},
		{"somebody has given up already", t.Context(), &UnreachableError{Addr: "h", For: time.Minute, Err: io.EOF}, false},
		{"a broken connection", t.Context(), io.EOF, true},
		{"no sentinel answers", t.Context(), errors.New("redis: all sentinels specified in configuration are unreachable"), true},
		{"a timeout of the connection, not of the caller", t.Context(), context.DeadlineExceeded, true},
		{"loading", t.Context(), reply("LOADING Redis is loading the dataset in memory"), true},
		{"read-only within a script of Redis 6", t.Context(), reply("ERR Error running script (call to f_1): @user_script:1: -READONLY You can't write"), true},
		{"no memory", t.Context(), reply("OOM command not allowed"), true},
		{"no memory for the memo", spare(t.Context()), reply("OOM command not allowed"), false},
		{"too many connections", t.Context(), reply("ERR max number of clients reached"), true},
		{"a master is missing", t.Context(), reply("CLUSTERDOWN The cluster is down"), true},
	} {
		if got := passing(row.ctx, row.err); got != row.want {
			t.Errorf("%s: %v", row.reason, got)
		}
	}
}

// Whoever connects waits for a Redis that answers "not now", and is told at
// once of an address where nothing answers or of a password that is wrong.
func TestARedisThatIsNotReadyYetCountsAsThere(t *testing.T) {
	for _, row := range []struct {
		reason string
		err    error
		want   bool
	}{
		{"it loads its data", reply("LOADING Redis is loading the dataset in memory"), true},
		{"it waits to become the master", reply("MASTERDOWN Link with MASTER is down"), true},
		{"nobody listens", io.EOF, false},
		{"a wrong password", reply("WRONGPASS invalid username-password pair"), false},
		{"no error", nil, false},
	} {
		if got := notNow(t.Context(), row.err); got != row.want {
			t.Errorf("%s: %v", row.reason, got)
		}
	}
}

// A Redis that no longer lets us in is out of reach, in the middle as at the
// start.
func TestARefusalInTheMiddleIsUnreachable(t *testing.T) {
	server := redistest.Start(t)
	s := open(t, server.URL())
	submit(t, s, 3)
	server.CLI("config", "set", "requirepass", "new")
	server.CLI("-a", "new", "client", "kill", "type", "normal")
	_, err := s.Batch(t.Context(), "b")
	if unreachable, ok := errors.AsType[*UnreachableError](err); !ok || !strings.Contains(unreachable.Error(), "refuses") {
		t.Errorf("after the password was changed: %v", err)
	}
}

// asynq's servers ask again at once, whatever the error.
func TestARefusalIsHandedToTheLoopsOfAsynqAfterAPause(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	s := open(t, server.URL())
	loop := s.Conn().MakeRedisClient().(redis.UniversalClient)
	t.Cleanup(func() { _ = loop.Close() })
	server.CLI("config", "set", "requirepass", "new")
	refused := func(rdb redis.UniversalClient) time.Duration {
		began := time.Now()
		err := rdb.Get(t.Context(), "x").Err()
		if _, ok := errors.AsType[*UnreachableError](err); !ok {
			t.Errorf("after the password was changed: %v", err)
		}
		return time.Since(began)
	}
	server.CLI("-a", "new", "client", "kill", "type", "normal")
	if d := refused(loop); d < longestPause {
		t.Errorf("a loop is refused after %v", d)
	}
	if d := refused(s.rdb); d > longestPause/2 {
		t.Errorf("a command is refused after %v", d)
	}
	s.Hurry()
	if d := refused(loop); d > longestPause/2 {
		t.Errorf("in a hurry a loop is refused after %v", d)
	}
}
