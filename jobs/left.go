package jobs

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// leftover is a puzzle whose row ended without a verdict, kept so that it can
// be tried again. Its line is the status, a blank and the puzzle.
type leftover struct {
	solver.Puzzle
	status solver.Status
}

// AppendJSON appends the line of l.
func (l *leftover) AppendJSON(dst []byte) []byte {
	dst = append(append(dst, l.status...), ' ')
	return l.Puzzle.AppendJSON(dst)
}

// ParseJSON reads what AppendJSON wrote.
func (l *leftover) ParseJSON(text string) error {
	status, puzzle, _ := strings.Cut(text, " ")
	l.status = solver.Status(status)
	return l.Puzzle.ParseJSON(puzzle)
}

// Retryable lists the statuses of rows whose puzzles are kept.
func Retryable() []solver.Status {
	return []solver.Status{solver.Limited, solver.Failed, solver.Cancelled}
}

// packLeft packs those of a chunk's puzzles whose rows ended without a verdict,
// or returns "".
func packLeft(c codec, puzzles []solver.Puzzle, rows []solver.Row) any {
	status := map[int64]solver.Status{}
	for i := range rows {
		if slices.Contains(Retryable(), rows[i].Status) {
			status[rows[i].Seq] = rows[i].Status
		}
	}
	if len(status) == 0 {
		return ""
	}
	var left []leftover
	for i := range puzzles {
		if s := status[puzzles[i].Seq]; s != "" {
			left = append(left, leftover{puzzles[i], s})
		}
	}
	return pack(c, left)
}

// Left yields the puzzles of a batch whose rows ended with one of statuses, in
// the order of its input. It can be ranged over again for as long as the batch
// is kept.
func (s *Store) Left(ctx context.Context, id string, statuses []solver.Status) iter.Seq2[solver.Puzzle, error] {
	return func(yield func(solver.Puzzle, error) bool) {
		if err := s.eachLeft(ctx, id, statuses, func(p solver.Puzzle) bool { return yield(p, nil) }); err != nil {
			yield(solver.Puzzle{}, err)
		}
	}
}

func (s *Store) eachLeft(ctx context.Context, id string, statuses []solver.Status, yield func(solver.Puzzle) bool) error {
	names, err := s.rdb.HKeys(ctx, s.keys.left(id)).Result()
	if err != nil {
		return fmt.Errorf("list puzzles left of batch %s: %w", id, err)
	}
	sortChunks(names)
	for len(names) > 0 {
		// What was held back from a chunk belongs among its neighbours, so that
		// a page ends where the next submitted chunk begins.
		end := min(prefetch, len(names))
		for end < len(names) && submittedAs(names[end]) == submittedAs(names[end-1]) {
			end++
		}
		left, err := s.readLeft(ctx, id, names[:end])
		if err != nil {
			return err
		}
		names = names[end:]
		for i := range left {
			if slices.Contains(statuses, left[i].status) && !yield(left[i].Puzzle) {
				return nil
			}
		}
	}
	return nil
}

// readLeft returns what is left of the given chunks, in the order of the
// batch, and keeps the batch while it is read.
func (s *Store) readLeft(ctx context.Context, id string, chunks []string) ([]leftover, error) {
	values, err := s.rdb.HMGet(ctx, s.keys.left(id), chunks...).Result()
	if err == nil {
		err = touchScript.Run(ctx, s.rdb, s.keys.all(id)).Err()
	}
	if err != nil {
		return nil, fmt.Errorf("read puzzles left of batch %s: %w", id, err)
	}
	var left []leftover
	for i, value := range values {
		payload, ok := value.(string)
		if !ok {
			return nil, fmt.Errorf("read puzzles left of batch %s: %w: it was removed meanwhile", id, ErrNoBatch)
		}
		some, err := unpack[leftover](s.codec, []byte(payload))
		if err != nil {
			return nil, fmt.Errorf("read puzzles left of chunk %s/%s: %w", id, chunks[i], err)
		}
		left = append(left, some...)
	}
	slices.SortFunc(left, func(a, b leftover) int { return cmp.Compare(a.Seq, b.Seq) })
	return left, nil
}

// submittedAs returns the place of a chunk in its batch; a chunk held back has
// that of the one it was held back from.
func submittedAs(name string) int {
	n, _ := chunkPlace(name)
	return n
}

// chunkPlace reads the name of a chunk: N is place n, N.k is place k of n and
// comes behind it.
func chunkPlace(name string) (n, k int) {
	first, second, split := strings.Cut(name, ".")
	n, _ = strconv.Atoi(first) // names are made of numbers
	if split {
		k, _ = strconv.Atoi(second)
		k++
	}
	return n, k
}

// sortChunks puts the names of chunks in the order of the batch.
func sortChunks(names []string) {
	slices.SortFunc(names, func(a, b string) int {
		n, k := chunkPlace(a)
		m, l := chunkPlace(b)
		return cmp.Or(cmp.Compare(n, m), cmp.Compare(k, l))
	})
}
