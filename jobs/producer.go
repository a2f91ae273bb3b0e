package jobs

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// A chunk ends at the first of these bounds, except that it always holds at
// least one puzzle.
const (
	chunkPuzzles = 256
	chunkBytes   = 64 << 10               // of one-line forms and names
	chunkWork    = 500 * time.Millisecond // of estimated search
	// A small batch is cut into about this many chunks all the same, so that
	// it spreads over the workers.
	chunksPerBatch = 64
)

// Producer submits batches. Store and Kinds must be set.
type Producer struct {
	Store *Store
	Kinds solver.Kinds // estimates the work of a puzzle
	// Window, when set, is received from before each chunk is put, so that
	// the chunks outstanding are bounded; a reader sends to it as it finishes
	// with them.
	Window <-chan struct{}
}

// Begin makes the batch known, so that it can be watched, or finds it already
// there. Only a batch that is then StateOpen is to be filled.
func (p *Producer) Begin(ctx context.Context, spec Spec) (State, error) {
	return p.Store.create(ctx, spec)
}

// Fill writes an open batch, numbering its puzzles, and seals it. What an
// earlier Fill of the same batch wrote is left alone. When reading the puzzles
// or Redis fails, the batch stays open: filling it again completes it.
func (p *Producer) Fill(ctx context.Context, spec Spec, puzzles iter.Seq2[solver.Puzzle, error]) error {
	var total, chunks int64
	cut := &cutter{kinds: p.Kinds, most: min(chunkPuzzles, 1+int(spec.Total)/chunksPerBatch)}
	put := func(chunk []solver.Puzzle) error {
		if err := p.wait(ctx); err != nil {
			return err
		}
		if err := p.Store.put(ctx, Ref{spec.ID, strconv.FormatInt(chunks, 10), 1}, spec.queue(p.Store.keys), chunk); err != nil {
			return err
		}
		chunks++
		return nil
	}
	for puzzle, err := range puzzles {
		if err != nil {
			return fmt.Errorf("read puzzles: %w", err)
		}
		puzzle.Seq = total
		total++
		if full := cut.add(puzzle); full != nil {
			if err := put(full); err != nil {
				return err
			}
		}
	}
	if rest := cut.rest(); len(rest) > 0 {
		if err := put(rest); err != nil {
			return err
		}
	}
	return p.Store.seal(ctx, spec.ID, total, chunks)
}

func (p *Producer) wait(ctx context.Context) error {
	if p.Window == nil {
		return nil
	}
	select {
	case <-p.Window:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// put stores a chunk and announces it in a queue, unless it is committed
// already.
func (s *Store) put(ctx context.Context, ref Ref, queue string, puzzles []solver.Puzzle) error {
	payload := pack(s.codec, puzzles)
	waiting, err := putScript.Run(ctx, s.rdb, s.keys.all(ref.Batch), ref.Chunk, payload, firstLook.Milliseconds()).Int()
	switch {
	case err != nil:
		return fmt.Errorf("put chunk %s: %w", ref, err)
	case waiting < 0:
		return fmt.Errorf("put chunk %s: %w: it was cancelled or removed while it was written", ref, ErrNoBatch)
	case waiting == 0:
		return nil
	}
	_, err = s.enqueue(ctx, ref, queue)
	return err
}

// cutter groups a stream of puzzles into chunks. The same stream is always cut
// the same way.
type cutter struct {
	kinds solver.Kinds
	most  int // puzzles in a chunk
	chunk []solver.Puzzle
	bytes int
	work  time.Duration
}

// add takes a puzzle and returns the chunk that ended before it, or nil.
func (c *cutter) add(p solver.Puzzle) []solver.Puzzle {
	size := len(p.Form) + len(p.Name) + len(p.File)
	var work time.Duration
	if kind := c.kinds.Lookup(p.Kind); kind != nil && p.Error == nil {
		work = kind.Work(p.Form)
	}
	var full []solver.Puzzle
	if len(c.chunk) == c.most || c.bytes+size > chunkBytes || c.work+work > chunkWork {
		full = c.rest()
	}
	c.chunk, c.bytes, c.work = append(c.chunk, p), c.bytes+size, c.work+work
	return full
}

// rest returns the chunk begun, empty when there is none, and begins another.
func (c *cutter) rest() []solver.Puzzle {
	chunk := c.chunk
	c.chunk, c.bytes, c.work = nil, 0, 0
	if len(chunk) == 0 {
		return nil
	}
	return chunk
}
