package jobs

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// MemoConfig says how a Memo keeps its answers.
type MemoConfig struct {
	// InProcess keeps answers and reservations inside this process only, for
	// a fleet that is one program.
	InProcess bool
	// Local bounds the layer inside the process, in bytes: in front of Redis,
	// where it keeps what was asked for a second time, or the whole memo when
	// InProcess is set. 0 means none.
	Local int64
	// TTL is how long Redis keeps an answer; 0 means for good.
	TTL time.Duration
	// Size bounds what the memo takes in Redis, in bytes; beyond it the
	// answers written first are removed. 0 means no bound. Every worker of a
	// Redis is given the same bound.
	Size int64
	// Log is told of remembered values that had to be dropped; nil discards it.
	Log *slog.Logger
}

// Memo remembers answers by key, in the canonical frame. It also knows which
// keys are being solved right now, so that a puzzle many ask for at once is
// solved by one. It is safe for use by many goroutines.
type Memo struct {
	store  *Store
	cfg    MemoConfig
	local  *localMemo
	unseen atomic.Bool // Redis knew nothing of what was asked last
}

// NewMemo returns the memo that lives in the Redis of s.
func (s *Store) NewMemo(cfg MemoConfig) *Memo {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	return &Memo{store: s, cfg: cfg, local: newLocalMemo(cfg.Local, cfg.TTL)}
}

// Question asks for the answer that an algorithm gives to a key. Answers of
// different algorithms are remembered apart, since plans and states differ.
type Question struct {
	Key       solver.Key
	Algorithm string        // a name, or solver.Auto
	Budget    solver.Budget // what the asker is ready to spend
	Measures  []string      // the names of the kind's costs
	name      string        // where the answer is kept, once that was looked for
	counted   bool          // in the size of the memo, by whoever wrote there before
}

// identity is what the answer of q is kept under.
func (q *Question) identity() string {
	if q.Algorithm == solver.Auto || q.Algorithm == "" {
		return string(q.Key)
	}
	return string(q.Key) + ":" + q.Algorithm
}

// place returns where the answer of q is kept.
func (m *Memo) place(q *Question) string {
	if q.name == "" {
		q.name = m.store.keys.memo(q.identity())
	}
	return q.name
}

// Knowledge is what the memo has to say about a question.
type Knowledge int

// The answers of the memo to a question.
const (
	Unknown    Knowledge = iota // nothing is remembered
	Mine                        // nothing is remembered; the asker has it reserved and is to solve it
	Taken                       // another asker has it reserved
	Remembered                  // Answer holds what is remembered
)

// Known is what is known about one question.
type Known struct {
	Knowledge
	Answer solver.Answer // in the canonical frame
}

// ReservationLife is how long the reservations of an asker stand without being
// renewed: one that dies leaves its keys to others after at most this long.
const ReservationLife = Lease

// Asker is one party, such as the run of a chunk, that asks the memo, solves
// what is reserved for it, and tells the answers. Renew may be called at the
// same time as the other methods.
type Asker struct {
	memo    *Memo
	token   string      // the value of its reservations
	batch   string      // "", or the batch it refreshes
	created string      // when that was made
	known   atomic.Bool // to Redis
	mine    []string
	dropped int
	log     *slog.Logger
}

// Asker returns a new party without reservations.
func (m *Memo) Asker() *Asker {
	return &Asker{memo: m, token: reservationMark + rand.Text()[:16], log: m.cfg.Log}
}

// LogTo has what a is told of remembered values that are wrong go to log, which
// knows on whose behalf it asks.
func (a *Asker) LogTo(log *slog.Logger) { a.log = log }

// place returns where the answer of q is looked for.
func (a *Asker) place(q *Question) string {
	if q.name == "" && a.batch != "" {
		q.name = a.memo.store.keys.refreshed(a.batch, a.created+":"+q.identity())
	}
	return a.memo.place(q)
}

// Dropped returns how many remembered values turned out to be wrong.
func (a *Asker) Dropped() int { return a.dropped }

// Ask returns what is known of each question and reserves those of which
// nothing is: no two askers get Mine for one key while both live.
func (a *Asker) Ask(ctx context.Context, questions []*Question) ([]Known, error) {
	known := make([]Known, len(questions))
	var rest []int
	for i, q := range questions {
		name := a.place(q)
		if a.memo.cfg.InProcess {
			known[i] = a.reserveLocally(q)
		} else if value, ok := a.memo.local.get(name); ok {
			var bad error
			known[i], bad = a.judge(value, q)
			a.drop(name, bad)
		}
		if known[i].Knowledge == Unknown {
			rest = append(rest, i)
		}
	}
	return known, a.reserve(spare(ctx), questions, rest, known)
}

// judge reads a remembered value. Unless it answers the question, it is Unknown;
// the error says what is wrong with it.
func (a *Asker) judge(value string, q *Question) (Known, error) {
	answer, err := a.memo.decode(value, q)
	if err != nil || !answer.covers(q.Budget) {
		return Known{}, err
	}
	return Known{Remembered, answer.Answer}, nil
}

// reserveLocally is Ask where the memo lives in this process alone.
func (a *Asker) reserveLocally(q *Question) Known {
	for wanting := ""; ; {
		value, k := a.memo.local.reserve(q.name, a.token, wanting)
		if k == Mine {
			a.mine = append(a.mine, q.name)
		}
		if k != Unknown {
			return Known{Knowledge: k}
		}
		known, bad := a.judge(value, q)
		if known.Knowledge == Remembered {
			return known
		}
		a.drop(q.name, bad)
		wanting = value
	}
}

// Answered is a question with the answer a search gave it.
type Answered struct {
	*Question
	Answer solver.Answer
}

// remembered is an answer as it is kept.
type remembered struct {
	name, value string
	counted     bool          // in the size of the memo
	life        time.Duration // 0: for good
}

// Tell remembers answers and thereby ends their reservations. Answers that
// are not to be remembered, such as those the clock cut off, end them too, so
// that others need not wait.
func (a *Asker) Tell(ctx context.Context, answers []Answered) error {
	told := make([]remembered, 0, len(answers))
	var given []string // up
	for i := range answers {
		one := &answers[i]
		name := a.place(one.Question)
		value, ok := a.memo.encode(name, &one.Answer, one.Budget)
		if !ok {
			given = append(given, name)
			continue
		}
		if a.batch != "" {
			told = append(told, remembered{name, value, true, refreshLife})
			name = a.memo.store.keys.memo(one.identity())
			value, _ = a.memo.encode(name, &one.Answer, one.Budget)
		}
		told = append(told, remembered{name, value, one.counted, a.memo.cfg.TTL})
	}
	if a.memo.cfg.InProcess {
		for _, r := range told {
			a.memo.local.put(r.name, r.value)
		}
		for i := range answers {
			a.memo.local.free(answers[i].name, a.token)
		}
		return nil
	}
	return a.write(spare(ctx), told, given)
}

// ReleaseAll gives up every reservation without an answer.
func (a *Asker) ReleaseAll(ctx context.Context) error {
	if a.known.Load() {
		return a.leave(ctx)
	}
	for _, name := range a.mine {
		a.memo.local.free(name, a.token)
	}
	a.mine = nil
	return nil
}

// Renew keeps the reservations from lapsing.
func (a *Asker) Renew(ctx context.Context) error {
	if !a.known.Load() {
		return nil
	}
	return a.enter(spare(ctx))
}

// Reject drops a remembered answer whose plan did not stand up to a replay,
// and reserves the question: it returns Mine, or Taken when another was faster.
func (a *Asker) Reject(ctx context.Context, q *Question, reason error) (Knowledge, error) {
	q.counted = true
	a.memo.local.remove(a.place(q))
	known := []Known{{}}
	if a.memo.cfg.InProcess {
		a.drop(q.name, reason)
		known[0] = a.reserveLocally(q)
		return known[0].Knowledge, nil
	}
	err := a.overwrite(spare(ctx), []stale{{name: q.name, bad: reason}}, known)
	return known[0].Knowledge, err
}

// drop counts a remembered value that is wrong; without a reason it is not.
func (a *Asker) drop(name string, reason error) {
	if reason == nil {
		return
	}
	a.dropped++
	a.log.Warn("dropped a remembered answer", "key", name, "reason", reason)
}
