package jobs

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/gridmill/gridmill/solver"
)

// codec packs the lines of a chunk for storage: JSON, one object a line,
// compressed with zstd. It is safe for use by many goroutines.
type codec struct {
	enc  *zstd.Encoder
	dec  *zstd.Decoder
	bufs *sync.Pool // of *[]byte, for the lines of one chunk
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
	return codec{enc, dec, &sync.Pool{New: func() any { return new([]byte) }}}, nil
}

// line is what a chunk holds many of.
type line[T any] interface {
	*T
	AppendJSON(dst []byte) []byte
	ParseJSON(text string) error
}

// pack writes items as one stored value.
func pack[T any, L line[T]](c codec, items []T) []byte {
	buf := c.bufs.Get().(*[]byte)
	defer c.bufs.Put(buf)
	lines := (*buf)[:0]
	for i := range items {
		lines = append(L(&items[i]).AppendJSON(lines), '\n')
	}
	*buf = lines
	return c.enc.EncodeAll(lines, nil)
}

// sign appends a mark to what pack wrote, so that no two calls give the same
// value: whoever finds his own stored knows that it was he who stored it. The
// mark is a frame of zstd that is skipped by who reads: magic number, length,
// content.
func sign(payload []byte) []byte {
	payload = append(payload, 0x50, 0x2a, 0x4d, 0x18, 8, 0, 0, 0)
	return binary.LittleEndian.AppendUint64(payload, rand.Uint64())
}

// unpack reads what pack wrote.
func unpack[T any, L line[T]](c codec, data []byte) ([]T, error) {
	buf := c.bufs.Get().(*[]byte)
	defer c.bufs.Put(buf)
	lines, err := c.dec.DecodeAll(data, (*buf)[:0])
	if err != nil {
		return nil, fmt.Errorf("decompress chunk: %w", err)
	}
	*buf = lines
	items := make([]T, 0, bytes.Count(lines, []byte("\n")))
	for text := range strings.Lines(string(lines)) { // one string, which the items share
		items = append(items, *new(T))
		if err := L(&items[len(items)-1]).ParseJSON(strings.TrimSuffix(text, "\n")); err != nil {
			return nil, fmt.Errorf("decode chunk: %w", err)
		}
	}
	return items, nil
}

// entry is one line of a chunk's output: a row, or the name of the chunk that
// a puzzle held back has moved to.
type entry struct {
	solver.Row
	Held string `json:"held,omitempty"`
}

// AppendJSON appends e as a JSON object.
func (e *entry) AppendJSON(dst []byte) []byte {
	dst = e.Row.AppendJSON(dst)
	if e.Held == "" {
		return dst
	}
	dst = append(dst[:len(dst)-1], `,"held":"`...)
	return append(append(dst, e.Held...), `"}`...)
}

// ParseJSON reads what AppendJSON wrote.
func (e *entry) ParseJSON(text string) error {
	*e = entry{}
	if !strings.Contains(text, `"held"`) {
		return e.Row.ParseJSON(text)
	}
	return json.Unmarshal([]byte(text), e)
}

// sortEntries puts a chunk's output in the order of the batch.
func sortEntries(entries []entry) {
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.Seq, b.Seq) })
}
