package jobs

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/gridmill/gridmill/solver"
)

// lostScript returns those of the chunks numbered from ARGV[1] to before
// ARGV[2] that neither wait nor are answered.
var lostScript = redis.NewScript(`
local lost = {}
for n = tonumber(ARGV[1]), tonumber(ARGV[2]) - 1 do
  local chunk = string.format('%d', n)
  if redis.call('HEXISTS', KEYS[2], chunk) == 0 and redis.call('HEXISTS', KEYS[3], chunk) == 0 then
    lost[#lost + 1] = chunk
  end
end
return lost
`)

// lostAtOnce bounds how many chunks one run of lostScript looks for.
const lostAtOnce = 1000

// lost returns which of the chunks numbered from first to before end a batch
// should have and has not: a fail-over forgot what was written last.
func (s *Store) lost(ctx context.Context, id string, first, end int64) ([]string, error) {
	var all []string
	for from := max(first, 0); from < end; from += lostAtOnce {
		some, err := lostScript.Run(ctx, s.rdb, s.keys.all(id), from, min(from+lostAtOnce, end)).StringSlice()
		if err != nil {
			return nil, fmt.Errorf("look for lost chunks of batch %s: %w", id, err)
		}
		all = append(all, some...)
	}
	return all, nil
}

// mendings bounds how often a batch is mended in a row: each fail-over needs
// one.
const mendings = 10

// mend puts again what was lost of the chunks numbered from first on.
func (f *filling) mend(ctx context.Context, first int64) error {
	if f.Consumed {
		return nil
	}
	for range mendings {
		lost, err := f.Store.lost(ctx, f.spec.ID, first, f.chunks)
		if err != nil || len(lost) == 0 {
			return err
		}
		if err := f.putAgain(ctx, lost); err != nil {
			return err
		}
		if f.Mended != nil {
			f.Mended(len(lost))
		}
	}
	return errors.New("the Redis in use keeps losing chunks; see to it that its replicas keep up, and run the same command again")
}

// putAgain reads the puzzles again and puts the chunks that are listed.
func (f *filling) putAgain(ctx context.Context, lost []string) error {
	n := int64(0)
	for chunk, err := range f.cut() {
		if err != nil {
			return err
		}
		if slices.Contains(lost, strconv.FormatInt(n, 10)) {
			if err := f.Store.put(ctx, f.ref(n), f.spec.queue(f.Store.keys), chunk); err != nil {
				return err
			}
		}
		if n++; n == f.chunks {
			return nil
		}
	}
	return nil
}

// guardEvery is the pause between two looks whether a batch is still accepted.
const guardEvery = 3 * time.Second

// Guard watches over a batch that was filled until it is done or ctx ends, and
// fills it again should a fail-over of Redis have forgotten that it was.
func (p *Producer) Guard(ctx context.Context, spec Spec, puzzles iter.Seq2[solver.Puzzle, error]) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(guardEvery):
		}
		state, err := p.again(ctx, spec, puzzles)
		if ctx.Err() != nil || state == StateDone {
			return nil //nolint:nilerr // whoever ended ctx knows why
		}
		if err != nil {
			return err
		}
	}
}

// again fills the batch again if it is open, and returns the state it had.
func (p *Producer) again(ctx context.Context, spec Spec, puzzles iter.Seq2[solver.Puzzle, error]) (State, error) {
	b, err := p.Store.Batch(ctx, spec.ID)
	if err != nil || b.State != StateOpen {
		return b.State, err
	}
	free := *p
	free.Window = nil // the reader counts each chunk once
	return b.State, free.Fill(ctx, spec, puzzles)
}
