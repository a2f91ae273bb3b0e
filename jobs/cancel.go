package jobs

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"

	"github.com/gridmill/gridmill/solver"
)

// cancelScript marks a sealed batch as cancelled, so that no chunk of it is
// claimed or renewed from then on, and returns its state; nothing when it is
// gone.
var cancelScript = redis.NewScript(nowMS + evenWhenFull + `
local state = redis.call('HGET', KEYS[1], 'state')
if state == 'sealed' then redis.call('HSETNX', KEYS[1], 'cancelled_at', now) end
return state
`)

// closingScript says whether the caller may record the rows of a cancelled
// batch, which one at a time does, and gives it a lease to do so. ARGV: lease
// in ms, 1 for a caller that is at it already or does not mind another.
var closingScript = redis.NewScript(nowMS + evenWhenFull + `
local m = redis.call('HMGET', KEYS[1], 'state', 'closing')
if m[1] ~= 'sealed' then return 0 end
if ARGV[2] ~= '1' and m[2] and tonumber(m[2]) > now then return 0 end
redis.call('HSET', KEYS[1], 'closing', now + ARGV[1])
return 1
`)

const (
	// closePage is how many chunks of a cancelled batch one round trip reads,
	// and the next one commits.
	closePage = 32
	// closeMost bounds how many chunks one sweep records as cancelled, so that
	// it comes to the other batches too.
	closeMost = 4096
)

// Cancel calls a batch off and returns the state it was in, or "" when it came
// to nothing. Every puzzle of a
// sealed batch that has no row yet gets one that says so, and the batch is
// done; running searches are called off as their workers renew their claims. A
// batch that was never sealed is removed, a done one stays as it is. The error
// is ErrNoBatch when there is none. A Cancel that is cut short is completed by
// the next one, or by any worker's Sweep.
//
// The tasks of the chunks stay in the queue and find nothing to do, some 0.15
// ms each: to take one out asynq searches the whole queue, 0.4 ms in one of
// 30 000.
func (s *Store) Cancel(ctx context.Context, id string) (State, error) {
	for {
		text, err := cancelScript.Run(ctx, s.rdb, s.keys.all(id)).Text()
		if errors.Is(err, redis.Nil) {
			return "", fmt.Errorf("%w: %s", ErrNoBatch, id)
		}
		if err != nil {
			return "", fmt.Errorf("cancel batch: %w", err)
		}
		switch state := State(text); state {
		case StateSealed:
			return state, s.closeCancelled(ctx, id, true)
		case StateOpen:
			discarded, err := s.Discard(ctx, id)
			if discarded || err != nil {
				return state, err
			} // else it was sealed or removed meanwhile
		default:
			return state, s.closeIfDone(ctx, id, true)
		}
	}
}

// closeCancelled records the puzzles of a cancelled batch that have no row. A
// sweeper, which does not insist, leaves that to another who is at it, and
// does a part at a time.
func (s *Store) closeCancelled(ctx context.Context, id string, insist bool) error {
	var cursor uint64
	found := false // by the scan under way
	for n := 0; insist || n < closeMost; n += closePage {
		mine := 0
		if insist || n > 0 {
			mine = 1
		}
		may, err := closingScript.Run(ctx, s.rdb, s.keys.all(id), Lease.Milliseconds(), mine).Int()
		if err != nil {
			return fmt.Errorf("cancel batch %s: %w", id, err)
		}
		if may == 0 {
			return nil
		}
		var page []string
		if page, cursor, err = s.rdb.HScan(ctx, s.keys.in(id), cursor, "", closePage).Result(); err != nil {
			return fmt.Errorf("cancel batch %s: %w", id, err)
		}
		if err := s.cancelChunks(ctx, id, page); err != nil {
			return fmt.Errorf("cancel batch %s: %w", id, err)
		}
		found = found || len(page) > 0
		if cursor != 0 {
			continue
		}
		// A worker may have held puzzles back to new chunks since the scan
		// began, so that another follows until the batch is done.
		if !found {
			return s.stuck(ctx, id)
		}
		found = false
	}
	return nil
}

// stuck returns the error of a cancelled batch that is not done although none
// of its chunks has input.
func (s *Store) stuck(ctx context.Context, id string) error {
	b, err := s.Batch(ctx, id)
	if err != nil || b.State == StateDone {
		return err
	}
	return fmt.Errorf("cancel batch %s: Redis lost %d of its %d rows and their puzzles", id, b.Total-b.Rows, b.Total)
}

// cancelChunks commits chunks, given as name and payload in turn, with rows
// that say that their puzzles were cancelled. Those that a worker committed
// meanwhile stay as they are.
func (s *Store) cancelChunks(ctx context.Context, id string, page []string) error {
	if len(page) == 0 {
		return nil
	}
	pipe := s.rdb.Pipeline()
	var commits []*redis.Cmd
	for i := 0; i < len(page); i += 2 {
		c := &Chunk{Ref: Ref{Batch: id, Chunk: page[i]}}
		var err error
		if c.Puzzles, err = unpack[solver.Puzzle](s.codec, []byte(page[i+1])); err != nil {
			return fmt.Errorf("chunk %s: %w", page[i], err)
		}
		args, _, err := s.commitArgs(c, Result{Rows: cancelledRows(c.Puzzles)})
		if err != nil {
			return fmt.Errorf("chunk %s: %w", page[i], err)
		}
		commits = append(commits, commitScript.Eval(ctx, pipe, s.keys.all(id), args...))
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	done := false
	for _, commit := range commits {
		won, err := commit.Int()
		if err != nil {
			return err
		}
		done = done || won == 2
	}
	return s.closeIfDone(ctx, id, done)
}

// cancelledRows returns the rows of puzzles that nobody will answer. What is no
// puzzle is told all the same.
func cancelledRows(puzzles []solver.Puzzle) []solver.Row {
	rows := make([]solver.Row, len(puzzles))
	for i := range puzzles {
		p := &puzzles[i]
		if p.Error != nil {
			rows[i] = p.Refused(p.Error)
			continue
		}
		rows[i] = p.Blank()
		rows[i].Status = solver.Cancelled
	}
	return rows
}
