package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/klauspost/compress/zstd"
	"github.com/redis/go-redis/v9"

	"github.com/gridmill/gridmill/solver"
)

// Key names a key of a batch as it is in Redis, by the default prefix.
func Key(batch, what string) string { return "gridmill:{" + batch + "}:" + what }

// Output reads the output of a batch as it lies in Redis, without the reader
// that people use: what would be hidden by that one shows up here.
type Output struct {
	rdb   redis.UniversalClient
	batch string
	dec   *zstd.Decoder
	seen  map[string]bool // chunks read before
}

// NewOutput prepares to read the output of a batch.
func NewOutput(rdb redis.UniversalClient, batch string) (*Output, error) {
	dec, err := zstd.NewReader(nil)
	if err != nil {
		return nil, err
	}
	return &Output{rdb: rdb, batch: batch, dec: dec, seen: map[string]bool{}}, nil
}

// Written is a row, and the chunk that it lies in.
type Written struct {
	solver.Row
	Chunk string
}

// Next returns the rows of the chunks that came since the last call, without
// the places of puzzles that were held back from theirs.
func (o *Output) Next(ctx context.Context) ([]Written, error) {
	chunks, err := o.rdb.HKeys(ctx, Key(o.batch, "out")).Result()
	if err != nil {
		return nil, err
	}
	var rows []Written
	for _, chunk := range chunks {
		if o.seen[chunk] {
			continue
		}
		packed, err := o.rdb.HGet(ctx, Key(o.batch, "out"), chunk).Bytes()
		if err != nil {
			return nil, err
		}
		lines, err := o.dec.DecodeAll(packed, nil)
		if err != nil {
			return nil, fmt.Errorf("chunk %s: %w", chunk, err)
		}
		for line := range bytes.Lines(lines) {
			var entry struct {
				solver.Row
				Held string
			}
			if err := json.Unmarshal(line, &entry); err != nil {
				return nil, fmt.Errorf("chunk %s: %w", chunk, err)
			}
			if entry.Held == "" {
				rows = append(rows, Written{entry.Row, chunk})
			}
		}
		o.seen[chunk] = true
	}
	return rows, nil
}
