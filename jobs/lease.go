package jobs

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/gridmill/gridmill/solver"
)

// Lease is how long a claim stands without being renewed. A worker that dies
// leaves its chunks to others after at most this long and one sweep.
const Lease = 10 * time.Second

const (
	// firstLook is how long a chunk may wait for its first claim before the
	// sweeper makes sure that its task is still there, and nextLook the pause
	// until it looks again.
	firstLook = 30 * time.Second
	nextLook  = time.Minute
)

// Chunk is a slice of a batch in the hands of a worker.
type Chunk struct {
	Ref
	Puzzles []solver.Puzzle
	Options Options
	// Deaths counts the executions begun before this one that neither
	// committed the chunk nor handed it back.
	Deaths  int
	Created string // when its batch was made, as the batch has it
	token   string // of this execution
}

// Claim takes the chunk of a task for one lease. The chunk is nil, without an
// error, when there is nothing to do: it was committed, its batch is gone, or
// another worker holds it.
func (s *Store) Claim(ctx context.Context, ref Ref) (*Chunk, error) {
	c := &Chunk{Ref: ref, token: rand.Text()[:12]}
	got, err := claimScript.Run(ctx, s.rdb, s.keys.all(ref.Batch), ref.Chunk, Lease.Milliseconds(), c.token).Slice()
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("claim chunk %s: %w", ref, err)
	}
	payload, _ := got[0].(string)
	options, _ := got[1].(string)
	deaths, _ := got[2].(int64)
	c.Deaths = int(deaths)
	c.Created, _ = got[3].(string)
	if c.Puzzles, err = unpack[solver.Puzzle](s.codec, []byte(payload)); err != nil {
		return nil, fmt.Errorf("claim chunk %s: %w", ref, err)
	}
	if err := json.Unmarshal([]byte(options), &c.Options); err != nil {
		return nil, fmt.Errorf("claim chunk %s: read options: %w", ref, err)
	}
	_ = s.list(ctx, ref.Batch) // the claim stands either way, and the next makes up for it
	return c, nil
}

// Renew extends the lease of a claim. It reports whether the chunk is still
// the caller's: if not, it was committed or another works on it, and whatever
// the caller finds changes nothing any more.
func (s *Store) Renew(ctx context.Context, c *Chunk) (held bool, err error) {
	held, err = renewScript.Run(ctx, s.rdb, s.keys.all(c.Batch), c.Chunk, Lease.Milliseconds(), c.token).Bool()
	if err != nil {
		return false, fmt.Errorf("renew chunk %s: %w", c.Ref, err)
	}
	return held, nil
}

// HandBack gives up a claim and queues the chunk again at once.
func (s *Store) HandBack(ctx context.Context, c *Chunk) error {
	try, err := handBackScript.Run(ctx, s.rdb, s.keys.all(c.Batch), c.Chunk, Lease.Milliseconds(), c.token).Int()
	if err != nil {
		return fmt.Errorf("hand back chunk %s: %w", c.Ref, err)
	}
	if try == 0 {
		return nil
	}
	_, err = s.requeue(ctx, Ref{c.Batch, c.Chunk, try})
	return err
}

// Result is what came of a chunk. Rows and held puzzles together are the
// chunk's puzzles.
type Result struct {
	Rows []solver.Row
	Held []solver.Puzzle // to be given a chunk of their own each
	// Suspects are the seqs of puzzles held back because they killed their
	// process: a claim of such a chunk has Deaths of SuspectDeaths from the
	// first on.
	Suspects []int64
	Waits    int // rows that waited for another chunk's answer
	Dropped  int // remembered values found wrong
}

// SuspectDeaths is how many executions of a chunk have died before one of its
// puzzles is suspected to be the cause.
const SuspectDeaths = 2

// tally counts where the answers came from.
func (r *Result) tally() Tally {
	t := Tally{Waits: int64(r.Waits), Dropped: int64(r.Dropped)}
	for i := range r.Rows {
		switch r.Rows[i].Source {
		case solver.FromSearch:
			t.Solves++
		case solver.FromMemo:
			t.Hits++
		}
	}
	return t
}

// Commit stores the rows of a chunk and moves each puzzle held back to a chunk
// of its own in the hard lane, all or nothing. It reports whether this commit
// was the chunk's first; any later one changes nothing. A commit whose reply
// was lost is tried again, and still knows that it was the first.
func (s *Store) Commit(ctx context.Context, c *Chunk, result Result) (bool, error) {
	args, splits, err := s.commitArgs(c, result)
	if err != nil {
		return false, fmt.Errorf("commit chunk %s: %w", c.Ref, err)
	}
	won, err := s.durably(ctx, commitScript, s.keys.all(c.Batch), args...).Int()
	if err != nil {
		return false, fmt.Errorf("commit chunk %s: %w", c.Ref, err)
	}
	if won == 0 {
		return false, nil
	}
	for _, split := range splits {
		if _, err := s.enqueue(ctx, split, s.keys.queue(Hard)); err != nil {
			return true, err
		}
	}
	return true, s.closeIfDone(ctx, c.Batch, won == 2)
}

// commitArgs lays out the arguments of commitScript and names the splits.
func (s *Store) commitArgs(c *Chunk, result Result) ([]any, []Ref, error) {
	rows, held := result.Rows, result.Held
	moved := make(map[int64]bool, len(held))
	for i := range held {
		moved[held[i].Seq] = true
	}
	entries := make([]entry, 0, len(c.Puzzles))
	counts := map[solver.Status]int{}
	for i := range rows {
		entries = append(entries, entry{Row: rows[i]})
		counts[rows[i].Status]++
	}
	var splits []Ref
	var parts []any
	for k := range c.Puzzles {
		p := &c.Puzzles[k]
		if !moved[p.Seq] {
			continue
		}
		deaths := 0
		if slices.Contains(result.Suspects, p.Seq) {
			deaths = SuspectDeaths
		}
		ref := Ref{Batch: c.Batch, Chunk: fmt.Sprintf("%s.%d", c.Chunk, k), Try: deaths + 1}
		payload := pack(s.codec, []solver.Puzzle{*p})
		splits = append(splits, ref)
		parts = append(parts, ref.Chunk, payload, deaths)
		entries = append(entries, entry{Row: solver.Row{Seq: p.Seq}, Held: ref.Chunk})
	}
	if len(rows)+len(splits) != len(c.Puzzles) {
		return nil, nil, fmt.Errorf("%d rows and %d held back for %d puzzles", len(rows), len(splits), len(c.Puzzles))
	}
	sortEntries(entries)
	payload := sign(pack(s.codec, entries))
	var pairs []any
	for _, status := range solver.Statuses() {
		if n := counts[status]; n > 0 {
			pairs = append(pairs, string(status), n)
		}
	}
	tally := result.tally()
	for field, count := range tally.fields() {
		if *count > 0 {
			pairs = append(pairs, field, *count)
		}
	}
	args := append([]any{c.Chunk, payload, packLeft(s.codec, c.Puzzles, rows), firstLook.Milliseconds(), len(rows), len(pairs) / 2}, pairs...)
	return append(args, parts...), splits, nil
}
