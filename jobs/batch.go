// Package jobs is everything that lives in Redis: batches of puzzles, the
// chunks they are cut into, the queue that hands chunks to workers, and the
// rows that come back. It is the only package that talks to Redis, and it
// knows nothing of how a puzzle is answered.
//
// A batch is written as chunks of input, each announced by one asynq task that
// carries only a reference. A worker claims a chunk, answers it and commits
// it; the commit stores the rows and drops the input in one script, so that a
// chunk run twice changes nothing. A batch is done when it is sealed and has
// as many rows as puzzles.
package jobs

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/gridmill/gridmill/solver"
)

// Options are the choices that hold for every puzzle of a batch. They are
// fixed when it is submitted and travel with it.
type Options struct {
	// Algorithms names the algorithm for a kind; kinds left out use solver.Auto.
	Algorithms map[string]string `json:"algorithms,omitempty"`
	// MaxMoves is solver.Options.MaxMoves.
	MaxMoves int `json:"max_moves,omitempty"`
	// Objective is solver.Options.Objective.
	Objective string `json:"objective,omitempty"`
	// Memo is what to do with remembered answers; "" reads and writes them.
	Memo MemoMode `json:"memo,omitempty"`
	// Budget bounds each puzzle.
	Budget solver.Budget `json:"budget,omitzero"`
}

// Search returns the choices that searches by an algorithm take.
func (o *Options) Search(algorithm string) solver.Options {
	return solver.Options{Algorithm: algorithm, MaxMoves: o.MaxMoves, Objective: o.Objective}
}

// MemoMode says how a batch uses the memo.
type MemoMode string

// The modes.
const (
	MemoOn      MemoMode = ""        // read and write
	MemoOff     MemoMode = "off"     // neither
	MemoRefresh MemoMode = "refresh" // write only
)

// ErrNoBatch says that a batch does not exist, or no longer does.
var ErrNoBatch = errors.New("no such batch")

// ErrCutOtherwise says that a batch was begun by a program that cuts the same
// input into other chunks.
var ErrCutOtherwise = errors.New("another version of the program has begun this batch and cuts it into other chunks; complete it with that version, or submit it with --fresh")

// State is how far a batch has come.
type State string

// The states, in the order a batch goes through them.
const (
	StateOpen   State = "open"   // being written; running the producer again completes it
	StateSealed State = "sealed" // accepted: every puzzle will get its row
	StateDone   State = "done"   // every row is there
)

// Batch is what is known about a batch.
type Batch struct {
	ID     string                  `json:"id"`
	State  State                   `json:"state"`
	Label  string                  `json:"label,omitempty"` // the files it was read from, for people
	Total  int64                   `json:"total"`           // puzzles; 0 until sealed
	Chunks int64                   `json:"chunks"`          // chunks as submitted; 0 until sealed
	Rows   int64                   `json:"rows"`            // rows committed so far
	Counts map[solver.Status]int64 `json:"counts"`          // rows by status; statuses without rows are left out
	Memo   Tally                   `json:"memo"`            // where the answers came from
	Kinds  []string                `json:"kinds"`           // of its puzzles
	Lane   Lane                    `json:"lane"`            // where its chunks are queued
	// Priority orders the batch among those in the bulk lane.
	Priority Priority  `json:"priority"`
	Options  Options   `json:"options"`
	Created  time.Time `json:"created"`
	// Cancelled is when the batch was called off; it is done once every puzzle
	// without an answer has a row that says so.
	Cancelled time.Time `json:"cancelled,omitzero"`
	Done      time.Time `json:"done,omitzero"`
}

// Tally counts where the answers of rows came from.
type Tally struct {
	Solves  int64 `json:"solves"`  // a search for this very row
	Hits    int64 `json:"hits"`    // the memo
	Waits   int64 `json:"waits"`   // of the hits: another was solving it at the time
	Dropped int64 `json:"dropped"` // remembered values that were found wrong and solved afresh
}

// fields pairs the counts with the names they have in Redis.
func (t *Tally) fields() map[string]*int64 {
	return map[string]*int64{"solves": &t.Solves, "hits": &t.Hits, "waits": &t.Waits, "dropped": &t.Dropped}
}

// Unsettled counts the rows that ended without a verdict.
func (b Batch) Unsettled() int64 {
	n := b.Rows
	for status, count := range b.Counts {
		if status.Verdict() {
			n -= count
		}
	}
	return n
}

// BatchID names a batch by what was submitted: the digest of its input and
// the options that can change a row. The same submission always gives the
// same id.
func BatchID(input []byte, opts Options) (string, error) {
	b, err := json.Marshal(opts)
	if err != nil {
		return "", fmt.Errorf("encode batch options: %w", err)
	}
	sum := sha256.Sum256(append(b, input...))
	return hex.EncodeToString(sum[:16]), nil
}

// Spec is a batch about to be submitted.
type Spec struct {
	ID      string
	Label   string
	Kinds   []string // of its puzzles
	Options Options
	// Priority orders the batch among those in the bulk lane; "" means Normal.
	Priority Priority
	Keep     time.Duration // how long the rows stay once the batch is done; more than 0
	Total    int64         // puzzles that will come
}

// Lane is where the chunks of the batch are queued.
func (s Spec) Lane() Lane { return laneFor(s.Total, s.Priority) }

// queue is the asynq queue of the batch's chunks.
func (s Spec) queue(k keys) string { return k.queueFor(s.Lane(), s.Priority) }

// create begins the batch, or finds it begun, and returns its state.
func (s *Store) create(ctx context.Context, spec Spec) (State, error) {
	opts, err := json.Marshal(spec.Options)
	if err != nil {
		return "", fmt.Errorf("encode batch options: %w", err)
	}
	now := float64(time.Now().UnixMilli())
	pipe := s.rdb.Pipeline()
	state := createScript.Eval(ctx, pipe, []string{s.keys.meta(spec.ID)},
		string(opts), spec.Label, int64(now), spec.Keep.Milliseconds(), strings.Join(spec.Kinds, ","),
		string(spec.Lane()), string(cmp.Or(spec.Priority, Normal)))
	pipe.ZAddNX(ctx, s.keys.batches(), redis.Z{Score: now, Member: spec.ID})
	pipe.ZAddNX(ctx, s.keys.open(), redis.Z{Score: now, Member: spec.ID})
	if _, err := pipe.Exec(ctx); err != nil {
		return "", fmt.Errorf("create batch: %w", err)
	}
	text, err := state.Text()
	if err != nil {
		return "", fmt.Errorf("create batch: %w", err)
	}
	return State(text), s.closeIfDone(ctx, spec.ID, State(text) == StateDone)
}

// seal declares the batch complete: total puzzles in chunks chunks.
func (s *Store) seal(ctx context.Context, id string, total, chunks int64) error {
	done, err := s.durably(ctx, sealScript, s.keys.all(id), total, chunks).Int()
	if err != nil {
		return fmt.Errorf("seal batch: %w", err)
	}
	if done < 0 {
		return fmt.Errorf("seal batch: %w: %s was cancelled or removed while it was written", ErrNoBatch, id)
	}
	return s.closeIfDone(ctx, id, done == 1)
}

// closeIfDone takes a done batch off the list of open ones, once what it only
// needed while it was open is gone: a sweep completes what is cut short here.
func (s *Store) closeIfDone(ctx context.Context, id string, done bool) error {
	if !done {
		return nil
	}
	if err := s.dropRefreshed(ctx, id); err != nil {
		return err
	}
	if err := s.rdb.ZRem(ctx, s.keys.open(), id).Err(); err != nil {
		return fmt.Errorf("close batch: %w", err)
	}
	return nil
}

// Batch returns what is known about a batch; the error is ErrNoBatch when it
// does not exist.
func (s *Store) Batch(ctx context.Context, id string) (Batch, error) {
	meta, err := s.rdb.HGetAll(ctx, s.keys.meta(id)).Result()
	if err != nil {
		return Batch{}, fmt.Errorf("read batch: %w", err)
	}
	if len(meta) == 0 {
		return Batch{}, fmt.Errorf("%w: %s", ErrNoBatch, id)
	}
	return parseBatch(id, meta)
}

// parseBatch reads the meta of a batch.
func parseBatch(id string, meta map[string]string) (Batch, error) {
	number := func(field string) int64 {
		n, _ := strconv.ParseInt(meta[field], 10, 64) // absent fields count as 0
		return n
	}
	b := Batch{
		ID:       id,
		State:    State(meta["state"]),
		Label:    meta["label"],
		Kinds:    strings.FieldsFunc(meta["kinds"], func(r rune) bool { return r == ',' }),
		Lane:     Lane(meta["lane"]),
		Priority: Priority(meta["priority"]),
		Total:    number("total"),
		Chunks:   number("chunks"),
		Rows:     number("rows"),
		Counts:   map[solver.Status]int64{},
		Created:  time.UnixMilli(number("created")),
	}
	if ms := number("done"); ms > 0 {
		b.Done = time.UnixMilli(ms)
	}
	if ms := number("cancelled_at"); ms > 0 {
		b.Cancelled = time.UnixMilli(ms)
	}
	for field, count := range b.Memo.fields() {
		*count = number(field)
	}
	for _, status := range solver.Statuses() {
		if n := number(string(status)); n > 0 {
			b.Counts[status] = n
		}
	}
	if err := json.Unmarshal([]byte(meta["options"]), &b.Options); err != nil {
		return Batch{}, fmt.Errorf("read options of batch %s: %w", id, err)
	}
	return b, nil
}

// OpenBatches lists the ids of the batches that are not done, oldest first.
func (s *Store) OpenBatches(ctx context.Context) ([]string, error) {
	ids, err := s.rdb.ZRange(ctx, s.keys.open(), 0, -1).Result()
	if err != nil {
		return nil, fmt.Errorf("list open batches: %w", err)
	}
	return ids, nil
}
