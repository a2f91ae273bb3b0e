package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	// roomPuts and roomEvery say how often a producer looks for room: after so
	// many chunks, or so much time, whichever is first.
	roomPuts  = 64
	roomEvery = 200 * time.Millisecond
	// fullAt is the part of maxmemory from which on nothing more is put: what
	// is left is for rows and the memo.
	fullAt = 0.85
)

// room lets a producer on while there is room in Redis for more.
type room struct {
	puts   int       // since the last look
	looked time.Time // zero: not yet
}

// wait waits until there is room for a chunk.
func (r *room) wait(ctx context.Context, p *Producer, spec Spec) error {
	if r.puts++; r.puts < roomPuts && time.Since(r.looked) < roomEvery {
		return nil
	}
	most := p.MaxWaiting
	if spec.Lane() == Interactive {
		most = 0 // it has workers of its own, and somebody waits
	}
	held := false
	for {
		reason, err := p.Store.full(ctx, most, time.Since(r.looked) >= roomEvery)
		if err != nil {
			return err
		}
		if reason == "" {
			break
		}
		if !held && p.Held != nil {
			p.Held(reason)
		}
		held = true
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(roomEvery):
		}
	}
	if held && p.Held != nil {
		p.Held("")
	}
	r.puts, r.looked = 0, time.Now()
	return nil
}

// full says why there is no room for another chunk: most chunks wait already,
// or Redis is short of memory. "" means there is.
func (s *Store) full(ctx context.Context, most int64, memory bool) (reason string, err error) {
	if most > 0 {
		n, err := s.waiting(ctx)
		if err != nil {
			return "", err
		}
		if n >= most {
			return fmt.Sprintf("%d chunks wait for workers already (max-waiting); going on when there are fewer", n), nil
		}
	}
	if !memory {
		return "", nil
	}
	server, err := s.Server(ctx)
	if err != nil {
		return "", err
	}
	if server.fullest > fullAt {
		return fmt.Sprintf("the memory of Redis is full to %.0f %%; going on below %.0f %%: when rows are removed (gridmill rm), or expire, or maxmemory is raised",
			100*server.fullest, 100*fullAt), nil
	}
	return "", nil
}

// waiting counts the chunks of all open batches that are not committed.
func (s *Store) waiting(ctx context.Context) (int64, error) {
	ids, err := s.OpenBatches(ctx)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	pipe := s.rdb.Pipeline()
	sizes := make([]*redis.IntCmd, len(ids))
	for i, id := range ids {
		sizes[i] = pipe.HLen(ctx, s.keys.in(id))
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return 0, fmt.Errorf("count waiting chunks: %w", err)
	}
	n := int64(0)
	for _, size := range sizes {
		n += size.Val()
	}
	return n, nil
}
