package jobs

import "github.com/redis/go-redis/v9"

// The scripts number a batch's keys as keys.all lists them:
// 1 meta, 2 in, 3 out, 4 claims, 5 tries, 6 events, 7 left, 8 cuts.

// nowMS leaves the server's time in milliseconds in the local now.
const nowMS = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
`

// evenWhenFull lets a script write to a Redis that has no memory left: whether
// there is some is not asked any more once a script has removed something, be it
// a field that is not there. It is for what takes next to nothing or makes room.
const evenWhenFull = `
redis.call('HDEL', KEYS[1], '')
`

// finish marks a sealed batch done once every row is there, tells watchers,
// and lets its keys expire. It leaves the outcome in the local done.
const finish = `
local done = false
local m = redis.call('HMGET', KEYS[1], 'state', 'rows', 'total', 'keep')
if m[1] == 'sealed' and tonumber(m[2]) >= tonumber(m[3]) then
  done = true
  redis.call('HSET', KEYS[1], 'state', 'done', 'done', now)
  redis.call('XADD', KEYS[6], 'MAXLEN', '~', 1000, '*', 'done', 1)
  for i = 1, #KEYS do redis.call('PEXPIRE', KEYS[i], m[4]) end
end
`

// createScript begins a batch unless it exists, and returns its state.
// ARGV: options, label, created in ms, keep in ms, kinds, lane, priority.
var createScript = redis.NewScript(`
local state = redis.call('HGET', KEYS[1], 'state')
if state then return state end
redis.call('HSET', KEYS[1], 'state', 'open', 'options', ARGV[1], 'label', ARGV[2],
  'created', ARGV[3], 'keep', ARGV[4], 'kinds', ARGV[5], 'lane', ARGV[6], 'priority', ARGV[7], 'rows', 0)
return 'open'
`)

// putScript stores one chunk of an open batch, or one that a sealed batch has
// lost, and returns 1 when it waits for a commit, 0 when there is nothing to
// do, -1 when the batch is gone. A chunk that was put or committed before stays
// as it is; one that begins with another puzzle than what was put under its
// name before is refused with -2. Like every chunk with input it has a
// deadline, after which the sweeper looks whether it still has a task.
// ARGV: chunk, payload, time until that look in ms, seq of the first puzzle.
var putScript = redis.NewScript(nowMS + `
local state = redis.call('HGET', KEYS[1], 'state')
if not state then return -1 end
if state ~= 'open' and state ~= 'sealed' then return 0 end
if redis.call('HSETNX', KEYS[8], ARGV[1], ARGV[4]) == 0 and redis.call('HGET', KEYS[8], ARGV[1]) ~= ARGV[4] then return -2 end
redis.call('HSET', KEYS[1], 'written', now)
if redis.call('HEXISTS', KEYS[3], ARGV[1]) == 1 then return 0 end
if redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2]) == 1 then
  redis.call('ZADD', KEYS[4], now + ARGV[3], ARGV[1])
end
return 1
`)

// putOtherwise is what putScript returns for a chunk with other borders.
const putOtherwise = -2

// sealScript seals an open batch and returns 1 when it is thereby done, 0 when
// it is not, -1 when it is gone. ARGV: total, chunks.
var sealScript = redis.NewScript(nowMS + `
local state = redis.call('HGET', KEYS[1], 'state')
if not state then return -1 end
if state ~= 'open' then return 0 end
redis.call('HSET', KEYS[1], 'state', 'sealed', 'total', ARGV[1], 'chunks', ARGV[2])
` + finish + `
return done and 1 or 0
`)

// touchScript keeps a done batch for its full time from now on, so that it does
// not vanish under a reader.
var touchScript = redis.NewScript(`
local m = redis.call('HMGET', KEYS[1], 'state', 'keep')
if m[1] == 'done' then
  for i = 1, #KEYS do redis.call('PEXPIRE', KEYS[i], m[2]) end
end
return 1
`)

// commitScript stores a chunk's rows, drops its input, counts, and gives the
// puzzles held back a chunk each, all or nothing. Only the first commit of a
// chunk finds its input; any other changes nothing. It returns 0 when it was
// not the first, 1 when it was, 2 when the batch is thereby done. Asked again,
// because the first reply was lost, it finds the very rows payload stored, which
// is signed, and returns what it did then; 0 when that was printed and removed.
// ARGV: chunk, rows payload, payload of the puzzles left without a verdict or
// "", time until the sweeper looks at the splits in ms, number of rows, number
// of counts n, n pairs of field and count, then for each split its chunk, its
// payload and how many of its executions count as dead already.
var commitScript = redis.NewScript(nowMS + record + `
if redis.call('HDEL', KEYS[2], ARGV[1]) == 0 then
  if redis.call('HGET', KEYS[3], ARGV[1]) ~= ARGV[2] then return 0 end
  return redis.call('HGET', KEYS[1], 'state') == 'done' and 2 or 1
end
redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])
if ARGV[3] ~= '' then redis.call('HSET', KEYS[7], ARGV[1], ARGV[3]) end
redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('HDEL', KEYS[5], ARGV[1])
local rows, at = ARGV[5], 7
for _ = 1, tonumber(ARGV[6]) do
  redis.call('HINCRBY', KEYS[1], ARGV[at], ARGV[at + 1])
  at = at + 2
end
redis.call('HINCRBY', KEYS[1], 'rows', rows)
while ARGV[at] do
  redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1])
  redis.call('ZADD', KEYS[4], now + ARGV[4], ARGV[at])
  if tonumber(ARGV[at + 2]) > 0 then save(ARGV[at], ARGV[at + 2], 0, '') end
  at = at + 3
end
redis.call('XADD', KEYS[6], 'MAXLEN', '~', 1000, '*', 'chunk', ARGV[1], 'rows', rows)
` + finish + `
return done and 2 or 1
`)
