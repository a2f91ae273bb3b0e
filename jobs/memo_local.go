package jobs

import (
	"math"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// localMemo is the layer of a memo inside the process: the values used last,
// up to a number of bytes. A memo that lives in the process alone also keeps
// its reservations here; their owners live as long as it does.
type localMemo struct {
	mu     sync.Mutex
	values *simplelru.LRU[string, localValue]
	bytes  int64
	most   int64
	ttl    time.Duration     // 0: values stay
	owners map[string]string // token by name
}

type localValue struct {
	text  string
	until time.Time // zero: for good
}

// stale reports whether the value's time is over.
func (v localValue) stale() bool { return !v.until.IsZero() && time.Now().After(v.until) }

// entryBytes is what an entry takes besides its name and its value.
const entryBytes = 160

func newLocalMemo(most int64, ttl time.Duration) *localMemo {
	l := &localMemo{most: most, ttl: ttl, owners: map[string]string{}}
	var err error
	l.values, err = simplelru.NewLRU(math.MaxInt32, func(name string, value localValue) {
		l.bytes -= entrySize(name, value.text)
	})
	if err != nil {
		panic(err) // it refuses sizes below 1 only
	}
	return l
}

func entrySize(name, value string) int64 { return int64(len(name)+len(value)) + entryBytes }

func (l *localMemo) get(name string) (string, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.find(name)
}

func (l *localMemo) find(name string) (string, bool) {
	value, ok := l.values.Get(name)
	if ok && value.stale() {
		l.values.Remove(name)
		return "", false
	}
	return value.text, ok
}

// put keeps a value, unless it is a limit where a verdict is known.
func (l *localMemo) put(name, value string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if old, ok := l.values.Peek(name); ok && value[0] == tagLimited && old.text[0] != tagLimited {
		return
	}
	l.values.Remove(name)
	size := entrySize(name, value)
	if size > l.most {
		return
	}
	kept := localValue{text: value}
	if l.ttl > 0 {
		kept.until = time.Now().Add(l.ttl)
	}
	l.values.Add(name, kept)
	for l.bytes += size; l.bytes > l.most; {
		l.values.RemoveOldest()
	}
}

func (l *localMemo) remove(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.values.Remove(name)
}

// reserve gives name to the owner of token, unless another has it. When a
// value is there other than wanting, that is returned instead.
func (l *localMemo) reserve(name, token, wanting string) (value string, k Knowledge) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if value, ok := l.find(name); ok && value != wanting {
		return value, Unknown
	}
	if owner, taken := l.owners[name]; taken && owner != token {
		return "", Taken
	}
	l.owners[name] = token
	return "", Mine
}

// free ends a reservation.
func (l *localMemo) free(name, token string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.owners[name] == token {
		delete(l.owners, name)
	}
}
