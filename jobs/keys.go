package jobs

import (
	"fmt"
	"strings"
)

// DefaultPrefix starts every key when no other prefix is set.
const DefaultPrefix = "gridmill:"

// keys builds every Redis key the project owns; no key is spelled elsewhere.
// The keys of one batch share a hash tag, so that one script may touch them
// all in a cluster.
type keys struct{ prefix string }

func (k keys) batch(id, what string) string { return k.prefix + "{" + id + "}:" + what }

func (k keys) meta(id string) string   { return k.batch(id, "meta") }
func (k keys) in(id string) string     { return k.batch(id, "in") }
func (k keys) out(id string) string    { return k.batch(id, "out") }
func (k keys) claims(id string) string { return k.batch(id, "claims") }
func (k keys) tries(id string) string  { return k.batch(id, "tries") }
func (k keys) events(id string) string { return k.batch(id, "events") }
func (k keys) left(id string) string   { return k.batch(id, "left") }

// cuts holds the seq that each chunk begins with.
func (k keys) cuts(id string) string { return k.batch(id, "cuts") }

// all lists the keys of a batch in the order the scripts number them.
func (k keys) all(id string) []string {
	return []string{k.meta(id), k.in(id), k.out(id), k.claims(id), k.tries(id), k.events(id), k.left(id), k.cuts(id)}
}

// open is the sorted set of unfinished batches by the time they began.
func (k keys) open() string { return k.prefix + "open" }

// batches is the sorted set of every batch that is kept, by the time it began.
func (k keys) batches() string { return k.prefix + "batches" }

// workers holds what each worker process said last of what it is doing.
func (k keys) workers() string { return k.prefix + "workers" }

// memo is the answer to key, or the reservation of whoever is solving it. Keys
// of the memo have no hash tag: they spread over a cluster.
func (k keys) memo(key string) string { return k.prefix + "memo:" + key }

// refreshed is the answer to key that was found for a batch which refreshes the
// memo.
func (k keys) refreshed(batch, key string) string { return k.prefix + "refresh:" + batch + ":" + key }

// refreshes lists the keys of that kind which the batch has left so far.
func (k keys) refreshes(id string) string { return k.batch(id, "refreshes") }

// asker is there while the owner of the reservations of that token lives.
func (k keys) asker(token string) string { return k.prefix + "asker:" + token }

// memoLog lists what was written to the memo, oldest first, and memoSize
// counts its bytes, where the memo is bounded.
func (k keys) memoLog() string  { return k.prefix + "{memo}:log" }
func (k keys) memoSize() string { return k.prefix + "{memo}:size" }

// payloadVersion changes whenever a task's payload or a chunk's encoding does,
// so that workers of two releases never read each other's tasks.
const payloadVersion = "2"

// queue names the asynq queue of a lane.
func (k keys) queue(l Lane) string { return k.prefix + "v" + payloadVersion + ":" + string(l) }

// queueFor names the asynq queue of a batch's chunks: those of other than
// normal priority have one of their own in the bulk lane.
func (k keys) queueFor(l Lane, p Priority) string {
	if l == Interactive {
		return k.queue(Interactive)
	}
	if p == High || p == Low {
		return k.queue(Bulk) + ":" + string(p)
	}
	return k.queue(Bulk)
}

// checkPrefix refuses what would break a key: braces, which mark the part of a
// key that a cluster places it by, and blanks.
func checkPrefix(prefix string) error {
	if strings.ContainsAny(prefix, "{} \t\r\n") {
		return &SettingError{fmt.Sprintf("the prefix %q holds a brace or a blank; use letters, digits and colons", prefix)}
	}
	return nil
}
