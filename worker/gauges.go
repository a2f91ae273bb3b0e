package worker

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gridmill/gridmill/jobs"
)

// gauges reads what is so at the moment of a scrape. What waits in the lanes
// is asked of Redis at most once in backlogAge, and never by the scrape itself.
type gauges struct {
	w *Worker

	running, slots, waiting, oldest *prometheus.Desc // by lane
	reserved, limit, short, redisUp *prometheus.Desc

	wanted chan struct{} // asks watch for a fresh backlog

	mu      sync.Mutex
	backlog map[jobs.Lane]jobs.Backlog
	fresh   chan struct{} // closed when backlog is replaced
	at      time.Time     // of backlog
}

const (
	backlogAge = 5 * time.Second
	// backlogWait is how long a scrape waits for a fresh backlog before it
	// goes on with the last one; backlogLost is when that no longer counts.
	backlogWait = time.Second
	backlogLost = 30 * time.Second
)

func newGauges(w *Worker) *gauges {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("gridmill_"+name, help, labels, nil)
	}
	return &gauges{
		w:        w,
		running:  desc("chunks_running", "Chunks this worker is running.", "lane"),
		slots:    desc("slots", "Chunks this worker can run at once; 0 while it stops.", "lane"),
		waiting:  desc("lane_waiting_chunks", "Chunks queued in the lane, for all workers.", "lane"),
		oldest:   desc("lane_oldest_waiting_seconds", "Age of the chunk that waits longest in the lane.", "lane"),
		reserved: desc("search_memory_reserved_bytes", "Memory this worker has lent to searches."),
		limit:    desc("search_memory_limit_bytes", "Memory this worker may lend to searches; 0: no limit."),
		short:    desc("search_memory_waiting_chunks", "Chunks of this worker that wait for search memory."),
		redisUp:  desc("redis_up", "1 while Redis answers this worker, else 0."),
		wanted:   make(chan struct{}, 1),
		fresh:    make(chan struct{}),
	}
}

// Describe implements prometheus.Collector.
func (g *gauges) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{g.running, g.slots, g.waiting, g.oldest, g.reserved, g.limit, g.short, g.redisUp} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (g *gauges) Collect(to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	stopping := g.w.stopping.Load()
	for lane, slots := range g.w.cfg.Slots {
		if slots == 0 {
			continue
		}
		gauge(g.running, float64(g.w.activity.running(lane)), string(lane))
		if stopping {
			slots = 0
		}
		gauge(g.slots, float64(slots), string(lane))
	}
	memory := g.w.memoryUse()
	gauge(g.reserved, float64(memory.Reserved))
	gauge(g.limit, float64(memory.Limit))
	gauge(g.short, float64(memory.Waiting))
	if g.w.cfg.Announce {
		up := 0.0
		if g.w.pulse.reachable(time.Now()) == nil {
			up = 1
		}
		gauge(g.redisUp, up)
	}
	backlog, known := g.latest()
	if !known {
		return
	}
	for _, lane := range jobs.Lanes() {
		gauge(g.waiting, float64(backlog[lane].Waiting), string(lane))
		gauge(g.oldest, backlog[lane].Oldest.Seconds(), string(lane))
	}
}

// latest returns what waits in the lanes, at most backlogAge old if Redis
// answers in time; it is not known when the last answer is too old.
func (g *gauges) latest() (map[jobs.Lane]jobs.Backlog, bool) {
	g.mu.Lock()
	fresh, age := g.fresh, time.Since(g.at)
	g.mu.Unlock()
	if age > backlogAge {
		select {
		case g.wanted <- struct{}{}:
		default: // it is being asked for already
		}
		select {
		case <-fresh:
		case <-time.After(backlogWait):
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.backlog, time.Since(g.at) < backlogLost
}

// watch asks Redis what waits in the lanes whenever a scrape wants to know,
// until ctx ends.
func (g *gauges) watch(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-g.wanted:
		}
		backlog, err := g.w.cfg.Store.Backlog()
		if err != nil {
			if ctx.Err() == nil {
				g.w.cfg.Log.Debug("lanes not inspected", "error", err)
			}
			continue
		}
		g.mu.Lock()
		g.backlog, g.at = backlog, time.Now()
		close(g.fresh)
		g.fresh = make(chan struct{})
		g.mu.Unlock()
	}
}
