package jobs

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/redis/go-redis/v9"

	"github.com/gridmill/gridmill/solver"
)

// RowsOptions say how Rows reads a batch.
type RowsOptions struct {
	// Follow waits for rows that are not there yet; without it they are
	// passed over.
	Follow bool
	// Done yields the rows of each chunk as soon as it is committed, instead of
	// all rows in the order of the input.
	Done bool
	// Printed, when set, is called after the rows of each chunk that is there
	// have been yielded.
	Printed func()
	// Settled, when set, is called once for each chunk of the input, after all
	// its rows have been yielded, those of puzzles held back too.
	Settled func()
	// Remove deletes rows once they were yielded. Only for a reader that owns
	// the batch.
	Remove bool
}

func (o *RowsOptions) printed() {
	if o.Printed != nil {
		o.Printed()
	}
}

func (o *RowsOptions) settled() {
	if o.Settled != nil {
		o.Settled()
	}
}

// prefetch is how many chunks one round trip asks for.
const prefetch = 8

// Rows yields the rows of a batch, each once. It ends after the last row, or
// with an error: ErrNoBatch when the batch is not there, the context's when it
// was called off.
func (s *Store) Rows(ctx context.Context, id string, opts RowsOptions) iter.Seq2[solver.Row, error] {
	return func(yield func(solver.Row, error) bool) {
		run := s.newRowReader(id, opts).run
		if opts.Done {
			run = s.newDoneReader(id, opts).run
		}
		if err := run(ctx, func(row solver.Row) bool { return yield(row, nil) }); err != nil {
			yield(solver.Row{}, err)
		}
	}
}

// rowReader walks the output of one batch in the order of its input.
type rowReader struct {
	store *Store
	id    string
	opts  RowsOptions
	ready map[string][]entry // fetched ahead, by chunk
	event string             // the newest event seen
}

func (s *Store) newRowReader(id string, opts RowsOptions) *rowReader {
	return &rowReader{store: s, id: id, opts: opts, ready: map[string][]entry{}}
}

func (r *rowReader) run(ctx context.Context, yield func(solver.Row) bool) error {
	for n := int64(0); ; n++ {
		entries, err := r.chunk(ctx, n)
		if err != nil {
			return err
		}
		if entries == nil { // absent: the end, or not there yet
			if end, err := r.ended(ctx, n); end || err != nil {
				return err
			}
			continue
		}
		for i := range entries {
			row, ok, err := r.row(ctx, &entries[i])
			if err != nil {
				return err
			}
			if ok && !yield(row) {
				return nil
			}
		}
		if err := r.finish(ctx, strconv.FormatInt(n, 10)); err != nil {
			return err
		}
		r.opts.printed()
		r.opts.settled()
	}
}

// chunk returns the output of chunk n. When it is not there it waits for it
// (Follow) or returns nil; it also returns nil when the batch ends before n.
func (r *rowReader) chunk(ctx context.Context, n int64) ([]entry, error) {
	name := strconv.FormatInt(n, 10)
	ahead := make([]string, prefetch)
	for i := range ahead {
		ahead[i] = strconv.FormatInt(n+int64(i), 10)
	}
	return r.await(ctx, name, ahead, func() (bool, error) { return r.ended(ctx, n) })
}

// row returns the row of an entry; that of a puzzle held back is found in the
// chunk it moved to.
func (r *rowReader) row(ctx context.Context, e *entry) (solver.Row, bool, error) {
	if e.Held == "" {
		return e.Row, true, nil
	}
	gone := func() (bool, error) {
		_, err := r.store.Batch(ctx, r.id)
		return false, err
	}
	moved, err := r.await(ctx, e.Held, []string{e.Held}, gone)
	if err != nil || len(moved) == 0 {
		return solver.Row{}, false, err
	}
	return moved[0].Row, true, r.finish(ctx, e.Held)
}

// ended reports whether the batch has no chunk n and never will.
func (r *rowReader) ended(ctx context.Context, n int64) (bool, error) {
	b, err := r.store.Batch(ctx, r.id)
	if err != nil {
		return true, err
	}
	if b.State == StateOpen {
		return !r.opts.Follow, nil
	}
	return n >= b.Chunks, nil
}

// await fetches the output of chunk name, together with that of the chunks
// ahead, and waits for it while Follow is set and over is false.
func (r *rowReader) await(ctx context.Context, name string, ahead []string, over func() (bool, error)) ([]entry, error) {
	for {
		if entries, ok := r.ready[name]; ok {
			delete(r.ready, name)
			return entries, nil
		}
		if err := r.fetch(ctx, ahead); err != nil {
			return nil, err
		}
		if _, ok := r.ready[name]; ok {
			continue
		}
		if end, err := over(); end || err != nil || !r.opts.Follow {
			return nil, err
		}
		var err error
		if r.event, err = r.store.nextEvents(ctx, r.id, r.event); err != nil {
			return nil, err
		}
	}
}

// fetch asks for the output of the chunks that are not at hand yet.
func (r *rowReader) fetch(ctx context.Context, chunks []string) error {
	chunks = slices.DeleteFunc(slices.Clone(chunks), func(chunk string) bool {
		_, ok := r.ready[chunk]
		return ok
	})
	values, err := r.store.rdb.HMGet(ctx, r.store.keys.out(r.id), chunks...).Result()
	if err == nil {
		err = touchScript.Run(ctx, r.store.rdb, r.store.keys.all(r.id)).Err()
	}
	if err != nil {
		return fmt.Errorf("read rows: %w", err)
	}
	for i, value := range values {
		payload, ok := value.(string)
		if !ok {
			continue
		}
		if r.ready[chunks[i]], err = unpack[entry](r.store.codec, []byte(payload)); err != nil {
			return fmt.Errorf("read rows of chunk %s/%s: %w", r.id, chunks[i], err)
		}
	}
	return nil
}

// finish drops the stored output of a chunk that was yielded, if asked to.
func (r *rowReader) finish(ctx context.Context, chunk string) error {
	if !r.opts.Remove {
		return nil
	}
	pipe := r.store.rdb.Pipeline()
	pipe.HDel(ctx, r.store.keys.out(r.id), chunk)
	pipe.HDel(ctx, r.store.keys.left(r.id), chunk)
	if _, err := pipe.Exec(ctx); err != nil {
		return fmt.Errorf("remove printed rows: %w", err)
	}
	return nil
}

// nextEvents waits up to a second for events of a batch after the one with id
// last ("" for the beginning) and returns the id of the newest.
func (s *Store) nextEvents(ctx context.Context, id, last string) (newest string, err error) {
	if last == "" {
		last = "0"
	}
	streams, err := s.rdb.XRead(ctx, &redis.XReadArgs{
		Streams: []string{s.keys.events(id), last},
		Block:   eventWait,
	}).Result()
	if errors.Is(err, redis.Nil) {
		return last, errors.Join(ctx.Err(), s.list(ctx, id)) // no news may mean that it was forgotten
	}
	if err != nil {
		return last, fmt.Errorf("wait for rows: %w", err)
	}
	for _, stream := range streams {
		if len(stream.Messages) > 0 {
			last = stream.Messages[len(stream.Messages)-1].ID
		}
	}
	return last, nil
}
