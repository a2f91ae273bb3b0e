package jobs

import "github.com/redis/go-redis/v9"

// A chunk's record in tries is "BEGUN SPARED HOLDER": how many executions were
// begun, how many of them ended alive without a commit, and the token of the
// one that holds the chunk now. The token is empty while nobody does: before
// the first claim, after a hand-back, and once the sweeper found that the
// claim had lapsed.

// record reads and writes the record of a chunk.
const record = `
local function load(chunk)
  local begun, spared, holder = string.match(redis.call('HGET', KEYS[5], chunk) or '0 0 ', '^(%d+) (%d+) (.*)$')
  return tonumber(begun or 0), tonumber(spared or 0), holder or ''
end
local function save(chunk, begun, spared, holder)
  redis.call('HSET', KEYS[5], chunk, begun .. ' ' .. spared .. ' ' .. holder)
end
`

// claimScript gives a chunk to the caller until its lease ends. It returns
// nothing when the chunk was committed, its batch was cancelled or another
// holds it, else the payload, the batch's options, how many executions died
// before, and when the batch was made. Asking again, because the first reply was
// lost, changes nothing.
// ARGV: chunk, lease in ms, token of the caller.
var claimScript = redis.NewScript(nowMS + record + `
local payload = redis.call('HGET', KEYS[2], ARGV[1])
if not payload or redis.call('HEXISTS', KEYS[1], 'cancelled_at') == 1 then return false end
local begun, spared, holder = load(ARGV[1])
local deadline = redis.call('ZSCORE', KEYS[4], ARGV[1])
if holder ~= '' and holder ~= ARGV[3] and deadline and tonumber(deadline) > now then return false end
redis.call('ZADD', KEYS[4], now + ARGV[2], ARGV[1])
if holder ~= ARGV[3] then
  begun = begun + 1
  save(ARGV[1], begun, spared, ARGV[3])
end
return {payload, redis.call('HGET', KEYS[1], 'options'), begun - 1 - spared, redis.call('HGET', KEYS[1], 'created')}
`)

// renewScript moves the deadline of a claim and returns 1. It returns 0 when
// there is nothing left to hold: the chunk was committed, its batch was
// cancelled, or another has it. A claim that lapsed while nobody took it up is taken back.
// ARGV: chunk, lease in ms, token of the caller.
var renewScript = redis.NewScript(nowMS + record + `
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'cancelled_at') == 1 then return 0 end
local begun, spared, holder = load(ARGV[1])
if holder ~= ARGV[3] then
  if holder ~= '' then return 0 end
  save(ARGV[1], begun, spared, ARGV[3])
end
redis.call('ZADD', KEYS[4], now + ARGV[2], ARGV[1])
return 1
`)

// handBackScript gives up a claim and returns the next try, or 0 when the
// chunk is not the caller's any more. The new deadline lets the sweeper queue
// the chunk should its task be lost. ARGV: chunk, lease in ms, token.
var handBackScript = redis.NewScript(nowMS + record + `
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then return 0 end
local begun, spared, holder = load(ARGV[1])
if holder ~= ARGV[3] and holder ~= '' then return 0 end
if holder == ARGV[3] then save(ARGV[1], begun, spared + 1, '') end
redis.call('ZADD', KEYS[4], now + ARGV[2], ARGV[1])
return begun + 1
`)

// lapsedScript takes up to ARGV[3] chunks whose deadline has passed, leaves
// each without a holder and with a new deadline, so that no other sweeper
// takes it too, and returns chunk and next try in turn. Chunks that were begun
// are looked at again after a lease; those that nobody has claimed yet, which
// mostly wait in a long queue, after a longer while. Input that has no
// deadline at all gets one that has passed: no command leaves such input
// behind, but a fail-over may. ARGV: lease in ms, that while in ms, most chunks.
var lapsedScript = redis.NewScript(nowMS + record + `
if redis.call('HLEN', KEYS[2]) > redis.call('ZCARD', KEYS[4]) then
  for _, chunk in ipairs(redis.call('HKEYS', KEYS[2])) do
    if not redis.call('ZSCORE', KEYS[4], chunk) then redis.call('ZADD', KEYS[4], now, chunk) end
  end
end
local found = {}
for _, chunk in ipairs(redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now, 'LIMIT', 0, ARGV[3])) do
  if redis.call('HEXISTS', KEYS[2], chunk) == 1 then
    local begun, spared, holder = load(chunk)
    if holder ~= '' then save(chunk, begun, spared, '') end
    redis.call('ZADD', KEYS[4], now + (begun == 0 and ARGV[2] or ARGV[1]), chunk)
    found[#found + 1] = chunk
    found[#found + 1] = begun + 1
  else
    redis.call('ZREM', KEYS[4], chunk)
  end
end
return found
`)
