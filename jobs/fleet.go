package jobs

import (
	"fmt"
	"slices"
)

// LaneStatus is what a lane is doing.
type LaneStatus struct {
	Lane    Lane  `json:"lane"`
	Workers int   `json:"workers"`   // worker processes serving it
	Slots   int   `json:"slots"`     // chunks they can run at once
	Running int   `json:"running"`   // chunks being run
	Waiting int   `json:"waiting"`   // chunks queued
	Oldest  int64 `json:"oldest_ms"` // age of the chunk that waits longest, in milliseconds
}

// Fleet reports what each lane is doing. Workers that stopped without a
// farewell are counted for up to ten seconds.
func (s *Store) Fleet() ([]LaneStatus, error) {
	servers, err := s.inspector.Servers()
	if err != nil {
		return nil, fmt.Errorf("list workers: %w", err)
	}
	queues, err := s.inspector.Queues() // a lane that never had a task has no queue
	if err != nil {
		return nil, fmt.Errorf("list queues: %w", err)
	}
	var lanes []LaneStatus
	for _, lane := range Lanes() {
		status := LaneStatus{Lane: lane}
		names := s.Queues(lane)
		for _, server := range servers {
			if _, serves := server.Queues[names[0]]; serves && server.Status == "active" {
				status.Workers++
				status.Slots += server.Concurrency
			}
		}
		for _, name := range names {
			if !slices.Contains(queues, name) {
				continue
			}
			info, err := s.inspector.GetQueueInfo(name)
			if err != nil {
				return nil, fmt.Errorf("inspect lane %s: %w", lane, err)
			}
			status.Running += info.Active
			status.Waiting += info.Pending + info.Retry + info.Scheduled
			status.Oldest = max(status.Oldest, info.Latency.Milliseconds())
		}
		lanes = append(lanes, status)
	}
	return lanes, nil
}
