package worker

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"
)

const (
	// repeatEvery is the least time between two lines in which asynq says the
	// same.
	repeatEvery = 10 * time.Second
	// mostSayings bounds how many different things asynq is remembered to have
	// said: there are some forty, each with the few errors of Redis.
	mostSayings = 1000
)

// asynqLog passes what asynq says on to slog. The many loops of its servers
// each say every few seconds that they cannot go on, for as long as Redis does
// not let them: of lines that say the same the first is passed on at once, and
// then one every repeatEvery, with how many were passed over. The servers of a
// worker share one.
type asynqLog struct {
	log *slog.Logger

	mu   sync.Mutex
	said map[string]*saying // by gist
}

// saying is something that asynq has said.
type saying struct {
	logged time.Time // when it last was
	passed int       // over since then
}

func newAsynqLog(log *slog.Logger) *asynqLog {
	return &asynqLog{log: log, said: map[string]*saying{}}
}

func (l *asynqLog) Debug(args ...any) { l.pass(slog.LevelDebug, args) }
func (l *asynqLog) Info(args ...any)  { l.pass(slog.LevelInfo, args) }
func (l *asynqLog) Warn(args ...any)  { l.pass(slog.LevelWarn, args) }
func (l *asynqLog) Error(args ...any) { l.pass(slog.LevelError, args) }

// Fatal logs like Error: whether the process ends is not asynq's to decide.
func (l *asynqLog) Fatal(args ...any) { l.pass(slog.LevelError, args) }

func (l *asynqLog) pass(level slog.Level, args []any) {
	text := fmt.Sprint(args...)
	over, ok := l.due(gist(text))
	if !ok {
		return
	}
	with := []any{"from", "asynq"}
	if over > 0 {
		with = append(with, "passed_over", over)
	}
	l.log.Log(context.Background(), level, text, with...)
}

// due reports whether something may be said again, and how often it was passed
// over since it last was.
func (l *asynqLog) due(gist string) (over int, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.said[gist]
	if s == nil {
		if len(l.said) >= mostSayings {
			clear(l.said)
		}
		s = &saying{}
		l.said[gist] = s
	}
	if !s.logged.IsZero() && time.Since(s.logged) < repeatEvery {
		s.passed++
		return 0, false
	}
	over = s.passed
	*s = saying{logged: time.Now()}
	return over, true
}

// gist is what a line has in common with those that say the same of another
// task, queue, address or moment: its words but for those with a digit. How
// many of those stand together makes no difference either.
func gist(text string) string {
	var b strings.Builder
	gap := false
	for word := range strings.FieldsSeq(text) {
		if strings.ContainsAny(word, "0123456789") {
			if !gap {
				b.WriteString("# ")
			}
			gap = true
			continue
		}
		gap = false
		b.WriteString(word)
		b.WriteByte(' ')
	}
	return b.String()
}
