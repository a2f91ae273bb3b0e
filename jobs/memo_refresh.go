package jobs

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// Refresher returns a party that finds nothing but what was told by refreshers
// of the same batch: each key is solved once in it, whatever was known before.
// A batch that was removed and submitted again has the same id, but was made at
// another time, so that it finds nothing of what the first has left.
//
// What they tell each other is needed until the batch is done, and goes then.
// Its keys spread over a cluster like those of the memo, so the batch keeps a
// list of them.
func (m *Memo) Refresher(batch, created string) *Asker {
	a := m.Asker()
	a.batch, a.created = batch, created
	return a
}

// refreshLife is how long the refreshers of a batch find what they told each
// other. It also ends what no list tells of, as when its writer died.
const refreshLife = time.Hour

// life is how long a reservation of the asker stays, in ms, or 0 where it is
// written over by whoever asks next: only refreshers use keys that nobody may
// ever ask for again.
func (a *Asker) life() int64 {
	if a.batch == "" {
		return 0
	}
	return refreshLife.Milliseconds()
}

// list notes what a refresher has reserved, to be dropped when its batch is
// done.
func (a *Asker) list(ctx context.Context, names []string) {
	if a.batch == "" || len(names) == 0 {
		return
	}
	s := a.memo.store
	var lines strings.Builder
	for _, name := range names {
		lines.WriteString(strings.TrimPrefix(name, s.keys.refreshed(a.batch, "")) + "\n")
	}
	packed := s.codec.enc.EncodeAll([]byte(lines.String()), nil)
	pipe := s.rdb.Pipeline()
	pipe.RPush(ctx, s.keys.refreshes(a.batch), packed)
	pipe.PExpire(ctx, s.keys.refreshes(a.batch), refreshLife)
	_, _ = pipe.Exec(ctx) // what is not listed goes at the end of its life
}

// dropPage is how many notes of the list one round trip takes, each of some
// chunk's keys.
const dropPage = 16

// dropRefreshed removes what the refreshers of a batch told each other.
func (s *Store) dropRefreshed(ctx context.Context, id string) error {
	for {
		notes, err := s.rdb.LPopCount(ctx, s.keys.refreshes(id), dropPage).Result()
		if errors.Is(err, redis.Nil) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("drop what was refreshed: %w", err)
		}
		pipe := s.rdb.Pipeline()
		for _, note := range notes {
			lines, err := s.codec.dec.DecodeAll([]byte(note), nil)
			if err != nil {
				continue // its keys go at the end of their lives
			}
			for key := range strings.Lines(string(lines)) {
				pipe.Unlink(ctx, s.keys.refreshed(id, strings.TrimSuffix(key, "\n")))
			}
		}
		if _, err := pipe.Exec(ctx); err != nil {
			return fmt.Errorf("drop what was refreshed: %w", err)
		}
	}
}
