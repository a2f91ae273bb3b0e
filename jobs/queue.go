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
	Interactive Lane = "interactive" // small batches, which somebody waits for
	Bulk        Lane = "bulk"        // chunks of all other batches
	Hard        Lane = "hard"        // single puzzles that outgrew their chunk
)

// Lanes lists every lane.
func Lanes() []Lane { return []Lane{Interactive, Bulk, Hard} }

// interactiveMost is the most puzzles that a batch in the interactive lane has.
const interactiveMost = 16

// Priority orders the batches of the bulk lane: chunks of a higher one are
// always taken first.
type Priority string

// The priorities.
const (
	High   Priority = "high"
	Normal Priority = "normal"
	Low    Priority = "low"
)

// laneFor returns the lane of a batch of total puzzles. A batch of low
// priority is never interactive, however small: its owner does not wait.
func laneFor(total int64, p Priority) Lane {
	if total <= interactiveMost && p != Low {
		return Interactive
	}
	return Bulk
}

// TaskType is the type of every asynq task the project queues.
const TaskType = "gridmill:chunk"

// Ref names one execution of one chunk.
type Ref struct {
	Batch string `json:"batch"`
	Chunk string `json:"chunk"` // N, or N.k for the puzzle at place k held back from N
	Try   int    `json:"try"`   // from 1; raised when the chunk is queued again
}

// String writes r as batch/chunk/try, which is also the task's id.
func (r Ref) String() string { return fmt.Sprintf("%s/%s/%d", r.Batch, r.Chunk, r.Try) }

// Split reports whether the chunk is a single puzzle held back from another
// chunk. It is never split again, and its lane is Hard.
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

// QueuedAt returns when the task of that payload was queued, by the clock of
// whoever did.
func QueuedAt(payload []byte) time.Time {
	var t ticket
	if json.Unmarshal(payload, &t) != nil || t.Queued == 0 {
		return time.Now()
	}
	return time.UnixMilli(t.Queued)
}

// ticket is the payload of a task.
type ticket struct {
	Ref
	Queued int64 `json:"queued,omitempty"` // Unix time in milliseconds
}

// taskLife bounds how long asynq lets a handler run. Budgets travel with the
// batch and are enforced by the searches, so this only has to be out of the way.
const taskLife = 30 * 24 * time.Hour

// maxRetry lets asynq rerun a task for as long as its chunk has input; a
// chunk never ends in asynq's archive, its puzzles end as rows.
const maxRetry = 1 << 20

// enqueue announces an execution in a queue, and reports whether it was not
// announced there already.
func (s *Store) enqueue(ctx context.Context, r Ref, queue string) (bool, error) {
	payload, err := json.Marshal(ticket{r, time.Now().UnixMilli()})
	if err != nil {
		return false, fmt.Errorf("encode task payload: %w", err)
	}
	_, err = s.client.EnqueueContext(ctx, asynq.NewTask(TaskType, payload),
		asynq.TaskID(r.String()),
		asynq.Queue(queue),
		asynq.MaxRetry(maxRetry),
		asynq.Timeout(taskLife))
	switch {
	case errors.Is(err, asynq.ErrTaskIDConflict):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("enqueue chunk %s: %w", r, err)
	}
	return true, nil
}

// queueOf returns the queue that the tasks of a chunk are in.
func (s *Store) queueOf(ctx context.Context, r Ref) (string, error) {
	if r.Split() {
		return s.keys.queue(Hard), nil
	}
	where, err := s.rdb.HMGet(ctx, s.keys.meta(r.Batch), "lane", "priority").Result()
	if err != nil {
		return "", fmt.Errorf("find the lane of chunk %s: %w", r, err)
	}
	lane, _ := where[0].(string)
	priority, _ := where[1].(string)
	return s.keys.queueFor(Lane(lane), Priority(priority)), nil
}

// Queues returns the names of the asynq queues of a lane, those to be emptied
// first before the others.
func (s *Store) Queues(l Lane) []string {
	if l == Bulk {
		return []string{s.keys.queueFor(Bulk, High), s.keys.queueFor(Bulk, Normal), s.keys.queueFor(Bulk, Low)}
	}
	return []string{s.keys.queue(l)}
}
