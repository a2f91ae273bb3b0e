package format

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

const (
	// defaultMaxExpand bounds what a compressed file expands to.
	defaultMaxExpand = 16 << 30
	// maxWindow is the most memory a zstd file may ask for; files that zstd
	// itself opens without being told to need no more.
	maxWindow = 128 << 20
)

// expand returns a reader of what in holds, expanded when its first bytes are
// those of gzip or zstd, and a function that releases the decoder. most bounds
// what it may expand to, in bytes; 0 means defaultMaxExpand.
func expand(in *bufio.Reader, file string, most int64) (*bufio.Reader, func(), error) {
	none := func() {}
	if most < 0 {
		return nil, none, fmt.Errorf("read %s: the bound on expansion is %d bytes; it must be positive, or 0 for the default", file, most)
	}
	if most == 0 {
		most = defaultMaxExpand
	}
	magic, err := in.Peek(4)
	if err != nil && err != io.EOF {
		return nil, none, fmt.Errorf("read %s: %w", file, err)
	}
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		dec, err := gzip.NewReader(in)
		if err != nil {
			return nil, none, fmt.Errorf("read %s: %w", file, cutShort(err))
		}
		return bound(dec, most), none, nil
	case isZstd(magic):
		dec, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, none, fmt.Errorf("read %s: %w", file, cutShort(err))
		}
		return bound(dec, most), dec.Close, nil
	}
	return in, none, nil
}

// isZstd knows the frames of zstd: those with content and those to skip,
// which some writers put first.
func isZstd(magic []byte) bool {
	if len(magic) < 4 {
		return false
	}
	content := magic[0] == 0x28 && magic[1] == 0xb5 && magic[2] == 0x2f && magic[3] == 0xfd
	skipped := magic[0]&0xf0 == 0x50 && magic[1] == 0x2a && magic[2] == 0x4d && magic[3] == 0x18
	return content || skipped
}

// cutShort keeps the end of a header that is not whole from looking like the
// end of a file that is.
func cutShort(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func bound(r io.Reader, most int64) *bufio.Reader {
	return bufio.NewReaderSize(&bounded{r: r, most: most, left: most}, BufferSize)
}

// bounded reads at most so many bytes; one more is an error.
type bounded struct {
	r          io.Reader
	most, left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.r.Read(p)
	if int64(n) > b.left {
		return int(b.left), fmt.Errorf("%w: to more than %s; if that is meant, expand it first and pass on what comes out",
			ErrExpandBound, bytesText(b.most))
	}
	b.left -= int64(n)
	return n, err
}

// bytesText writes a number of bytes in GiB where it is a whole number of them.
func bytesText(n int64) string {
	if n > 0 && n%(1<<30) == 0 {
		return fmt.Sprintf("%d GiB", n>>30)
	}
	return fmt.Sprintf("%d bytes", n)
}
