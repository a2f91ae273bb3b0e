package worker

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// What became of an execution of a chunk, as the label outcome says.
const (
	outcomeCommitted  = "committed"
	outcomeSecond     = "second"      // its commit came after another's and changed nothing
	outcomeHandedBack = "handed_back" // by a worker that stops
	outcomeCalledOff  = "called_off"  // the batch was cancelled, or another worker holds the chunk
	outcomeError      = "error"       // Redis failed; the chunk is run again
)

// metrics counts what a worker does, for Prometheus.
type metrics struct {
	kinds    map[string]bool        // names that are labels; all others are otherKind
	rows     *prometheus.CounterVec // kind, status
	states   *prometheus.CounterVec // kind
	hits     prometheus.Counter
	misses   prometheus.Counter
	dropped  prometheus.Counter
	chunks   *prometheus.CounterVec   // lane, outcome
	duration *prometheus.HistogramVec // lane
	wait     *prometheus.HistogramVec // lane
	lapsed   prometheus.Counter
	careful  prometheus.Counter
	deaths   prometheus.Counter
}

// newMetrics makes the counters of a worker; those of the kinds and lanes it
// knows are there from the start, at 0, so that a first increase is seen.
func newMetrics(kinds solver.Kinds, slots map[jobs.Lane]int) *metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: "gridmill_" + name, Help: help}, labels)
	}
	histogram := func(name, help string, buckets []float64) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "gridmill_" + name, Help: help, Buckets: buckets}, []string{"lane"})
	}
	m := &metrics{
		kinds:    map[string]bool{},
		rows:     counter("rows_total", "Rows committed by this worker.", "kind", "status"),
		states:   counter("states_searched_total", "States searched, counted when a search ends.", "kind"),
		hits:     counter("memo_hits_total", "Rows answered by the memo.").WithLabelValues(),
		misses:   counter("memo_misses_total", "Rows that were searched for.").WithLabelValues(),
		dropped:  counter("memo_dropped_total", "Remembered answers found wrong, and solved afresh.").WithLabelValues(),
		chunks:   counter("chunks_total", "Executions of chunks that ended.", "lane", "outcome"),
		duration: histogram("chunk_duration_seconds", "Time from the claim of a chunk to the end of its execution.", secondBuckets()),
		wait:     histogram("queue_wait_seconds", "Time from the queueing of a chunk to its claim.", secondBuckets()),
		lapsed:   counter("claims_lapsed_total", "Chunks this worker queued again because whoever held them fell silent.").WithLabelValues(),
		careful:  counter("chunks_apart_total", "Chunks answered in a process apart, because executions of them had died.").WithLabelValues(),
		deaths:   counter("apart_deaths_total", "Times a puzzle killed the process that answered it apart.").WithLabelValues(),
	}
	for _, kind := range kinds {
		name := kind.Info().Name
		m.kinds[name] = true
		m.states.WithLabelValues(name)
		for _, status := range solver.Statuses() {
			if status == solver.Unknown {
				continue // is never committed
			}
			m.rows.WithLabelValues(name, string(status))
		}
	}
	for lane, n := range slots {
		if n == 0 {
			continue
		}
		for _, outcome := range []string{outcomeCommitted, outcomeSecond, outcomeHandedBack, outcomeCalledOff, outcomeError} {
			m.chunks.WithLabelValues(string(lane), outcome)
		}
		m.duration.WithLabelValues(string(lane))
		m.wait.WithLabelValues(string(lane))
	}
	return m
}

// otherKind is the label of kinds that are not known here, which are whatever
// the input says.
const otherKind = "other"

func (m *metrics) kind(name string) string {
	if m.kinds[name] {
		return name
	}
	return otherKind
}

// secondBuckets reach from a chunk of remembered answers to the hardest puzzle.
func secondBuckets() []float64 {
	return []float64{.001, .005, .025, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300}
}

// collectors lists what newMetrics made.
func (m *metrics) collectors() []prometheus.Collector {
	return []prometheus.Collector{m.rows, m.states, m.hits, m.misses, m.dropped, m.chunks, m.duration, m.wait, m.lapsed, m.careful, m.deaths}
}

// claimed notes how long a chunk had been queued. The clocks of two machines
// may differ by more than that.
func (m *metrics) claimed(lane jobs.Lane, waited time.Duration) {
	m.wait.WithLabelValues(string(lane)).Observe(max(0, waited.Seconds()))
}

// ended counts an execution of a chunk.
func (m *metrics) ended(lane jobs.Lane, outcome string, began time.Time) {
	m.chunks.WithLabelValues(string(lane), outcome).Inc()
	m.duration.WithLabelValues(string(lane)).Observe(time.Since(began).Seconds())
}

// committed counts the rows that a commit stored, and returns how many of them
// the memo answered and how many were searched for.
func (m *metrics) committed(result *jobs.Result) (hits, misses int64) {
	type label struct {
		kind   string
		status solver.Status
	}
	counts := map[label]int{}
	for i := range result.Rows {
		row := &result.Rows[i]
		counts[label{m.kind(row.Kind), row.Status}]++
		switch row.Source {
		case solver.FromMemo:
			hits++
		case solver.FromSearch:
			misses++
		}
	}
	for l, n := range counts {
		m.rows.WithLabelValues(l.kind, string(l.status)).Add(float64(n))
	}
	m.hits.Add(float64(hits))
	m.misses.Add(float64(misses))
	m.dropped.Add(float64(result.Dropped))
	return hits, misses
}
