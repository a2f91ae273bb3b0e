package jobs

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

// listAgain is how long a batch is taken to be listed as open after it was
// made sure of.
const listAgain = 10 * time.Second

// relisted knows which batches were made sure to be listed as open. The list is
// what sweepers go by, and it may live on another server than the batch: a
// fail-over can forget one and not the other.
type relisted struct {
	mu    sync.Mutex
	until map[string]time.Time
}

func newRelisted() *relisted { return &relisted{until: map[string]time.Time{}} }

// due reports whether id is to be listed now, and takes it that it will be.
func (l *relisted) due(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if now.Before(l.until[id]) {
		return false
	}
	for other, until := range l.until { // done batches are not asked for again
		if now.After(until) {
			delete(l.until, other)
		}
	}
	l.until[id] = now.Add(listAgain)
	return true
}

// list makes sure, now and then, that a batch which is not done is listed as
// open. One that was done by then is taken off again by the next sweep.
func (s *Store) list(ctx context.Context, id string) error {
	if !s.relisted.due(id) {
		return nil
	}
	now := redis.Z{Score: float64(time.Now().UnixMilli()), Member: id}
	pipe := s.rdb.Pipeline()
	pipe.ZAddNX(ctx, s.keys.batches(), now)
	pipe.ZAddNX(ctx, s.keys.open(), now)
	if _, err := pipe.Exec(ctx); err != nil {
		return fmt.Errorf("list batch %s as open: %w", id, err)
	}
	return nil
}
