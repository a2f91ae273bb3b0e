package worker

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/gridmill/gridmill/jobs"
)

// activity is what a worker is doing and what it has done, lane by lane.
type activity struct {
	metrics *metrics
	mu      sync.Mutex
	lanes   map[jobs.Lane]*laneActivity
}

type laneActivity struct {
	slots        int
	chunks, rows int64 // committed
	hits, misses int64 // of the rows
	busy         map[*job]struct{}
	rate         rate // of rows
}

func newActivity(slots map[jobs.Lane]int, m *metrics) *activity {
	a := &activity{metrics: m, lanes: map[jobs.Lane]*laneActivity{}}
	for lane, n := range slots {
		if n > 0 {
			a.lanes[lane] = &laneActivity{slots: n, busy: map[*job]struct{}{}}
		}
	}
	return a
}

// job is the execution of one chunk by one slot. A nil job notes nothing.
type job struct {
	activity *activity
	ref      jobs.Ref
	lane     jobs.Lane
	puzzles  int
	began    time.Time
	outcome  string // what becomes of it

	mu    sync.Mutex
	now   *question // searched last; nil: none was, or the chunk waits
	waits string    // what the chunk waits for meanwhile
	since time.Time // of the search or the wait
}

// What a chunk may wait for.
const (
	forMemory = "memory"
	forChild  = "a process apart"
	forOthers = "answers that others are solving"
)

// begin notes that a slot took up a chunk that was queued then; the job lasts
// until end.
func (a *activity) begin(c *jobs.Chunk, lane jobs.Lane, queued time.Time) *job {
	j := &job{activity: a, ref: c.Ref, lane: lane, puzzles: len(c.Puzzles), began: time.Now(), outcome: outcomeError}
	a.metrics.claimed(lane, j.began.Sub(queued))
	a.mu.Lock()
	defer a.mu.Unlock()
	if l := a.lanes[lane]; l != nil {
		l.busy[j] = struct{}{}
	}
	return j
}

// end notes that the slot is free again.
func (j *job) end() {
	j.activity.metrics.ended(j.lane, j.outcome, j.began)
	j.activity.mu.Lock()
	defer j.activity.mu.Unlock()
	if l := j.activity.lanes[j.lane]; l != nil {
		delete(l.busy, j)
	}
}

// searches notes that the search for q began then.
func (j *job) searches(q *question, began time.Time) {
	if j == nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.now, j.waits, j.since = q, "", began
}

// awaits notes that the chunk waits for something from now on, unless it is
// waiting for that already.
func (j *job) awaits(what string) {
	if j == nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.waits != what {
		j.now, j.waits, j.since = nil, what, time.Now()
	}
}

// searched counts states searched, by kind.
func (j *job) searched(states map[string]int64) {
	if j == nil {
		return
	}
	for kind, n := range states {
		j.activity.metrics.states.WithLabelValues(kind).Add(float64(n))
	}
}

// committed notes what a commit stored, unless another's came first.
func (j *job) committed(result *jobs.Result, first bool) {
	if !first {
		j.outcome = outcomeSecond
		return
	}
	j.outcome = outcomeCommitted
	hits, misses := j.activity.metrics.committed(result)
	j.activity.mu.Lock()
	defer j.activity.mu.Unlock()
	if l := j.activity.lanes[j.lane]; l != nil {
		l.chunks++
		l.rows += int64(len(result.Rows))
		l.hits += hits
		l.misses += misses
	}
}

// idle reports whether no chunk is being run.
func (a *activity) idle() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, l := range a.lanes {
		if len(l.busy) > 0 {
			return false
		}
	}
	return true
}

// running returns how many chunks of a lane are being run.
func (a *activity) running(lane jobs.Lane) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	if l := a.lanes[lane]; l != nil {
		return len(l.busy)
	}
	return 0
}

// report describes every lane served at a moment. It is to be called once a
// heartbeat, since the rates are taken over the last calls.
func (a *activity) report(now time.Time) []jobs.LaneWork {
	a.mu.Lock()
	defer a.mu.Unlock()
	var lanes []jobs.LaneWork
	for _, lane := range jobs.Lanes() {
		l := a.lanes[lane]
		if l == nil {
			continue
		}
		work := jobs.LaneWork{
			Lane: lane, Slots: l.slots, Chunks: l.chunks, Rows: l.rows,
			Rate: l.rate.at(now, l.rows), Hits: l.hits, Misses: l.misses,
		}
		for j := range l.busy {
			work.Busy = append(work.Busy, j.work(now))
		}
		slices.SortFunc(work.Busy, func(a, b jobs.Work) int { return cmp.Compare(b.For, a.For) })
		lanes = append(lanes, work)
	}
	return lanes
}

func (j *job) work(now time.Time) jobs.Work {
	j.mu.Lock()
	defer j.mu.Unlock()
	w := jobs.Work{
		Batch: j.ref.Batch, Chunk: j.ref.Chunk, Try: j.ref.Try, Puzzles: j.puzzles,
		For: now.Sub(j.began).Milliseconds(), Seq: -1, Waits: j.waits,
	}
	if !j.since.IsZero() {
		w.Since = now.Sub(j.since).Milliseconds()
	}
	if j.now != nil {
		w.Seq, w.Key = j.now.guises[0].puzzle.Seq, string(j.now.Key)
	}
	return w
}

// rateSpan is what a rate is taken over.
const rateSpan = 10 * time.Second

// rate is how fast a count grows.
type rate struct{ samples []sample }

type sample struct {
	at    time.Time
	count int64
}

// at takes a sample and returns the growth a second over the last rateSpan.
func (r *rate) at(now time.Time, count int64) float64 {
	r.samples = append(r.samples, sample{now, count})
	for len(r.samples) > 2 && now.Sub(r.samples[1].at) >= rateSpan {
		r.samples = r.samples[1:]
	}
	first := r.samples[0]
	if span := now.Sub(first.at).Seconds(); span > 0 {
		return float64(count-first.count) / span
	}
	return 0
}
