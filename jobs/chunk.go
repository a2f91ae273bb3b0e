package jobs

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/gridmill/gridmill/solver"
)

// codec packs the lines of a chunk for storage: JSON, one object a line,
// compressed with zstd. It is safe for use by many goroutines.
type codec struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
}

// maxUnpacked bounds what one stored value may expand to, in bytes: far more
// than any chunk holds.
const maxUnpacked = 256 << 20

func newCodec() (codec, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(128<<10))
	if err != nil {
		return codec{}, fmt.Errorf("start compression: %w", err)
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxUnpacked))
	if err != nil {
		return codec{}, fmt.Errorf("start decompression: %w", err)
	}
	return codec{enc, dec}, nil
}

// pack writes items as one stored value.
func pack[T any](c codec, items []T) ([]byte, error) {
	var lines bytes.Buffer
	enc := json.NewEncoder(&lines)
	enc.SetEscapeHTML(false)
	for i := range items {
		if err := enc.Encode(&items[i]); err != nil {
			return nil, fmt.Errorf("encode chunk: %w", err)
		}
	}
	return c.enc.EncodeAll(lines.Bytes(), nil), nil
}

// unpack reads what pack wrote.
func unpack[T any](c codec, data []byte) ([]T, error) {
	lines, err := c.dec.DecodeAll(data, nil)
	if err != nil {
		return nil, fmt.Errorf("decompress chunk: %w", err)
	}
	var items []T
	dec := json.NewDecoder(bytes.NewReader(lines))
	for {
		var item T
		switch err := dec.Decode(&item); {
		case errors.Is(err, io.EOF):
			return items, nil
		case err != nil:
			return nil, fmt.Errorf("decode chunk: %w", err)
		}
		items = append(items, item)
	}
}

// entry is one line of a chunk's output: a row, or the name of the chunk that
// a puzzle held back has moved to.
type entry struct {
	solver.Row
	Held string `json:"held,omitempty"`
}

// sortEntries puts a chunk's output in the order of the batch.
func sortEntries(entries []entry) {
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.Seq, b.Seq) })
}
