package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// discardScript removes a batch that is open and returns whether it was.
var discardScript = redis.NewScript(`
if redis.call('HGET', KEYS[1], 'state') ~= 'open' then return 0 end
redis.call('UNLINK', unpack(KEYS))
return 1
`)

// Discard removes an open batch and what was written of it, and reports
// whether it did. A batch that somebody sealed meanwhile is accepted, and stays.
func (s *Store) Discard(ctx context.Context, id string) (bool, error) {
	discarded, err := discardScript.Run(ctx, s.rdb, s.keys.all(id)).Bool()
	if err != nil {
		return false, fmt.Errorf("discard batch: %w", err)
	}
	if !discarded {
		return false, nil
	}
	return true, s.forget(ctx, id)
}

// removeScript removes a batch that is done, and returns the state it was in;
// nothing when it is gone.
var removeScript = redis.NewScript(`
local state = redis.call('HGET', KEYS[1], 'state')
if state == 'done' then redis.call('UNLINK', unpack(KEYS)) end
return state
`)

// Remove removes a done batch and its rows at once. It returns the state it
// found the batch in: one that is not StateDone stays. The error is ErrNoBatch
// when there is none.
func (s *Store) Remove(ctx context.Context, id string) (State, error) {
	text, err := removeScript.Run(ctx, s.rdb, s.keys.all(id)).Text()
	if errors.Is(err, redis.Nil) {
		return "", fmt.Errorf("%w: %s", ErrNoBatch, id)
	}
	if err != nil {
		return "", fmt.Errorf("remove batch: %w", err)
	}
	if State(text) != StateDone {
		return State(text), nil
	}
	return StateDone, s.forget(ctx, id)
}

// abandonedScript removes an open batch that nobody has written to for so long
// that its producer will not come back, and returns whether it did. ARGV: least
// such time in ms; a batch that is to be kept longer waits for that.
var abandonedScript = redis.NewScript(nowMS + `
local m = redis.call('HMGET', KEYS[1], 'state', 'created', 'written', 'keep')
if m[1] ~= 'open' then return 0 end
local last = math.max(tonumber(m[2]), tonumber(m[3] or 0))
if now - last < math.max(tonumber(ARGV[1]), tonumber(m[4])) then return 0 end
redis.call('UNLINK', unpack(KEYS))
return 1
`)

// abandonedAfter is how long an open batch stays at least once nothing is
// written to it any more: a producer may wait long for workers to come.
const abandonedAfter = 24 * time.Hour

// discardAbandoned removes an open batch whose producer never came back.
func (s *Store) discardAbandoned(ctx context.Context, id string) (bool, error) {
	discarded, err := abandonedScript.Run(ctx, s.rdb, s.keys.all(id), abandonedAfter.Milliseconds()).Bool()
	if err != nil {
		return false, fmt.Errorf("discard abandoned batch %s: %w", id, err)
	}
	if !discarded {
		return false, nil
	}
	return true, s.forget(ctx, id)
}
