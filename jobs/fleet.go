package jobs

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// LaneStatus is what a lane is doing. Workers are those that were heard of in
// the last ten seconds.
type LaneStatus struct {
	Lane    Lane    `json:"lane"`
	Workers int     `json:"workers"`     // worker processes serving it
	Slots   int     `json:"slots"`       // chunks they can run at once
	Running int     `json:"running"`     // chunks being run
	Waiting int     `json:"waiting"`     // chunks queued
	Oldest  int64   `json:"oldest_ms"`   // age of the chunk that waits longest, in milliseconds
	Rate    float64 `json:"rate"`        // rows a second over the last ten seconds
	Hits    int64   `json:"memo_hits"`   // rows the memo answered, of all that its workers have made
	Misses  int64   `json:"memo_misses"` // rows they searched for
}

// Fleet reports what each lane and each worker is doing.
func (s *Store) Fleet(ctx context.Context) ([]LaneStatus, []WorkerStatus, error) {
	workers, err := s.Workers(ctx)
	if err != nil {
		return nil, nil, err
	}
	backlog, err := s.Backlog()
	if err != nil {
		return nil, nil, err
	}
	lanes := make([]LaneStatus, 0, len(Lanes()))
	for _, lane := range Lanes() {
		status := LaneStatus{Lane: lane, Waiting: backlog[lane].Waiting, Oldest: backlog[lane].Oldest.Milliseconds()}
		for i := range workers {
			status.add(&workers[i])
		}
		lanes = append(lanes, status)
	}
	return lanes, workers, nil
}

// add counts what a worker does in the lane. One that is stopping still runs
// chunks, but serves no more.
func (l *LaneStatus) add(w *WorkerStatus) {
	for i := range w.Lanes {
		work := &w.Lanes[i]
		if work.Lane != l.Lane {
			continue
		}
		if w.State == Serving {
			l.Workers++
			l.Slots += work.Slots
		}
		l.Running += len(work.Busy)
		l.Rate += work.Rate
		l.Hits += work.Hits
		l.Misses += work.Misses
	}
}

// Backlog is what waits in a lane.
type Backlog struct {
	Waiting int           // chunks queued
	Oldest  time.Duration // how long the first of them has been waiting
}

// Backlog reports what waits in each lane.
func (s *Store) Backlog() (map[Lane]Backlog, error) {
	queues, err := s.inspector.Queues() // one that never had a task is not there
	if err != nil {
		return nil, fmt.Errorf("list queues: %w", err)
	}
	backlog := map[Lane]Backlog{}
	for _, lane := range Lanes() {
		var b Backlog
		for _, name := range s.Queues(lane) {
			if !slices.Contains(queues, name) {
				continue
			}
			info, err := s.inspector.GetQueueInfo(name)
			if err != nil {
				return nil, fmt.Errorf("inspect lane %s: %w", lane, err)
			}
			b.Waiting += info.Pending + info.Retry + info.Scheduled
			b.Oldest = max(b.Oldest, info.Latency)
		}
		backlog[lane] = b
	}
	return backlog, nil
}
