//go:build chaos

package chaos

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/gridmill/gridmill/test/fleet"
)

// usage is the memory that a Redis takes, in bytes a puzzle.
type usage struct {
	total float64            // by INFO: keys, their tables, and what the server needs for itself; not its connections
	by    map[string]float64 // by MEMORY USAGE of the keys of each group
}

// groups are what the keys of Redis are counted under.
var groups = []string{"in", "out", "claims", "tries", "meta", "events", "memo", "queue", "other"}

func usedBy(f *fleet.Fleet, puzzles int) usage {
	f.T.Helper()
	rdb, ctx := f.Client(), f.T.Context()
	used := infoNumber(f.T, rdb, "used_memory") - infoNumber(f.T, rdb, "mem_clients_normal")
	u := usage{total: float64(used) / float64(puzzles), by: map[string]float64{}}
	var names []string
	for it := rdb.Scan(ctx, 0, "*", 1000).Iterator(); it.Next(ctx); {
		names = append(names, it.Val())
	}
	for part := range slices.Chunk(names, 1000) {
		sizes := make([]*redis.IntCmd, len(part))
		_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
			for i, name := range part {
				sizes[i] = pipe.MemoryUsage(ctx, name, 0)
			}
			return nil
		})
		if err != nil && !errors.Is(err, redis.Nil) {
			f.T.Fatal(err)
		}
		for i, name := range part {
			u.by[groupOf(name)] += float64(sizes[i].Val()) / float64(puzzles)
		}
	}
	return u
}

func groupOf(name string) string {
	if strings.HasPrefix(name, "asynq:") {
		return "queue"
	}
	if strings.Contains(name, "memo") {
		return "memo"
	}
	if _, what, ok := strings.Cut(name, "}:"); ok && slices.Contains(groups, what) {
		return what
	}
	return "other"
}

// commandsOf returns how many commands Redis has run, and names those there
// were most of, both a puzzle.
func commandsOf(t testing.TB, rdb *redis.Client, puzzles int) (all float64, most string) {
	t.Helper()
	text, err := rdb.Info(t.Context(), "commandstats").Result()
	if err != nil {
		t.Fatal(err)
	}
	type count struct {
		name  string
		calls int
	}
	var counts []count
	sum := 0
	for line := range strings.Lines(text) {
		name, values, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "cmdstat_"), ":calls=")
		if !ok {
			continue
		}
		var calls int
		if _, err := fmt.Sscanf(values, "%d,", &calls); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		counts, sum = append(counts, count{name, calls}), sum+calls
	}
	slices.SortFunc(counts, func(a, b count) int { return cmp.Compare(b.calls, a.calls) })
	var names []string
	for _, c := range counts[:min(6, len(counts))] {
		names = append(names, fmt.Sprintf("%s %.3f", c.name, float64(c.calls)/float64(puzzles)))
	}
	return float64(sum) / float64(puzzles), strings.Join(names, ", ")
}
