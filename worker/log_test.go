package worker

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/test/redistest"
)

func TestLinesThatDifferInNumbersSayTheSame(t *testing.T) {
	for _, row := range []struct {
		reason, a, b string
		same         bool
	}{
		{
			"addresses and ports",
			"Dequeue error: read tcp 127.0.0.1:51234->10.0.0.7:6379: i/o timeout",
			"Dequeue error: read tcp 127.0.0.1:51236->10.0.0.8:6379: i/o timeout", true,
		},
		{"IPv6", "dial tcp [::1]:6379: connect: connection refused", "dial tcp [fe80::2]:6380: connect: connection refused", true},
		{"how many tasks", "Failed to extend lease for tasks [b/0/1]: NOAUTH", "Failed to extend lease for tasks [b/7/1 c/12.3/2]: NOAUTH", true},
		{"queues", `from queue "gridmill:v2:bulk": NOAUTH`, `from queue "gridmill:v2:hard": NOAUTH`, true},
		{"other words", "Dequeue error: NOAUTH Authentication required.", "Dequeue error: WRONGPASS invalid username-password pair", false},
		{"a number or none", "could not push", "could not push 3", false},
	} {
		if same := gist(row.a) == gist(row.b); same != row.same {
			t.Errorf("%s: %q, %q", row.reason, gist(row.a), gist(row.b))
		}
	}
}

func TestWhatAsynqRepeatsIsLoggedEveryTenSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		log := newAsynqLog(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelWarn})))
		for i := range 250 { // 25 s
			log.Error(fmt.Sprintf("Dequeue error: read tcp 127.0.0.1:%d: i/o timeout", 50000+i))
			if i == 55 {
				log.Warn("Quitting worker. task id=", "b/0/1")
			}
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(time.Hour)
		log.Error("Dequeue error: read tcp 127.0.0.1:1: i/o timeout")
		var got []string
		for line := range strings.Lines(out.String()) {
			_, line, _ = strings.Cut(line, " level=")
			got = append(got, strings.TrimSpace(line))
		}
		want := []string{
			`ERROR msg="Dequeue error: read tcp 127.0.0.1:50000: i/o timeout" from=asynq`,
			`WARN msg="Quitting worker. task id=b/0/1" from=asynq`,
			`ERROR msg="Dequeue error: read tcp 127.0.0.1:50100: i/o timeout" from=asynq passed_over=99`,
			`ERROR msg="Dequeue error: read tcp 127.0.0.1:50200: i/o timeout" from=asynq passed_over=99`,
			`ERROR msg="Dequeue error: read tcp 127.0.0.1:1: i/o timeout" from=asynq passed_over=49`,
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("logged\n%s", strings.Join(got, "\n"))
		}
	})
}

func TestWhatAsynqSaysIsForgottenWhenItIsTooMuch(t *testing.T) {
	log := newAsynqLog(slog.New(slog.DiscardHandler))
	for i := range 3 * mostSayings {
		log.Error("said ", strings.Repeat("x", i))
	}
	if n := len(log.said); n > mostSayings {
		t.Errorf("%d are remembered", n)
	}
}

// kept is a log that is read while it is written.
type kept struct {
	mu   sync.Mutex
	text strings.Builder
}

func (k *kept) Write(p []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.text.Write(p)
}

func (k *kept) count(part string) int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return strings.Count(k.text.String(), part)
}

// Two servers look for what to forward every second, and may not.
func TestAWorkerThatIsLockedOutDoesNotFillItsLog(t *testing.T) {
	server := redistest.Start(t)
	store, err := jobs.Open(t.Context(), server.URL(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	var log kept
	w := New(Config{
		Store: store, Slots: map[jobs.Lane]int{jobs.Interactive: 1, jobs.Hard: 1},
		Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Stop(t.Context()) })
	server.CLI("config", "set", "requirepass", "new")
	server.CLI("-a", "new", "client", "kill", "type", "normal")
	until(t, "the worker is locked out", func() bool { return log.count("Failed to forward") > 0 })
	time.Sleep(3 * time.Second)
	if n := log.count("Failed to forward"); n != 1 {
		t.Errorf("it says so %d times", n)
	}
}
