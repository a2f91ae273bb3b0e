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
if not bytes then
  redis.call('LPOP', KEYS[1])
  return ''
end
local gone = tonumber(expires) > 0 and tonumber(expires) <= now
if not gone and tonumber(redis.call('GET', KEYS[2]) or 0) <= tonumber(ARGV[1]) then return false end
redis.call('LPOP', KEYS[1])
redis.call('DECRBY', KEYS[2], bytes)
return gone and '' or keys
`)

// forgetScript removes an answer, and leaves a reservation alone.
var forgetScript = redis.NewScript(`
local v = redis.call('GET', KEYS[1])
if v and string.sub(v, 1, 1) ~= '` + reservationMark + `' then redis.call('UNLINK', KEYS[1]) end
return 1
`)

// note takes down what was written, where there was no answer before: each is
// counted once, however often it is written. A memo without a bound counts
// nothing.
func (m *Memo) note(ctx context.Context, told []remembered, before []*redis.StringCmd) error {
	var bytes int
	var names []string
	for i, there := range before {
		r := told[i]
		if old := there.Val(); r.counted || old != "" && !isReservation(old) {
			continue
		}
		names = append(names, r.name)
		bytes += len(r.name) + len(r.value) + storedBytes
	}
	if len(names) == 0 {
		return nil
	}
	packed := m.store.codec.enc.EncodeAll([]byte(strings.Join(names, "\n")), nil)
	err := noteScript.Run(ctx, m.store.rdb, []string{m.store.keys.memoLog(), m.store.keys.memoSize()},
		bytes, m.cfg.TTL.Milliseconds(), packed).Err()
	if err != nil {
		return fmt.Errorf("count what the memo holds: %w", err)
	}
	return nil
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
			forgetScript.Eval(ctx, pipe, []string{name})
			removed++
		}
		if _, err := pipe.Exec(ctx); err != nil {
			return removed, fmt.Errorf("trim the memo: %w", err)
		}
	}
}
