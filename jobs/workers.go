package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// BeatEvery is how often a worker says what it is doing.
const BeatEvery = 2 * time.Second

const (
	// heard is how long what a worker said counts: one that has been silent
	// for longer is taken for dead.
	heard = 10 * time.Second
	// forgotten is how long what a silent worker said last stays in Redis.
	forgotten = time.Minute
)

// WorkerState says whether a worker takes chunks.
type WorkerState string

// The states of a worker.
const (
	Serving  WorkerState = "serving"
	Stopping WorkerState = "stopping" // finishes what it holds and takes nothing more
)

// WorkerStatus is what a worker process says of itself.
type WorkerStatus struct {
	Worker  string      `json:"worker"` // id, of this start of this process
	Host    string      `json:"host"`
	PID     int         `json:"pid"`
	Version string      `json:"version,omitempty"`
	Started time.Time   `json:"started"` // by the worker's clock
	Seen    time.Time   `json:"seen"`    // when it said so, by the clock of Redis; set by Workers
	State   WorkerState `json:"state"`
	Idle    string      `json:"idle,omitempty"` // why no chunk runs; "" when one does
	Lanes   []LaneWork  `json:"lanes"`
	Memory  MemoryUse   `json:"memory"`
}

// MemoryUse is the memory that a worker lends to searches.
type MemoryUse struct {
	Reserved int64 `json:"reserved"`          // bytes
	Limit    int64 `json:"limit"`             // bytes; 0: no limit
	Waiting  int   `json:"waiting,omitempty"` // chunks that wait for some
}

// LaneWork is what a worker does in one lane it serves.
type LaneWork struct {
	Lane   Lane    `json:"lane"`
	Slots  int     `json:"slots"`
	Chunks int64   `json:"chunks"`         // committed since it started
	Rows   int64   `json:"rows"`           // in those chunks
	Rate   float64 `json:"rate"`           // rows a second over the last ten seconds
	Hits   int64   `json:"memo_hits"`      // rows that the memo answered
	Misses int64   `json:"memo_misses"`    // rows that were searched for
	Busy   []Work  `json:"busy,omitempty"` // what its busy slots do, the longest at it first
}

// Work is what one slot is doing.
type Work struct {
	Batch   string `json:"batch"`
	Chunk   string `json:"chunk"`
	Try     int    `json:"try"`
	Puzzles int    `json:"puzzles"`         // in the chunk
	For     int64  `json:"for_ms"`          // since the chunk was claimed, in milliseconds
	Seq     int64  `json:"seq"`             // place in the batch of the puzzle searched last; -1: none was
	Key     string `json:"key,omitempty"`   // of that puzzle
	Waits   string `json:"waits,omitempty"` // what the chunk waits for instead of searching
	Since   int64  `json:"since_ms"`        // since that search or wait began, in milliseconds
}

// beatScript notes what a worker says, with the time, and forgets workers that
// have long been silent when ARGV[3] is "1". It takes no more memory than the
// worker had at its first.
// ARGV: worker, what it says, whether to forget, for how long to remember in ms.
var beatScript = redis.NewScript(nowMS + evenWhenFull + `
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', now) .. ' ' .. ARGV[2])
if ARGV[3] == '1' then
  local all = redis.call('HGETALL', KEYS[1])
  for i = 1, #all, 2 do
    local seen = tonumber(string.match(all[i + 1], '^%d+') or '')
    if not seen or seen < now - tonumber(ARGV[4]) then redis.call('HDEL', KEYS[1], all[i]) end
  end
end
return 1
`)

// workersScript returns the time and what every worker said.
var workersScript = redis.NewScript(nowMS + `
return {string.format('%.0f', now), redis.call('HGETALL', KEYS[1])}
`)

// Beat tells readers what a worker is doing, in one round trip. A worker beats
// every BeatEvery; when forget is set, which is needed only now and then,
// workers that have been silent for a minute are removed.
func (s *Store) Beat(ctx context.Context, w *WorkerStatus, forget bool) error {
	text, err := json.Marshal(w)
	if err != nil {
		return fmt.Errorf("encode heartbeat: %w", err)
	}
	flag := 0
	if forget {
		flag = 1
	}
	err = beatScript.Run(ctx, s.rdb, []string{s.keys.workers()}, w.Worker, text, flag, forgotten.Milliseconds()).Err()
	if err != nil {
		return fmt.Errorf("send heartbeat: %w", err)
	}
	return nil
}

// Depart removes a worker that has stopped.
func (s *Store) Depart(ctx context.Context, worker string) error {
	if err := s.rdb.HDel(ctx, s.keys.workers(), worker).Err(); err != nil {
		return fmt.Errorf("send farewell: %w", err)
	}
	return nil
}

// Workers lists the workers heard of in the last ten seconds, by host and
// time of their start.
func (s *Store) Workers(ctx context.Context) ([]WorkerStatus, error) {
	got, err := workersScript.Run(ctx, s.rdb, []string{s.keys.workers()}).Slice()
	if err != nil {
		return nil, fmt.Errorf("list workers: %w", err)
	}
	workers, err := readWorkers(got)
	if err != nil {
		return nil, fmt.Errorf("list workers: %w", err)
	}
	slices.SortFunc(workers, func(a, b WorkerStatus) int {
		return cmp.Or(cmp.Compare(a.Host, b.Host), a.Started.Compare(b.Started), cmp.Compare(a.Worker, b.Worker))
	})
	return workers, nil
}

// readWorkers reads the reply of workersScript. What a worker of another
// release says in a way not understood here is left out.
func readWorkers(reply []any) ([]WorkerStatus, error) {
	if len(reply) != 2 {
		return nil, errors.New("the reply is not a time and a list")
	}
	text, _ := reply[0].(string)
	now, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("read the time of Redis: %w", err)
	}
	pairs, _ := reply[1].([]any)
	var workers []WorkerStatus
	for i := 1; i < len(pairs); i += 2 {
		said, _ := pairs[i].(string)
		at, status, _ := strings.Cut(said, " ")
		seen, err := strconv.ParseInt(at, 10, 64)
		if err != nil || now-seen > heard.Milliseconds() {
			continue
		}
		var w WorkerStatus
		if json.Unmarshal([]byte(status), &w) != nil {
			continue
		}
		w.Seen = time.UnixMilli(seen).UTC()
		workers = append(workers, w)
	}
	return workers, nil
}
