package jobs

import "github.com/redis/go-redis/v9"

// The scripts number a batch's keys as keys.all lists them:
// 1 meta, 2 in, 3 out, 4 claims, 5 tries, 6 events.

// nowMS leaves the server's time in milliseconds in the local now.
const nowMS = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
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
  for i = 1, 6 do redis.call('PEXPIRE', KEYS[i], m[4]) end
end
`

// createScript begins a batch unless it exists, and returns its state.
// ARGV: options, label, created in ms, keep in ms, kinds.
var createScript = redis.NewScript(`
local state = redis.call('HGET', KEYS[1], 'state')
if state then return state end
redis.call('HSET', KEYS[1], 'state', 'open', 'options', ARGV[1], 'label', ARGV[2],
  'created', ARGV[3], 'keep', ARGV[4], 'kinds', ARGV[5], 'rows', 0)
return 'open'
`)

// putScript stores one chunk of an open batch and returns 1 when it waits for
// a commit, 0 when there is nothing to do, -1 when the batch is gone. A chunk
// that was put or committed before stays as it is. ARGV: chunk, payload.
var putScript = redis.NewScript(`
local state = redis.call('HGET', KEYS[1], 'state')
if not state then return -1 end
if state ~= 'open' or redis.call('HEXISTS', KEYS[3], ARGV[1]) == 1 then return 0 end
redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2])
return 1
`)

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

// discardScript removes a batch that is open and returns whether it was.
var discardScript = redis.NewScript(`
if redis.call('HGET', KEYS[1], 'state') ~= 'open' then return 0 end
redis.call('DEL', unpack(KEYS))
return 1
`)

// touchScript keeps a done batch for its full time from now on, so that it does
// not vanish under a reader.
var touchScript = redis.NewScript(`
local m = redis.call('HMGET', KEYS[1], 'state', 'keep')
if m[1] == 'done' then
  for i = 1, 6 do redis.call('PEXPIRE', KEYS[i], m[2]) end
end
return 1
`)

// tried leaves in the locals begun and by how often a chunk was begun, and the
// token of who began it last. The record is "3 TOKEN".
const tried = `
local function tried(chunk)
  local begun, by = string.match(redis.call('HGET', KEYS[5], chunk) or '0', '^(%d+) ?(.*)$')
  return tonumber(begun), by
end
`

// claimScript gives a chunk to the caller until its lease ends. It returns
// nothing when the chunk was committed or is held by another, else the
// payload and the batch's options. A task whose try was never begun was
// queued because the claim had lapsed, so it wins over a claim. Asking again,
// because the first reply was lost, changes nothing.
// ARGV: chunk, try of the task, lease in ms, token of the caller.
var claimScript = redis.NewScript(nowMS + tried + `
local payload = redis.call('HGET', KEYS[2], ARGV[1])
if not payload then return false end
local begun, by = tried(ARGV[1])
local deadline = redis.call('ZSCORE', KEYS[4], ARGV[1])
if deadline and tonumber(deadline) > now and tonumber(ARGV[2]) <= begun and by ~= ARGV[4] then return false end
redis.call('ZADD', KEYS[4], now + ARGV[3], ARGV[1])
if by ~= ARGV[4] then redis.call('HSET', KEYS[5], ARGV[1], (begun + 1) .. ' ' .. ARGV[4]) end
return {payload, redis.call('HGET', KEYS[1], 'options')}
`)

// renewScript moves the deadline of a claim that still stands.
// ARGV: chunk, lease in ms.
var renewScript = redis.NewScript(nowMS + `
if redis.call('ZSCORE', KEYS[4], ARGV[1]) then
  redis.call('ZADD', KEYS[4], now + ARGV[2], ARGV[1])
end
return 1
`)

// lapsedScript takes up to ARGV[2] chunks whose claim has lapsed, gives each a
// new deadline so that no other sweeper takes it too, and returns chunk and
// next try in turn. ARGV: lease in ms, most chunks.
var lapsedScript = redis.NewScript(nowMS + tried + `
local found = {}
for _, chunk in ipairs(redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now, 'LIMIT', 0, ARGV[2])) do
  if redis.call('HEXISTS', KEYS[2], chunk) == 1 then
    redis.call('ZADD', KEYS[4], now + ARGV[1], chunk)
    found[#found + 1] = chunk
    found[#found + 1] = tried(chunk) + 1
  else
    redis.call('ZREM', KEYS[4], chunk)
  end
end
return found
`)

// handBackScript drops a claim and returns the next try, or 0 when the chunk
// was committed meanwhile. The new deadline lets a sweeper queue the chunk
// should its task be lost. ARGV: chunk, lease in ms.
var handBackScript = redis.NewScript(nowMS + tried + `
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then return 0 end
redis.call('ZADD', KEYS[4], now + ARGV[2], ARGV[1])
return tried(ARGV[1]) + 1
`)

// commitScript stores a chunk's rows, drops its input, counts, and gives the
// puzzles held back a chunk each, all or nothing. Only the first commit of a
// chunk finds its input; any other changes nothing. It returns 0 when it was
// not the first, 1 when it was, 2 when the batch is thereby done.
// ARGV: chunk, rows payload, lease in ms, number of rows, number of counts n,
// n pairs of field and count, then pairs of split chunk and payload.
var commitScript = redis.NewScript(nowMS + `
if redis.call('HDEL', KEYS[2], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])
redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('HDEL', KEYS[5], ARGV[1])
local rows, at = ARGV[4], 6
for _ = 1, tonumber(ARGV[5]) do
  redis.call('HINCRBY', KEYS[1], ARGV[at], ARGV[at + 1])
  at = at + 2
end
redis.call('HINCRBY', KEYS[1], 'rows', rows)
while ARGV[at] do
  redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1])
  redis.call('ZADD', KEYS[4], now + ARGV[3], ARGV[at])
  at = at + 2
end
redis.call('XADD', KEYS[6], 'MAXLEN', '~', 1000, '*', 'chunk', ARGV[1], 'rows', rows)
` + finish + `
return done and 2 or 1
`)
