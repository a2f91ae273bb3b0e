package solver

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sort"
	"strings"
)

// Key names a puzzle whatever guise it comes in: "kind:version:hash". Two
// puzzles with one key have one answer.
type Key string

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
