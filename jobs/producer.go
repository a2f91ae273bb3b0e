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
	chunkBytes   = 64 << 10               // of one-line forms and names, but not of files, which a batch does not depend on
	chunkWork    = 500 * time.Millisecond // of estimated search
	// A small batch is cut into about this many chunks all the same, so that
	// it spreads over the workers.
	chunksPerBatch = 64
)

// Producer submits batches. Store and Kinds must be set.
type Producer struct {
	Store *Store
	Kinds solver.Kinds // estimates the work of a puzzle
	// Window, when set, bounds the chunks outstanding.
	Window *Window
	// MaxWaiting is how many chunks may wait, over all open batches, before
	// the producer waits too. 0 means any number.
	MaxWaiting int64
	// Held, when set, is called with the reason when the producer begins to
	// wait for room in Redis, and with "" when it goes on.
	Held func(reason string)
	// Mended, when set, is called with how many chunks Redis had lost, once they
	// are put again.
	Mended func(chunks int)
	// Consumed says that the rows are removed as they are read, so that a
	// chunk which is not there is no loss.
	Consumed bool
}

// Begin makes the batch known, so that it can be watched, or finds it already
// there. Only a batch that is then StateOpen is to be filled: a new one, one
// that was not written whole, or one that a fail-over of Redis took chunks
// from.
func (p *Producer) Begin(ctx context.Context, spec Spec) (State, error) {
	state, err := p.Store.create(ctx, spec)
	if err != nil || state != StateSealed || p.Consumed {
		return state, err
	}
	b, err := p.Store.Batch(ctx, spec.ID)
	if err != nil {
		return state, err
	}
	lost, err := p.Store.lost(ctx, spec.ID, 0, b.Chunks)
	if len(lost) > 0 {
		state = StateOpen
	}
	return state, err
}

// Fill writes an open batch, numbering its puzzles, and seals it. What an
// earlier Fill of the same batch wrote is left alone. When reading the puzzles
// or Redis fails, the batch stays open: filling it again completes it. The
// puzzles are read again should Redis have lost some by then.
func (p *Producer) Fill(ctx context.Context, spec Spec, puzzles iter.Seq2[solver.Puzzle, error]) error {
	f := &filling{Producer: p, spec: spec, puzzles: puzzles}
	if err := f.write(ctx); err != nil {
		return err
	}
	if err := p.Store.seal(ctx, spec.ID, f.total, f.chunks); err != nil {
		return err
	}
	return f.mend(ctx, 0)
}

// filling is one run of Fill.
type filling struct {
	*Producer
	spec    Spec
	puzzles iter.Seq2[solver.Puzzle, error]
	total   int64 // puzzles written
	chunks  int64 // chunks written
	room    room
}

// write puts every chunk.
func (f *filling) write(ctx context.Context) error {
	for chunk, err := range f.cut() {
		if err != nil {
			return err
		}
		if err := f.wait(ctx); err != nil {
			return err
		}
		if err := f.Store.put(ctx, f.ref(f.chunks), f.spec.queue(f.Store.keys), chunk); err != nil {
			return err
		}
		f.total += int64(len(chunk))
		f.chunks++
	}
	return nil
}

func (f *filling) ref(n int64) Ref { return Ref{f.spec.ID, strconv.FormatInt(n, 10), 1} }

// cut yields the chunks, in order and always the same.
func (f *filling) cut() iter.Seq2[[]solver.Puzzle, error] {
	return func(yield func([]solver.Puzzle, error) bool) {
		cut := &cutter{kinds: f.Kinds, most: min(chunkPuzzles, 1+int(f.spec.Total)/chunksPerBatch)}
		seq := int64(0)
		for puzzle, err := range f.puzzles {
			if err != nil {
				yield(nil, fmt.Errorf("read puzzles: %w", err))
				return
			}
			puzzle.Seq = seq
			seq++
			if full := cut.add(puzzle); full != nil && !yield(full, nil) {
				return
			}
		}
		if rest := cut.rest(); len(rest) > 0 {
			yield(rest, nil)
		}
	}
}

// lookEvery is the pause between two looks for chunks that were lost while
// the reader waits, perhaps for them.
const lookEvery = 2 * time.Second

// wait waits for room in Redis and in the window.
func (f *filling) wait(ctx context.Context) error {
	if err := f.room.wait(ctx, f.Producer, f.spec); err != nil {
		return err
	}
	if f.Window == nil {
		return nil
	}
	for {
		room := f.Window.enter()
		if room == nil {
			return nil
		}
		select {
		case <-room:
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lookEvery):
			if err := f.mend(ctx, f.chunks-2*f.Window.most); err != nil {
				return err
			}
		}
	}
}

// put stores a chunk and announces it in a queue, unless it is committed
// already.
func (s *Store) put(ctx context.Context, ref Ref, queue string, puzzles []solver.Puzzle) error {
	payload := pack(s.codec, puzzles)
	waiting, err := putScript.Run(ctx, s.rdb, s.keys.all(ref.Batch),
		ref.Chunk, payload, firstLook.Milliseconds(), puzzles[0].Seq).Int()
	switch {
	case err != nil:
		return fmt.Errorf("put chunk %s: %w", ref, err)
	case waiting == putOtherwise:
		return fmt.Errorf("put chunk %s: %w", ref, ErrCutOtherwise)
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
	size := len(p.Form) + len(p.Name)
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
