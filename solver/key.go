package solver

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// Key names a puzzle whatever guise it comes in: "kind:version:hash". Two
// puzzles with one key have one answer.
type Key string

// Digest is the hash of a key in binary.
type Digest [16]byte

// NewKey hashes a canonical form: SHA-256 of kind|version|options|form, cut to
// 128 bits, in lower-case hex. Options are the answer-changing ones that the
// kind reads, by name.
func NewKey(kind string, version int, options map[string]string, canonical string) Key {
	pairs := make([]string, 0, len(options))
	for name, value := range options {
		pairs = append(pairs, name+"="+value)
	}
	sort.Strings(pairs)
	sum := sha256.Sum256(fmt.Appendf(nil, "%s|%d|%s|%s", kind, version, strings.Join(pairs, ","), canonical))
	return Key(fmt.Sprintf("%s:%d:%s", kind, version, hex.EncodeToString(sum[:16])))
}

// ParseKey takes a key apart. ok is false when text is no key.
func ParseKey(text string) (kind string, version int, digest Digest, ok bool) {
	parts := strings.Split(text, ":")
	if len(parts) != 3 || parts[0] == "" || len(parts[2]) != 2*len(digest) || strings.ToLower(parts[2]) != parts[2] {
		return "", 0, digest, false
	}
	version, err := strconv.Atoi(parts[1])
	if err != nil || version < 1 || strconv.Itoa(version) != parts[1] {
		return "", 0, digest, false
	}
	if _, err := hex.Decode(digest[:], []byte(parts[2])); err != nil {
		return "", 0, digest, false
	}
	return parts[0], version, digest, true
}

// Keyer makes the keys of one kind's puzzles under one choice of options. It
// reuses its memory, so it serves one goroutine.
type Keyer struct {
	kind Kind
	opts Options
	name string // "kind:version:", how a key begins
	buf  []byte // "kind|version|options|", then the canonical form
	head int    // length of the first part
}

// NewKeyer returns a Keyer for the puzzles of kind under opts.
func NewKeyer(kind Kind, opts Options) *Keyer {
	info := kind.Info()
	k := &Keyer{
		kind: kind,
		opts: opts,
		name: fmt.Sprintf("%s:%d:", info.Name, info.Version),
		buf:  fmt.Appendf(nil, "%s|%d|%s|", info.Name, info.Version, kind.KeyOptions(opts)),
	}
	k.head = len(k.buf)
	return k
}

// Digest returns the canonical form of a puzzle, good until the next call, the
// transform that leads back by Restore, and the hash of its key. The error is a
// *FormError.
func (k *Keyer) Digest(form string) (canonical []byte, t Transform, d Digest, err error) {
	buf, t, err := Canonical(k.kind, k.buf[:k.head], form, k.opts)
	if err != nil {
		return nil, t, d, err
	}
	k.buf = buf
	sum := sha256.Sum256(buf)
	return buf[k.head:], t, Digest(sum[:len(d)]), nil
}

// Key writes the key of a hash that Digest returned.
func (k *Keyer) Key(d Digest) Key {
	text := make([]byte, 0, len(k.name)+2*len(d))
	text = append(text, k.name...)
	return Key(hex.AppendEncode(text, d[:]))
}
