package jobs

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// listPage is how many batches one round trip asks for.
const listPage = 256

// Batches yields every batch that is kept, newest last.
func (s *Store) Batches(ctx context.Context) iter.Seq2[Batch, error] {
	return func(yield func(Batch, error) bool) {
		ids, err := s.rdb.ZRange(ctx, s.keys.batches(), 0, -1).Result()
		if err != nil {
			yield(Batch{}, fmt.Errorf("list batches: %w", err))
			return
		}
		for page := range slices.Chunk(ids, listPage) {
			batches, err := s.readBatches(ctx, page)
			if err != nil {
				yield(Batch{}, err)
				return
			}
			for _, b := range batches {
				if !yield(b, nil) {
					return
				}
			}
		}
	}
}

// Beginning lists the ids of the batches that are kept and whose ids begin
// with the digits given, oldest first.
func (s *Store) Beginning(ctx context.Context, digits string) ([]string, error) {
	ids, err := s.rdb.ZRange(ctx, s.keys.batches(), 0, -1).Result()
	if err != nil {
		return nil, fmt.Errorf("list batches: %w", err)
	}
	ids = slices.DeleteFunc(ids, func(id string) bool { return !strings.HasPrefix(id, digits) })
	if len(ids) == 0 {
		return nil, nil
	}
	batches, err := s.readBatches(ctx, ids)
	if err != nil {
		return nil, err
	}
	kept := make([]string, len(batches))
	for i := range batches {
		kept[i] = batches[i].ID
	}
	return kept, nil
}

// readBatches returns those of ids that exist, and takes the others off the
// lists.
func (s *Store) readBatches(ctx context.Context, ids []string) ([]Batch, error) {
	pipe := s.rdb.Pipeline()
	metas := make([]*redis.MapStringStringCmd, len(ids))
	for i, id := range ids {
		metas[i] = pipe.HGetAll(ctx, s.keys.meta(id))
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return nil, fmt.Errorf("list batches: %w", err)
	}
	var batches []Batch
	for i, id := range ids {
		meta := metas[i].Val()
		if len(meta) == 0 {
			if err := s.forget(ctx, id); err != nil {
				return nil, err
			}
			continue
		}
		b, err := parseBatch(id, meta)
		if err != nil {
			return nil, err
		}
		batches = append(batches, b)
	}
	return batches, nil
}

// forget takes a batch that does not exist off the lists. One that was
// submitted again at the same time is put back.
func (s *Store) forget(ctx context.Context, id string) error {
	pipe := s.rdb.Pipeline()
	pipe.ZRem(ctx, s.keys.open(), id)
	pipe.ZRem(ctx, s.keys.batches(), id)
	if _, err := pipe.Exec(ctx); err != nil {
		return fmt.Errorf("take batch %s off the list: %w", id, err)
	}
	again, err := s.rdb.Exists(ctx, s.keys.meta(id)).Result()
	if err != nil {
		return fmt.Errorf("take batch %s off the list: %w", id, err)
	}
	if again == 0 {
		return nil
	}
	return s.enlist(ctx, id)
}

// enlist puts a batch that begins on the lists.
func (s *Store) enlist(ctx context.Context, id string) error {
	member := redis.Z{Score: float64(time.Now().UnixMilli()), Member: id}
	pipe := s.rdb.Pipeline()
	pipe.ZAddNX(ctx, s.keys.batches(), member)
	pipe.ZAddNX(ctx, s.keys.open(), member)
	if _, err := pipe.Exec(ctx); err != nil {
		return fmt.Errorf("list batch %s: %w", id, err)
	}
	return nil
}

// pruneSample is how many ids of the list one look for expired batches takes.
const pruneSample = 20

// prune takes expired batches off the list of those that are kept. Like Redis
// with its own expired keys it looks at a few at random, and again while more
// than a quarter of them were gone.
func (s *Store) prune(ctx context.Context) error {
	for {
		ids, err := s.rdb.ZRandMember(ctx, s.keys.batches(), pruneSample).Result()
		if err != nil {
			return fmt.Errorf("prune list of batches: %w", err)
		}
		pipe := s.rdb.Pipeline()
		exist := make([]*redis.IntCmd, len(ids))
		for i, id := range ids {
			exist[i] = pipe.Exists(ctx, s.keys.meta(id))
		}
		if _, err := pipe.Exec(ctx); err != nil {
			return fmt.Errorf("prune list of batches: %w", err)
		}
		gone := 0
		for i, id := range ids {
			if exist[i].Val() > 0 {
				continue
			}
			if err := s.forget(ctx, id); err != nil {
				return err
			}
			gone++
		}
		if gone <= pruneSample/4 {
			return nil
		}
	}
}
