package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/redis/go-redis/v9"
)

// An asker has a key of its own that lapses unless it is renewed. Its
// reservations are worth something while that key is there: so reserving
// costs no timer a puzzle, and renewing one command whatever is reserved.
//
// A script or a command names several keys only where one Redis holds them
// all; in a cluster each call names one.

// reserveScript returns the values of keys and reserves those that have none.
// ARGV: the token, the life of a reservation in ms or 0.
var reserveScript = redis.NewScript(`
local values = redis.call('MGET', unpack(KEYS))
local free = {}
for i, key in ipairs(KEYS) do
  if not values[i] then
    free[#free + 1] = key
    free[#free + 1] = ARGV[1]
  end
end
if free[1] then redis.call('MSET', unpack(free)) end
if tonumber(ARGV[2]) > 0 then
  for i = 1, #free, 2 do redis.call('PEXPIRE', free[i], ARGV[2]) end
end
return values
`)

// overwriteScript reserves a key that holds nothing, or the value that was
// found wanting. ARGV: that value, or "" for any that is no reservation; the
// token; the life of the reservation in ms or 0.
var overwriteScript = redis.NewScript(`
local v = redis.call('GET', KEYS[1])
if v and v ~= ARGV[1] and v ~= ARGV[2] and (ARGV[1] ~= '' or string.sub(v, 1, 1) == '` + reservationMark + `') then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
if tonumber(ARGV[3]) > 0 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return 1
`)

// limitedScript stores what a search that ran out of budget found, unless
// more is known by now. ARGV: the token, the value, its life in ms or 0.
var limitedScript = redis.NewScript(`
local v = redis.call('GET', KEYS[1])
if v and v ~= ARGV[1] and string.sub(v, 1, 1) ~= '` + string(tagLimited) + `' then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
if tonumber(ARGV[3]) > 0 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return 1
`)

// deleteScript deletes a key that still holds a value. ARGV: the value.
var deleteScript = redis.NewScript(`
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
`)

// stale is a value that does not answer a question.
type stale struct {
	index int // of the question
	name  string
	value string // "" when it is not known
	bad   error  // why it is dropped; nil when it only says too little
}

// enter makes the asker known, or known for longer.
func (a *Asker) enter(ctx context.Context) error {
	if err := a.memo.store.rdb.Set(ctx, a.memo.store.keys.asker(a.token), "", ReservationLife).Err(); err != nil {
		return fmt.Errorf("enter the memo: %w", err)
	}
	a.known.Store(true)
	return nil
}

// leave makes the asker unknown: its reservations are void.
func (a *Asker) leave(ctx context.Context) error {
	if err := a.memo.store.rdb.Del(ctx, a.memo.store.keys.asker(a.token)).Err(); err != nil {
		return fmt.Errorf("leave the memo: %w", err)
	}
	return nil
}

// reserve asks Redis for the questions that the list rest points to.
func (a *Asker) reserve(ctx context.Context, questions []*Question, rest []int, known []Known) error {
	if len(rest) == 0 {
		return nil
	}
	names := make([]string, len(rest))
	for k, i := range rest {
		names[k] = questions[i].name
	}
	values, err := a.values(ctx, names)
	if err != nil {
		return fmt.Errorf("ask the memo: %w", err)
	}
	var wanting, taken []stale
	var mine []string
	for k, i := range rest {
		value, ok := values[k].(string)
		switch {
		case !ok, value == a.token: // the latter when a reply was lost
			known[i].Knowledge = Mine
			mine = append(mine, names[k])
		case isReservation(value):
			known[i].Knowledge = Taken
			taken = append(taken, stale{i, names[k], value, nil})
		default:
			known[i], err = a.judge(value, questions[i])
			if known[i].Knowledge == Unknown {
				questions[i].counted = true
				wanting = append(wanting, stale{i, names[k], value, err})
			} else if known[i].Answer.Status.Verdict() {
				a.memo.local.put(names[k], value)
			}
		}
	}
	a.list(ctx, mine)
	void, err := a.memo.void(ctx, taken)
	if err != nil {
		return err
	}
	return a.overwrite(ctx, append(wanting, void...), known)
}

// values returns the values of names, and reserves those that have none.
func (a *Asker) values(ctx context.Context, names []string) ([]any, error) {
	s := a.memo.store
	if s.oneRedis() && !a.known.Load() && a.memo.unseen.Load() && a.batch == "" {
		all, err := a.reserveAll(ctx, names)
		if all || err != nil {
			return make([]any, len(names)), err
		}
	}
	if !a.known.Load() {
		if err := a.enter(ctx); err != nil {
			return nil, err
		}
	}
	if s.oneRedis() {
		values, err := reserveScript.Run(ctx, s.rdb, names, a.token, a.life()).Slice()
		a.memo.unseen.Store(err == nil && !slices.ContainsFunc(values, func(v any) bool { return v != nil }))
		return values, err
	}
	pipe := s.rdb.Pipeline()
	replies := make([]*redis.Cmd, len(names))
	for i, name := range names {
		replies[i] = reserveScript.Eval(ctx, pipe, []string{name}, a.token, a.life())
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return nil, err
	}
	values := make([]any, len(names))
	for i, reply := range replies {
		one, err := reply.Slice()
		if err != nil || len(one) != 1 {
			return nil, fmt.Errorf("%d values, %w", len(one), err)
		}
		values[i] = one[0]
	}
	return values, nil
}

// reserveAll reserves all names if none has a value, and says whether it did.
// Where nothing has been seen before that costs Redis the least.
func (a *Asker) reserveAll(ctx context.Context, names []string) (bool, error) {
	pairs := make([]any, 0, 2*len(names))
	var token any = a.token
	for _, name := range names {
		pairs = append(pairs, name, token)
	}
	pipe := a.memo.store.rdb.Pipeline()
	pipe.Set(ctx, a.memo.store.keys.asker(a.token), "", ReservationLife)
	all := pipe.MSetNX(ctx, pairs...)
	if _, err := pipe.Exec(ctx); err != nil {
		return false, err
	}
	a.known.Store(true)
	a.memo.unseen.Store(all.Val())
	return all.Val(), nil
}

// oneRedis reports whether one server holds all keys.
func (s *Store) oneRedis() bool {
	_, cluster := s.rdb.(*redis.ClusterClient)
	return !cluster
}

// void returns the reservations whose askers are gone.
func (m *Memo) void(ctx context.Context, taken []stale) ([]stale, error) {
	if len(taken) == 0 {
		return nil, nil
	}
	pipe := m.store.rdb.Pipeline()
	alive := map[string]*redis.IntCmd{}
	for _, t := range taken {
		if alive[t.value] == nil {
			alive[t.value] = pipe.Exists(ctx, m.store.keys.asker(t.value))
		}
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return nil, fmt.Errorf("look for askers of the memo: %w", err)
	}
	var gone []stale
	for _, t := range taken {
		if alive[t.value].Val() == 0 {
			gone = append(gone, t)
		}
	}
	return gone, nil
}

// overwrite reserves the keys of values found wanting. Where another asker was
// faster the question is Taken.
func (a *Asker) overwrite(ctx context.Context, wanting []stale, known []Known) error {
	if len(wanting) == 0 {
		return nil
	}
	if !a.known.Load() { // all it asked for was in the local layer
		if err := a.enter(ctx); err != nil {
			return err
		}
	}
	pipe := a.memo.store.rdb.Pipeline()
	replies := make([]*redis.Cmd, len(wanting))
	for k, w := range wanting {
		replies[k] = overwriteScript.Eval(ctx, pipe, []string{w.name}, w.value, a.token, a.life())
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return fmt.Errorf("reserve in the memo: %w", err)
	}
	for k, w := range wanting {
		known[w.index].Knowledge = Taken
		if won, err := replies[k].Int(); err != nil {
			return fmt.Errorf("reserve in the memo: %w", err)
		} else if won == 1 {
			known[w.index].Knowledge = Mine
			a.drop(w.name, w.bad) // counted by the one who does it
		}
	}
	return nil
}

// write stores answers and ends the reservations given up, in one pipeline.
func (a *Asker) write(ctx context.Context, told []remembered, given []string) error {
	pipe := a.memo.store.rdb.Pipeline()
	var together []any
	var before []*redis.StringCmd // what was there, when somebody counts
	for _, r := range told {
		if a.memo.cfg.Size > 0 {
			before = append(before, pipe.Get(ctx, r.name))
		}
		switch {
		case r.value[0] == tagLimited:
			limitedScript.Eval(ctx, pipe, []string{r.name}, a.token, r.value, r.life.Milliseconds())
		case r.life > 0 || !a.memo.store.oneRedis():
			pipe.Set(ctx, r.name, r.value, r.life)
		default:
			together = append(together, r.name, r.value)
		}
	}
	if len(together) > 0 {
		pipe.MSet(ctx, together...)
	}
	for _, name := range given {
		deleteScript.Eval(ctx, pipe, []string{name}, a.token)
	}
	if _, err := pipe.Exec(ctx); err != nil && !errors.Is(err, redis.Nil) {
		return fmt.Errorf("write to the memo: %w", err)
	}
	return a.memo.note(ctx, told, before)
}
