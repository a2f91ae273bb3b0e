package jobs

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"
	"strings"

	"github.com/gridmill/gridmill/solver"
)

// A remembered value is a tag, the numbers of the answer as varints, the plan,
// and a checksum over the key and all that. A reservation is reservationMark
// and a token.
const (
	reservationMark = "?"

	tagSolved     = 'S' // states, measures (how many, then each), packed plan
	tagUnsolvable = 'U' // states
	tagLimited    = 'L' // the limit's first letter, the budget's part that was spent, states, bound

	checksumBytes = 8
)

func isReservation(value string) bool { return strings.HasPrefix(value, reservationMark) }

// checksum ties a value to its key, so that a value that was changed or moved
// to another key is recognised.
func checksum(label string, body []byte) [checksumBytes]byte {
	text := make([]byte, 0, 512)
	text = append(text, label...)
	text = append(text, 0)
	text = append(text, body...)
	sum := sha256.Sum256(text)
	return [checksumBytes]byte(sum[:checksumBytes])
}

// label is the part of a key that a checksum covers: all but the prefix.
func (m *Memo) label(name string) string { return strings.TrimPrefix(name, m.store.keys.memo("")) }

// encode writes an answer that a search under budget gave. ok is false when
// it is not to be remembered: the clock cut it off.
func (m *Memo) encode(name string, a *solver.Answer, budget solver.Budget) (value string, ok bool) {
	body := make([]byte, 0, 256)
	switch {
	case a.Status == solver.Solved:
		body = append(body, tagSolved)
		body = binary.AppendUvarint(body, uint64(a.States))
		measures := 0
		for measures < len(a.Cost) && a.Cost[measures].Name != "" {
			measures++
		}
		body = binary.AppendUvarint(body, uint64(measures))
		for _, one := range a.Cost[:measures] {
			body = binary.AppendUvarint(body, uint64(one.Value))
		}
		body = packPlan(body, a.Plan)
	case a.Status == solver.Unsolvable:
		body = append(body, tagUnsolvable)
		body = binary.AppendUvarint(body, uint64(a.States))
	case a.Limit == solver.LimitStates:
		body = appendLimited(body, a, budget.States)
	case a.Limit == solver.LimitBytes:
		body = appendLimited(body, a, budget.Bytes)
	default:
		return "", false
	}
	sum := checksum(m.label(name), body)
	return string(append(body, sum[:]...)), true
}

func appendLimited(body []byte, a *solver.Answer, spent int64) []byte {
	body = append(body, tagLimited, a.Limit[0])
	for _, n := range []uint64{uint64(spent), uint64(a.States), uint64(a.Bound)} {
		body = binary.AppendUvarint(body, n)
	}
	return body
}

var (
	errChecksum = errors.New("its checksum does not match its key and value")
	errLayout   = errors.New("it is not laid out as an answer; another release may have written it")
)

// remembrance is a decoded value.
type remembrance struct {
	solver.Answer
	spent int64 // when Limited: the states or bytes that were not enough; 0 = all there are
}

// decode reads what encode wrote for the same question.
func (m *Memo) decode(value string, q *Question) (r remembrance, err error) {
	if len(value) < 1+checksumBytes {
		return r, errLayout
	}
	body := []byte(value[:len(value)-checksumBytes])
	if sum := checksum(m.label(m.place(q)), body); string(sum[:]) != value[len(body):] {
		return r, errChecksum
	}
	rd := numbers{rest: body[1:]}
	switch body[0] {
	case tagSolved:
		r.Status = solver.Solved
		r.States = rd.next()
		if rd.next() != int64(len(q.Measures)) || len(q.Measures) > len(r.Cost) {
			return r, errLayout
		}
		for i, measure := range q.Measures {
			r.Cost[i] = solver.Measure{Name: measure, Value: int(rd.next())}
		}
		r.Plan, err = unpackPlan(rd.rest)
		rd.rest = nil
	case tagUnsolvable:
		r.Status = solver.Unsolvable
		r.States = rd.next()
	case tagLimited:
		r.Status = solver.Limited
		for _, limit := range []solver.Limit{solver.LimitStates, solver.LimitBytes} {
			if len(rd.rest) > 0 && limit[0] == rd.rest[0] {
				r.Limit = limit
			}
		}
		if r.Limit == "" {
			return r, errLayout
		}
		rd.rest = rd.rest[1:]
		r.spent, r.States, r.Bound = rd.next(), rd.next(), int(rd.next())
	default:
		return r, errLayout
	}
	if err != nil || rd.failed || len(rd.rest) > 0 {
		return r, errLayout
	}
	return r, nil
}

// numbers reads varints one after the other.
type numbers struct {
	rest   []byte
	failed bool
}

func (n *numbers) next() int64 {
	v, size := binary.Uvarint(n.rest)
	if size <= 0 || v > math.MaxInt64 {
		n.failed = true
		return 0
	}
	n.rest = n.rest[size:]
	return int64(v)
}

// covers reports whether r answers a question asked with budget: a verdict
// does, and a limit does unless the budget is larger than what was spent. The
// answer is then cut down to what a search under budget would have said.
func (r *remembrance) covers(budget solver.Budget) bool {
	within := func(have int64) bool { return r.spent == 0 || have > 0 && have <= r.spent }
	switch r.Limit {
	case solver.LimitStates:
		if !within(budget.States) {
			return false
		}
		r.States = min(r.States, budget.States)
		return true
	case solver.LimitBytes:
		return within(budget.Bytes)
	default:
		return true
	}
}
