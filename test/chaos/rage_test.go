//go:build chaos

package chaos

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

// storm is what happens to a batch, and what it did.
type storm struct {
	*fleet.Fleet
	server   *redistest.Server
	batch    string
	file     string // of its puzzles
	span     time.Duration
	rand     *rand.Rand
	progress *progress
	began    time.Time

	alive       []*fleet.Process // those that may be killed
	all         []*fleet.Process // that ever were
	kills, busy int
	lost        int // chunks that killed workers held
}

// event is something that happens to the fleet once, after a share of the
// time that the batch should last.
type event struct {
	after float64
	what  func()
}

// rage lets the storm go on until the batch is done.
func (s *storm) rage() {
	s.alive, s.all = s.Workers, append(s.all, s.Workers...)
	var frozen *fleet.Process
	events := []event{
		{0.20, func() { frozen = s.freezeOne() }},
		{0.35, func() { s.crashRedis() }},
		{0.45, func() { resubmit(s.Fleet, s.file, s.batch); s.T.Log("ran the producer again") }},
		{0.60, func() { s.crashRedis() }},
	}
	thaw := min(time.Minute, s.span/4)
	var frozenAt time.Time
	deadline := s.began.Add(3*s.span + 2*time.Minute)
	next := time.Now().Add(killEvery)
	for !s.progress.done() {
		if time.Now().After(deadline) {
			s.T.Fatalf("not done by %v; %s", time.Since(s.began), s.evidence())
		}
		if len(events) > 0 && time.Since(s.began) > time.Duration(events[0].after*float64(s.span)) {
			events[0].what()
			if frozen != nil && frozenAt.IsZero() {
				frozenAt = time.Now()
			}
			events = events[1:]
		}
		if frozen != nil && time.Since(frozenAt) > thaw {
			frozen.Thaw()
			s.T.Logf("let the frozen worker go on after %v", time.Since(frozenAt).Round(time.Second))
			s.alive, frozen = append(s.alive, frozen), nil
		}
		if time.Now().After(next) {
			s.killOne()
			next = next.Add(killEvery)
		}
		time.Sleep(20 * time.Millisecond)
	}
	if frozen != nil {
		frozen.Thaw()
	}
	if len(events) > 0 {
		s.T.Errorf("the batch was done after %v, before everything could happen to it; ask for more CHAOS_SECONDS", time.Since(s.began))
	}
}

// killOne kills a worker wherever it is, and starts another.
func (s *storm) killOne() {
	s.supervise()
	i := s.rand.IntN(len(s.alive))
	w := s.alive[i]
	w.Freeze() // so that it cannot finish anything between the look and the kill
	held := 0
	for _, chunk := range w.Held() {
		ctx, cancel := context.WithTimeout(s.T.Context(), 100*time.Millisecond)
		waits, err := s.progress.rdb.HExists(ctx, fleet.Key(s.batch, "in"), chunk).Result()
		cancel()
		if err == nil && waits {
			held++
		}
	}
	w.Kill()
	s.kills++
	s.lost += held
	if held > 0 {
		s.busy++
	}
	s.replace(i)
}

// replace starts a worker in the place of one that is gone.
func (s *storm) replace(i int) {
	s.alive[i] = s.StartStandinWorker(stormArgs...)
	s.all = append(s.all, s.alive[i])
}

// supervise replaces the workers that have ended by themselves, as whatever
// runs them does. Only one that found no Redis when it started may.
func (s *storm) supervise() {
	for i, w := range s.alive {
		if !w.Ended() {
			continue
		}
		if log := w.Log(); !strings.Contains(log, "Redis") || strings.Contains(log, "serving lane") {
			s.T.Errorf("a worker ended by itself:\n%s", w.Tail(3000))
		}
		s.T.Logf("a worker found no Redis at its start: %s", strings.TrimSpace(w.Tail(200)))
		s.replace(i)
	}
}

// freezeOne stops a worker that holds something, and leaves it out of the
// killing until it goes on.
func (s *storm) freezeOne() *fleet.Process {
	s.supervise()
	i := s.rand.IntN(len(s.alive))
	w := s.alive[i]
	w.Freeze()
	s.T.Logf("froze a worker that held chunks %v", w.Held())
	s.alive = append(s.alive[:i:i], s.alive[i+1:]...)
	return w
}

// crashRedis kills Redis, and starts it again after some seconds.
func (s *storm) crashRedis() {
	away := time.Second + time.Duration(s.rand.IntN(4000))*time.Millisecond
	s.progress.mark()
	s.server.Kill()
	time.Sleep(away)
	s.server.Restart()
	s.T.Logf("Redis was killed, and away for %v", away)
}

// report prints what the storm did.
func (s *storm) report() {
	queued := 0
	for _, w := range s.all {
		for _, m := range regexp.MustCompile(`msg="queued again[^"]*" .*chunks=(\d+)`).FindAllStringSubmatch(w.Log(), -1) {
			n, _ := strconv.Atoi(m[1]) // digits
			queued += n
		}
	}
	s.T.Logf("the batch took %v; %d kills, %d of them of a busy worker, which held %d chunks; %d chunks queued again by the sweep",
		s.progress.took().Round(time.Second), s.kills, s.busy, s.lost, queued)
	s.T.Logf("longest time without a new row: %s", s.progress.gaps())
}

// evidence is what is known of a batch that does not end.
func (s *storm) evidence() string {
	status, err := s.Command("gridmill", "status").CombinedOutput()
	rdb := s.Client()
	ctx := s.T.Context()
	text := fmt.Sprintf("status %s, %v\nmeta %v\nclaims %v\ntries %v\n", status, err, rdb.HGetAll(ctx, fleet.Key(s.batch, "meta")).Val(),
		rdb.ZRangeWithScores(ctx, fleet.Key(s.batch, "claims"), 0, 20).Val(), rdb.HGetAll(ctx, fleet.Key(s.batch, "tries")).Val())
	for _, w := range s.alive {
		text += fmt.Sprintf("worker %d:\n%s\n", w.PID(), w.Tail(3000))
	}
	return text
}

// reader follows the rows of a batch as people do, and is killed once.
type reader struct {
	s    *storm
	path string
	over chan error
}

// startReader starts to follow the batch in the background.
func (s *storm) startReader() *reader {
	r := &reader{s: s, path: filepath.Join(s.Dir, "rows.jsonl"), over: make(chan error, 1)}
	first := s.Start("results", "--follow", "--progress", "none", "-o", r.path, s.batch)
	go func() {
		time.Sleep(s.span / 2)
		first.Kill()
		err := r.follow()
		for errors.Is(err, errNoRedis) { // which is away at times: whoever wants the rows asks again
			time.Sleep(time.Second)
			err = r.follow()
		}
		r.over <- err
	}()
	return r
}

// errNoRedis says that a program found no Redis when it started.
var errNoRedis = errors.New("there was no Redis at the start")

// follow reads the batch to its end.
func (r *reader) follow() error {
	cmd := r.s.Command("gridmill", "results", "--follow", "--progress", "none", "-o", r.path, r.s.batch)
	out, err := cmd.CombinedOutput()
	switch {
	case err == nil, cmd.ProcessState.ExitCode() == 3:
		return nil
	case bytes.Contains(out, []byte("no Redis answers at ")):
		return errNoRedis
	}
	return fmt.Errorf("%w: %s", err, out)
}

func (r *reader) wait() error {
	select {
	case err := <-r.over:
		return err
	case <-time.After(2 * time.Minute):
		return fmt.Errorf("the rows are all there, but gridmill results has not ended for two minutes")
	}
}

func (r *reader) open() io.ReadCloser {
	f, err := os.Open(r.path)
	if err != nil {
		r.s.T.Fatal(err)
	}
	return f
}
