//go:build chaos

package chaos

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/test/fleet"
)

// pollEvery is how often the rows of a batch are looked at.
const pollEvery = 200 * time.Millisecond

// progress watches how the rows of a batch become more.
type progress struct {
	rdb   *redis.Client
	batch string
	end   chan struct{}
	gone  sync.WaitGroup

	mu      sync.Mutex
	state   jobs.State
	rows    int64
	first   time.Time // when the batch was first looked at
	last    time.Time // when there were more rows than before
	pauses  []pause
	crashes []time.Time // when Redis was taken away
}

// pause is a time without a new row.
type pause struct {
	from time.Time
	long time.Duration
}

// newProgress begins to watch.
func newProgress(rdb *redis.Client, batch string) *progress {
	p := &progress{rdb: rdb, batch: batch, end: make(chan struct{}), first: time.Now(), last: time.Now()}
	p.gone.Go(func() {
		tick := time.NewTicker(pollEvery)
		defer tick.Stop()
		for {
			select {
			case <-p.end:
				return
			case <-tick.C:
				p.look()
			}
		}
	})
	return p
}

func (p *progress) look() {
	ctx, cancel := context.WithTimeout(context.Background(), pollEvery)
	defer cancel()
	var meta struct {
		State string `redis:"state"`
		Rows  int64  `redis:"rows"`
	}
	if err := p.rdb.HMGet(ctx, fleet.Key(p.batch, "meta"), "state", "rows").Scan(&meta); err != nil {
		return // Redis is away
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state = jobs.State(meta.State)
	if meta.Rows > p.rows {
		now := time.Now()
		p.pauses = append(p.pauses, pause{p.last, now.Sub(p.last)})
		p.rows, p.last = meta.Rows, now
	}
}

// mark notes that Redis is about to go away.
func (p *progress) mark() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.crashes = append(p.crashes, time.Now())
}

func (p *progress) done() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state == jobs.StateDone
}

// stop ends the watch.
func (p *progress) stop() {
	close(p.end)
	p.gone.Wait()
}

// took is the time from the first look to the last new row.
func (p *progress) took() time.Duration { return p.last.Sub(p.first) }

// gaps describes the five longest pauses; those that a crash of Redis fell
// into are marked.
func (p *progress) gaps() string {
	slices.SortFunc(p.pauses, func(a, b pause) int { return int(b.long - a.long) })
	var text []string
	for _, gap := range p.pauses[:min(5, len(p.pauses))] {
		why := ""
		for _, at := range p.crashes {
			if at.After(gap.from.Add(-pollEvery)) && at.Before(gap.from.Add(gap.long)) {
				why = ", Redis was away"
			}
		}
		text = append(text, fmt.Sprintf("%.1f s (at %.0f s%s)", gap.long.Seconds(), gap.from.Sub(p.first).Seconds(), why))
	}
	return strings.Join(text, ", ")
}
