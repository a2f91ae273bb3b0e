package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/gridmill/gridmill/solver"
)

// doneReader yields the rows of a batch as its chunks are committed. It learns
// of them from the events, and lists the output wherever these fall short of
// the count of rows: the stream of events is capped.
type doneReader struct {
	rowReader
	rows    int64               // yielded so far
	lost    int64               // counted, and not in the output either
	printed map[string]struct{} // chunks that were yielded
	waiting map[int]int         // by submitted chunk: puzzles held back and not yielded yet
}

func (s *Store) newDoneReader(id string, opts RowsOptions) *doneReader {
	return &doneReader{rowReader: *s.newRowReader(id, opts), printed: map[string]struct{}{}, waiting: map[int]int{}}
}

func (r *doneReader) run(ctx context.Context, yield func(solver.Row) bool) error {
	for {
		// The batch is read before its events, so that whatever it counts has
		// told of itself by then.
		b, err := r.store.Batch(ctx, r.id)
		if err != nil {
			return err
		}
		last := !r.opts.Follow || b.State == StateDone
		wait := eventWait
		if last || r.rows+r.lost < b.Rows {
			wait = -1
		}
		chunks, err := r.events(ctx, wait)
		if err != nil {
			return err
		}
		if more, err := r.chunks(ctx, chunks, yield); !more || err != nil {
			return err
		}
		if r.rows+r.lost < b.Rows {
			if more, err := r.scan(ctx, yield); !more || err != nil {
				return err
			}
			r.lost = max(0, b.Rows-r.rows)
		}
		if last {
			return nil
		}
	}
}

// scan yields whatever of the output was not yielded yet.
func (r *doneReader) scan(ctx context.Context, yield func(solver.Row) bool) (more bool, err error) {
	names, err := r.store.rdb.HKeys(ctx, r.store.keys.out(r.id)).Result()
	if err != nil {
		return false, fmt.Errorf("list rows: %w", err)
	}
	sortChunks(names)
	return r.chunks(ctx, names, yield)
}

// chunks yields the rows of those chunks that were not yielded yet. It reports
// whether the reader wants more.
func (r *doneReader) chunks(ctx context.Context, names []string, yield func(solver.Row) bool) (more bool, err error) {
	names = slices.DeleteFunc(names, func(name string) bool {
		_, done := r.printed[name]
		return done
	})
	for page := range slices.Chunk(names, prefetch) {
		if err := r.fetch(ctx, page); err != nil {
			return false, err
		}
		for _, name := range page {
			entries, ok := r.ready[name]
			if !ok {
				continue // removed
			}
			delete(r.ready, name)
			r.printed[name] = struct{}{}
			if more, err := r.chunk(ctx, name, entries, yield); !more || err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// chunk yields the rows of one chunk. Those held back come with a chunk of
// their own.
func (r *doneReader) chunk(ctx context.Context, name string, entries []entry, yield func(solver.Row) bool) (more bool, err error) {
	n := submittedAs(name)
	if (Ref{Chunk: name}).Split() {
		r.waiting[n]--
	}
	for i := range entries {
		if entries[i].Held != "" {
			r.waiting[n]++
			continue
		}
		if !yield(entries[i].Row) {
			return false, nil
		}
		r.rows++
	}
	if err := r.finish(ctx, name); err != nil {
		return false, err
	}
	r.opts.printed()
	_, whole := r.printed[strconv.Itoa(n)]
	if whole && r.waiting[n] == 0 {
		delete(r.waiting, n)
		r.opts.settled()
	}
	return true, nil
}

// events returns the chunks that were committed since the last call, as far as
// their events are still there, oldest first. It waits for the first for up to
// wait; a negative wait is none.
func (r *doneReader) events(ctx context.Context, wait time.Duration) ([]string, error) {
	if r.event == "" {
		r.event = "0"
	}
	streams, err := r.store.rdb.XRead(ctx, &redis.XReadArgs{
		Streams: []string{r.store.keys.events(r.id), r.event},
		Block:   wait,
	}).Result()
	if errors.Is(err, redis.Nil) {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("wait for rows: %w", err)
	}
	var chunks []string
	for _, stream := range streams {
		for _, message := range stream.Messages {
			r.event = message.ID
			if chunk, ok := message.Values["chunk"].(string); ok {
				chunks = append(chunks, chunk)
			}
		}
	}
	return chunks, nil
}
