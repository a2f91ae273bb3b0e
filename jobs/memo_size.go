package jobs

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// storedBytes is what Redis takes for a small value besides its key and the
// value itself: the entry of the table, two headers, and what is rounded up.
const storedBytes = 64

// noteScript notes what was written to a bounded memo. ARGV: bytes, when it
// expires by itself in ms (0: never), how long after now, the keys packed.
var noteScript = redis.NewScript(nowMS + `
local expires = 0
if tonumber(ARGV[2]) > 0 then expires = now + ARGV[2] end
redis.call('RPUSH', KEYS[1], string.format('%d:%d:', ARGV[1], expires) .. ARGV[3])
return redis.call('INCRBY', KEYS[2], ARGV[1])
`)

// oldestScript takes the oldest note off the list when the memo is larger than
// ARGV[1] bytes, or when all it speaks of has expired, and returns the keys;
// it returns nothing when there is nothing to do.
var oldestScript = redis.NewScript(nowMS + `
local note = redis.call('LINDEX', KEYS[1], 0)
if not note then
  redis.call('DEL', KEYS[2])
  return false
end
local bytes, expires, keys = string.match(note, '^(%d+):(%d+):(.*)$')
local gone = tonumber(expires) > 0 and tonumber(expires) <= now
if not gone and tonumber(redis.call('GET', KEYS[2]) or 0) <= tonumber(ARGV[1]) then return false end
redis.call('LPOP', KEYS[1])
redis.call('DECRBY', KEYS[2], bytes)
return gone and '' or keys
`)

// note adds to pipe a note of what is being written.
func (m *Memo) note(ctx context.Context, pipe redis.Pipeliner, told []remembered) {
	var bytes int
	names := make([]string, len(told))
	for i, r := range told {
		names[i] = r.name
		bytes += len(r.name) + len(r.value) + storedBytes
	}
	packed := m.store.codec.enc.EncodeAll([]byte(strings.Join(names, "\n")), nil)
	noteScript.Eval(ctx, pipe, []string{m.store.keys.memoLog(), m.store.keys.memoSize()},
		bytes, m.cfg.TTL.Milliseconds(), packed)
}

// trimTime bounds one call of Trim.
const trimTime = 10 * time.Second

// Trim removes the answers written first until the memo takes no more than
// its bound in Redis, and returns how many it removed. Several workers may
// trim at once.
func (m *Memo) Trim(ctx context.Context) (int, error) {
	if m.cfg.InProcess || m.cfg.Size == 0 {
		return 0, nil
	}
	ctx, cancel := context.WithTimeout(ctx, trimTime)
	defer cancel()
	for removed := 0; ; {
		packed, err := oldestScript.Run(ctx, m.store.rdb, []string{m.store.keys.memoLog(), m.store.keys.memoSize()}, m.cfg.Size).Text()
		if errors.Is(err, redis.Nil) {
			return removed, nil
		}
		if err != nil {
			return removed, fmt.Errorf("trim the memo: %w", err)
		}
		if packed == "" {
			continue
		}
		names, err := m.store.codec.dec.DecodeAll([]byte(packed), nil)
		if err != nil {
			return removed, fmt.Errorf("trim the memo: read its log: %w", err)
		}
		pipe := m.store.rdb.Pipeline()
		for name := range strings.SplitSeq(string(names), "\n") {
			pipe.Unlink(ctx, name)
			removed++
		}
		if _, err := pipe.Exec(ctx); err != nil {
			return removed, fmt.Errorf("trim the memo: %w", err)
		}
	}
}
