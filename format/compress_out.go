package format

import (
	"compress/gzip"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// Compress returns a writer that compresses for w as the name of a file says:
// gzip for .gz, zstd for .zst, and what is written for any other name. Close
// writes what is still held back; it does not close w.
func Compress(w io.Writer, name string) (io.WriteCloser, error) {
	switch compression(name) {
	case ".gz":
		return gzip.NewWriter(w), nil
	case ".zst":
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	}
	return verbatim{w}, nil
}

// CheckCompression returns a *NameError for a name that promises a compression
// which Compress does not know: it would write into it what is not compressed.
func CheckCompression(name string) error {
	switch ext := strings.ToLower(filepath.Ext(name)); ext {
	case ".bz2", ".xz", ".lz4", ".br", ".7z", ".zip", ".tgz", ".rar":
		return &NameError{What: "compression of output", Name: ext, Known: []string{".gz", ".zst"}}
	}
	return nil
}

// Uncompressed returns the name of a file without the extension that Compress
// goes by.
func Uncompressed(name string) string { return name[:len(name)-len(compression(name))] }

// compression returns the extension of name that stands for a compression.
func compression(name string) string {
	switch ext := filepath.Ext(name); strings.ToLower(ext) {
	case ".gz", ".zst":
		return strings.ToLower(ext)
	}
	return ""
}

// verbatim compresses nothing.
type verbatim struct{ io.Writer }

func (verbatim) Close() error { return nil }
