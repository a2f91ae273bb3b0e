package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hibiken/asynq"
)

// Lane is a queue class with workers of its own.
type Lane string

// The lanes a worker may serve.
const (
	Bulk Lane = "bulk" // chunks as they were cut
	Hard Lane = "hard" // single puzzles that outgrew their chunk
)

// Lanes lists every lane.
func Lanes() []Lane { return []Lane{Bulk, Hard} }

// TaskType is the type of every asynq task the project queues.
const TaskType = "gridmill:chunk"

// Ref names one execution of one chunk. It is all that a task carries.
type Ref struct {
	Batch string `json:"batch"`
	Chunk string `json:"chunk"` // N, or N.k for the puzzle at place k held back from N
	Try   int    `json:"try"`   // from 1; raised when the chunk is queued again
}

// String writes r as batch/chunk/try, which is also the task's id.
func (r Ref) String() string { return fmt.Sprintf("%s/%s/%d", r.Batch, r.Chunk, r.Try) }

// Lane returns the lane r is queued in: a chunk held back from another is hard.
func (r Ref) Lane() Lane {
	if r.Split() {
		return Hard
	}
	return Bulk
}

// Split reports whether the chunk is a single puzzle held back from another
// chunk. It is never split again.
func (r Ref) Split() bool { return strings.Contains(r.Chunk, ".") }

// ParseRef reads the payload of a task.
func ParseRef(payload []byte) (Ref, error) {
	var r Ref
	if err := json.Unmarshal(payload, &r); err != nil {
		return r, fmt.Errorf("read task payload: %w", err)
	}
	if r.Batch == "" || r.Chunk == "" {
		return r, fmt.Errorf("read task payload: %s names no chunk", payload)
	}
	return r, nil
}

// taskLife bounds how long asynq lets a handler run. Budgets travel with the
// batch and are enforced by the searches, so this only has to be out of the way.
const taskLife = 30 * 24 * time.Hour

// maxRetry lets asynq rerun a task for as long as its chunk has input; a
// chunk never ends in asynq's archive, its puzzles end as rows.
const maxRetry = 1 << 20

// enqueue announces an execution. A task that is already there is left alone.
func (s *Store) enqueue(ctx context.Context, r Ref) error {
	payload, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("encode task payload: %w", err)
	}
	_, err = s.client.EnqueueContext(ctx, asynq.NewTask(TaskType, payload),
		asynq.TaskID(r.String()),
		asynq.Queue(s.Queue(r.Lane())),
		asynq.MaxRetry(maxRetry),
		asynq.Timeout(taskLife))
	if err != nil && !errors.Is(err, asynq.ErrTaskIDConflict) {
		return fmt.Errorf("enqueue chunk %s: %w", r, err)
	}
	return nil
}

// Queue returns the name of the asynq queue of a lane.
func (s *Store) Queue(l Lane) string { return s.keys.queue(l) }
