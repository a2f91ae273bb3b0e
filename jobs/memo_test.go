package jobs

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/test/redistest"
)

// onEveryMemo runs a test on a memo in one Redis, in a cluster, and inside the
// process. Each call of fresh returns the memo of another worker process, as
// far as there can be another.
func onEveryMemo(t *testing.T, cfg MemoConfig, test func(t *testing.T, fresh func() *Memo)) {
	t.Helper()
	inRedis := func(url string) func(t *testing.T) {
		return func(t *testing.T) {
			test(t, func() *Memo { return open(t, url).NewMemo(cfg) })
		}
	}
	t.Run("redis-server", func(t *testing.T) { inRedis(redistest.Start(t).URL())(t) })
	t.Run("cluster", func(t *testing.T) { inRedis(redistest.StartCluster(t))(t) })
	t.Run("in the process", func(t *testing.T) {
		cfg := cfg
		cfg.InProcess, cfg.Local = true, 1<<20
		m := (&Store{keys: keys{DefaultPrefix}}).NewMemo(cfg)
		test(t, func() *Memo { return m })
	})
}

// ask is the question after the nth of many keys.
func ask(n int) *Question {
	key := solver.NewKey("none", 1, nil, fmt.Sprint(n))
	return &Question{Key: key, Algorithm: solver.Auto, Measures: []string{"pushes", "moves"}}
}

func found(plan string, pushes int) solver.Answer {
	return solver.Answer{
		Status: solver.Solved, Plan: plan, States: 17,
		Cost: solver.Cost{{Name: "pushes", Value: pushes}, {Name: "moves", Value: len(plan)}},
	}
}

// says asks one question and returns what is known of it.
func says(t *testing.T, a *Asker, q *Question) Known {
	t.Helper()
	known, err := a.Ask(t.Context(), []*Question{q})
	if err != nil {
		t.Fatal(err)
	}
	return known[0]
}

func tell(t *testing.T, a *Asker, q *Question, answer solver.Answer) {
	t.Helper()
	if err := a.Tell(t.Context(), []Answered{{q, answer}}); err != nil {
		t.Fatal(err)
	}
}

func TestWhatOneSolvesTheOthersRemember(t *testing.T) {
	onEveryMemo(t, MemoConfig{Local: 1 << 20}, func(t *testing.T, fresh func() *Memo) {
		first, second := fresh().Asker(), fresh().Asker()
		q := ask(1)
		if k := says(t, first, q); k.Knowledge != Mine {
			t.Fatalf("a key never seen: %+v", k)
		}
		if k := says(t, first, q); k.Knowledge != Mine {
			t.Errorf("a key the asker has reserved itself: %+v", k)
		}
		if k := says(t, second, q); k.Knowledge != Taken {
			t.Errorf("a key that another has reserved: %+v", k)
		}
		want := found("rrRR", 2)
		tell(t, first, q, want)
		for range 2 { // from Redis, then from the layer in front of it
			if k := says(t, second, q); k.Knowledge != Remembered || k.Answer != want {
				t.Errorf("a key that was solved: %+v", k)
			}
		}
		named := ask(1)
		named.Algorithm = "slow"
		if k := says(t, second, named); k.Knowledge != Mine {
			t.Errorf("the same key by another algorithm: %+v", k)
		}
	})
}

func TestAReservationWithoutAnAnswerIsGivenUp(t *testing.T) {
	onEveryMemo(t, MemoConfig{}, func(t *testing.T, fresh func() *Memo) {
		first, second := fresh().Asker(), fresh().Asker()
		for n, giveUp := range []func(*Question) error{
			func(q *Question) error { // cut off by the clock, which says nothing of the puzzle
				return first.Tell(t.Context(), []Answered{{q, solver.Answer{Status: solver.Limited, Limit: solver.LimitTime, Bound: 1}}})
			},
			func(q *Question) error { return first.Tell(t.Context(), []Answered{{Question: q}}) }, // the solver broke
			func(*Question) error { return first.ReleaseAll(t.Context()) },
		} {
			q := ask(n)
			if k := says(t, first, q); k.Knowledge != Mine {
				t.Fatalf("%d: %+v", n, k)
			}
			if err := second.Tell(t.Context(), []Answered{{Question: q}}); err != nil { // not his to give up
				t.Fatal(err)
			}
			if k := says(t, second, q); k.Knowledge != Taken {
				t.Errorf("%d: %+v", n, k)
			}
			if err := giveUp(q); err != nil {
				t.Fatal(err)
			}
			if k := says(t, second, q); k.Knowledge != Mine {
				t.Errorf("%d, given up: %+v", n, k)
			}
		}
	})
}

func TestOneOfManyAskersSolves(t *testing.T) {
	onEveryMemo(t, MemoConfig{}, func(t *testing.T, fresh func() *Memo) {
		const keys, askers = 50, 8
		var solves atomic.Int64
		var all sync.WaitGroup
		for range askers {
			a := fresh().Asker()
			all.Go(func() {
				for _, n := range rand.Perm(keys) {
					q := ask(n)
					for done := false; !done; {
						known, err := a.Ask(t.Context(), []*Question{q})
						if err != nil {
							t.Error(err)
							return
						}
						switch known[0].Knowledge {
						case Mine:
							solves.Add(1)
							if err := a.Tell(t.Context(), []Answered{{q, found("R", 1)}}); err != nil {
								t.Error(err)
							}
						case Remembered:
							done = true
						case Taken, Unknown:
						}
					}
				}
			})
		}
		all.Wait()
		if solves.Load() != keys {
			t.Errorf("%d solves of %d keys", solves.Load(), keys)
		}
	})
}

func TestLimitsCountAsNeedsMoreThanThis(t *testing.T) {
	onEveryMemo(t, MemoConfig{Local: 1 << 20}, func(t *testing.T, fresh func() *Memo) {
		first, second := fresh().Asker(), fresh().Asker()
		with := func(states, bytes int64) *Question {
			q := ask(1)
			q.Budget = solver.Budget{States: states, Bytes: bytes}
			return q
		}
		limited := solver.Answer{Status: solver.Limited, Limit: solver.LimitStates, States: 1000, Bound: 4}
		if k := says(t, first, with(1000, 0)); k.Knowledge != Mine {
			t.Fatalf("%+v", k)
		}
		tell(t, first, with(1000, 0), limited)
		if k := says(t, second, with(1000, 0)); k.Knowledge != Remembered || k.Answer != limited {
			t.Errorf("the same budget: %+v", k)
		}
		less := limited
		less.States = 10
		if k := says(t, second, with(10, 5)); k.Knowledge != Remembered || k.Answer != less {
			t.Errorf("a smaller budget: %+v", k)
		}
		if k := says(t, second, with(1001, 0)); k.Knowledge != Mine {
			t.Errorf("a larger budget: %+v", k)
		}
		tell(t, second, with(1001, 0), found("R", 1))
		if k := says(t, first, with(1000, 0)); k.Knowledge != Remembered || k.Answer.Status != solver.Solved {
			t.Errorf("a verdict found meanwhile: %+v", k)
		}
		// One who comes late with less changes nothing.
		tell(t, first, with(1000, 0), limited)
		if k := says(t, fresh().Asker(), with(0, 0)); k.Knowledge != Remembered || k.Answer.Status != solver.Solved {
			t.Errorf("a limit told late: %+v", k)
		}
	})
}

func TestALimitOfBytesIsOneOfBytes(t *testing.T) {
	onEveryMemo(t, MemoConfig{}, func(t *testing.T, fresh func() *Memo) {
		a := fresh().Asker()
		q := ask(1)
		q.Budget = solver.Budget{States: 50, Bytes: 4096}
		says(t, a, q)
		tell(t, a, q, solver.Answer{Status: solver.Limited, Limit: solver.LimitBytes, States: 30, Bound: 2})
		q.Budget = solver.Budget{Bytes: 4096}
		if k := says(t, a, q); k.Knowledge != Remembered || k.Answer.Limit != solver.LimitBytes {
			t.Errorf("as many bytes, more states: %+v", k)
		}
		q.Budget = solver.Budget{States: 50}
		if k := says(t, a, q); k.Knowledge != Mine {
			t.Errorf("bytes without end: %+v", k)
		}
	})
}

func TestADeadSolversReservationLapses(t *testing.T) {
	s := open(t, redistest.Start(t).URL())
	dead, alive := s.NewMemo(MemoConfig{}).Asker(), s.NewMemo(MemoConfig{}).Asker()
	q := ask(1)
	says(t, dead, q)
	name := s.keys.asker(dead.token)
	if life := s.rdb.PTTL(t.Context(), name).Val(); life <= 0 || life > ReservationLife {
		t.Errorf("reservations live %v", life)
	}
	s.rdb.PExpire(t.Context(), name, ReservationLife/2)
	if err := dead.Renew(t.Context()); err != nil {
		t.Fatal(err)
	}
	if life := s.rdb.PTTL(t.Context(), name).Val(); life <= ReservationLife/2 {
		t.Errorf("renewed reservations live %v", life)
	}
	if k := says(t, alive, q); k.Knowledge != Taken {
		t.Fatalf("while it lives: %+v", k)
	}
	s.rdb.PExpire(t.Context(), name, time.Millisecond)
	time.Sleep(5 * time.Millisecond)
	if k := says(t, alive, q); k.Knowledge != Mine {
		t.Fatalf("after it lapsed: %+v", k)
	}
	// The dead one was only frozen: neither its renewal nor its farewell
	// touches what is another's now, and its late answer is as good.
	third := s.NewMemo(MemoConfig{}).Asker()
	for _, late := range []func(context.Context) error{dead.Renew, dead.ReleaseAll} {
		if err := late(t.Context()); err != nil {
			t.Fatal(err)
		}
		if k := says(t, third, q); k.Knowledge != Taken {
			t.Errorf("a word of the dead one undid the other's reservation: %+v", k)
		}
	}
	tell(t, dead, q, found("R", 1))
	if k := says(t, third, q); k.Knowledge != Remembered {
		t.Errorf("after a late answer: %+v", k)
	}
}

func TestWrongValuesAreDroppedAndSolvedAfresh(t *testing.T) {
	s := open(t, redistest.Start(t).URL())
	const n = 1000
	writer := s.NewMemo(MemoConfig{}).Asker()
	r := rand.New(rand.NewPCG(3, 1))
	name := func(i int) string { return s.keys.memo(string(ask(i).Key)) }
	var answers []Answered
	for i := range n {
		plan := strings.Repeat("rRu", 1+r.IntN(9))[r.IntN(3):]
		answers = append(answers, Answered{ask(i), found(plan, i)})
	}
	if err := writer.Tell(t.Context(), answers); err != nil {
		t.Fatal(err)
	}
	for i := range n { // half get a flipped bit or lose their end, half another's value
		value := []byte(s.rdb.Get(t.Context(), name(i)).Val())
		switch i % 4 {
		case 0:
			value = value[:r.IntN(len(value))]
		case 1:
			value[r.IntN(len(value))] ^= 1 << r.IntN(8)
		default:
			value = []byte(s.rdb.Get(t.Context(), name((i+2)%n)).Val())
		}
		s.rdb.Set(t.Context(), name(i), value, 0)
	}
	reader := s.NewMemo(MemoConfig{}).Asker()
	taken := 0
	for i := range n {
		k := says(t, reader, ask(i))
		if k.Knowledge == Remembered {
			t.Errorf("value %d passed: %+v", i, k)
		}
		if k.Knowledge == Taken { // the flip made it look like a reservation
			taken++
		}
	}
	if taken > 3 || reader.Dropped() < n-taken {
		t.Errorf("%d dropped, %d taken for reservations, of %d", reader.Dropped(), taken, n)
	}
}

func TestWhatIsNoStringIsWrittenOver(t *testing.T) {
	s := open(t, redistest.Start(t).URL())
	q := ask(1)
	m := s.NewMemo(MemoConfig{})
	s.rdb.RPush(t.Context(), m.place(q), "a", "b")
	if known, err := m.Recall(t.Context(), []*Question{q}); err != nil || known[0].Knowledge != Unknown {
		t.Errorf("recalled: %+v, %v", known, err)
	}
	a := m.Asker()
	if k := says(t, a, q); k.Knowledge != Mine {
		t.Errorf("asked for: %+v", k)
	}
	tell(t, a, q, found("R", 1))
	if known, err := m.Recall(t.Context(), []*Question{q}); err != nil || known[0].Knowledge != Remembered {
		t.Errorf("told: %+v, %v", known, err)
	}
}

func TestARejectedAnswerIsReservedForTheOneWhoRejectsIt(t *testing.T) {
	onEveryMemo(t, MemoConfig{Local: 1 << 20}, func(t *testing.T, fresh func() *Memo) {
		first, second := fresh().Asker(), fresh().Asker()
		q := ask(1)
		says(t, first, q)
		tell(t, first, q, found("RRRR", 4))
		if k := says(t, second, q); k.Knowledge != Remembered {
			t.Fatalf("%+v", k)
		}
		if k, err := second.Reject(t.Context(), q, errors.New("step 2 pushes a wall")); err != nil || k != Mine {
			t.Fatalf("rejected: %v, %v", k, err)
		}
		if k, err := fresh().Asker().Reject(t.Context(), q, errors.New("again")); err != nil || k != Taken {
			t.Errorf("rejected by a second: %v, %v", k, err)
		}
		tell(t, second, q, found("R", 1))
		if k := says(t, fresh().Asker(), q); k.Knowledge != Remembered || k.Answer.Cost[0].Value != 1 {
			t.Errorf("solved afresh: %+v", k)
		}
	})
}

func TestABoundedMemoForgetsTheOldestFirst(t *testing.T) {
	s := open(t, redistest.Start(t).URL())
	m := s.NewMemo(MemoConfig{Size: 20_000})
	a := m.Asker()
	const chunks, each = 20, 10
	for c := range chunks {
		var answers []Answered
		for i := range each {
			answers = append(answers, Answered{ask(c*each + i), found("R", 1)})
		}
		if err := a.Tell(t.Context(), answers); err != nil {
			t.Fatal(err)
		}
	}
	removed, err := m.Trim(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if removed == 0 || removed%each != 0 {
		t.Errorf("%d removed", removed)
	}
	for n := range chunks * each {
		_, err := s.rdb.Get(t.Context(), s.keys.memo(string(ask(n).Key))).Result()
		if kept := err == nil; kept != (n >= removed) {
			t.Fatalf("answer %d is kept: %t, after %d were removed", n, kept, removed)
		}
	}
	if size := s.rdb.Get(t.Context(), s.keys.memoSize()).Val(); len(size) > 5 {
		t.Errorf("it takes %s bytes", size)
	}
	if again, err := m.Trim(t.Context()); err != nil || again != 0 {
		t.Errorf("trimmed again: %d, %v", again, err)
	}
}

func TestTrimmingLeavesReservationsAlone(t *testing.T) {
	s := open(t, redistest.Start(t).URL())
	m := s.NewMemo(MemoConfig{Size: 1})
	tell(t, m.Asker(), ask(1), found("R", 1))
	a := m.Asker()
	if k, err := a.Reject(t.Context(), ask(1), errors.New("not valid")); err != nil || k != Mine {
		t.Fatal(k, err)
	}
	if _, err := m.Trim(t.Context()); err != nil {
		t.Fatal(err)
	}
	if k := says(t, m.Asker(), ask(1)); k.Knowledge != Taken {
		t.Errorf("after the note of the answer before it was trimmed: %+v", k)
	}
}

func TestAnAnswerIsCountedOnceHoweverOftenItIsWritten(t *testing.T) {
	s := open(t, redistest.Start(t).URL())
	m := s.NewMemo(MemoConfig{Size: 10_000})
	for range 10 { // as refreshing does, which never asks
		var answers []Answered
		for n := range 30 {
			answers = append(answers, Answered{ask(n), found("R", 1)})
		}
		if err := m.Asker().Tell(t.Context(), answers); err != nil {
			t.Fatal(err)
		}
	}
	if removed, err := m.Trim(t.Context()); err != nil || removed != 0 {
		t.Errorf("%d removed, %v", removed, err)
	}
	limited := ask(100)
	limited.Budget.States = 5
	for range 10 { // limits that are solved again under a larger budget
		a := m.Asker()
		limited.Budget.States++
		says(t, a, limited)
		tell(t, a, limited, solver.Answer{Status: solver.Limited, Limit: solver.LimitStates, States: 5, Bound: 1})
	}
	if notes := s.rdb.LLen(t.Context(), s.keys.memoLog()).Val(); notes != 2 {
		t.Errorf("%d notes of 30 answers told together and one limit", notes)
	}
	s.rdb.LPush(t.Context(), s.keys.memoLog(), "what nobody wrote")
	if _, err := m.Trim(t.Context()); err != nil {
		t.Errorf("a broken note: %v", err)
	}
}

func TestTheLocalLayerKeepsNoLongerThanRedis(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLocalMemo(10_000, time.Hour)
		l.put("a", "Sx")
		time.Sleep(time.Hour)
		if _, ok := l.get("a"); !ok {
			t.Error("gone before its time")
		}
		time.Sleep(time.Nanosecond)
		if value, ok := l.get("a"); ok || l.bytes != 0 {
			t.Errorf("kept %q, %d bytes", value, l.bytes)
		}
	})
}

func TestAnswersExpireWhereTheyShall(t *testing.T) {
	s := open(t, redistest.Start(t).URL())
	for _, ttl := range []time.Duration{0, time.Hour} {
		a := s.NewMemo(MemoConfig{TTL: ttl}).Asker()
		limited := ask(1)
		limited.Budget.States = 5
		for _, q := range []*Question{ask(0), limited} {
			says(t, a, q)
		}
		tell(t, a, ask(0), found("R", 1))
		tell(t, a, limited, solver.Answer{Status: solver.Limited, Limit: solver.LimitStates, States: 5, Bound: 1})
		for n := range 2 {
			life := s.rdb.PTTL(t.Context(), s.keys.memo(string(ask(n).Key))).Val()
			if ttl == 0 && life != -1 || ttl > 0 && (life <= 0 || life > ttl) {
				t.Errorf("with a TTL of %v answer %d lives %v", ttl, n, life)
			}
		}
		s.rdb.FlushAll(t.Context())
	}
}

func TestTheLocalLayerStaysWithinItsBound(t *testing.T) {
	l := newLocalMemo(10_000, 0)
	for i := range 1000 {
		l.put(fmt.Sprint(i%300), strings.Repeat("x", 1+i%50))
		if l.bytes > 10_000 || l.bytes < 0 {
			t.Fatalf("%d bytes after %d", l.bytes, i)
		}
	}
	if _, ok := l.get("99"); !ok {
		t.Error("the newest is gone")
	}
	l.put("99", strings.Repeat("x", 20_000))
	if _, ok := l.get("99"); ok {
		t.Error("a value larger than the bound was kept")
	}
	for i := range 300 {
		l.remove(fmt.Sprint(i))
	}
	if l.bytes != 0 {
		t.Errorf("%d bytes of nothing", l.bytes)
	}
}

func TestPlansUnpackToWhatTheyWere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		alphabet := rapid.SampledFrom(append(alphabets(), "abc\x00\xff")).Draw(t, "alphabet")
		var plan strings.Builder
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(alphabet)-1), 0, 40).Draw(t, "letters") {
			plan.WriteByte(alphabet[i])
		}
		packed := packPlan(nil, plan.String())
		if got, err := unpackPlan(packed); err != nil || got != plan.String() {
			t.Fatalf("%q is packed as %x, which is %q, %v", plan.String(), packed, got, err)
		}
	})
}

// FuzzMemoValue wants whatever Redis holds to be refused or to be an answer
// that encodes to the same.
func FuzzMemoValue(f *testing.F) {
	m := &Memo{store: &Store{keys: keys{DefaultPrefix}}}
	q := ask(1)
	name := m.place(q)
	for _, a := range []solver.Answer{
		found("rrRR", 2), found("", 0), {Status: solver.Unsolvable, States: 4},
		{Status: solver.Limited, Limit: solver.LimitStates, States: 9, Bound: 2},
		{Status: solver.Limited, Limit: solver.LimitBytes, States: 9, Bound: 2},
	} {
		value, _ := m.encode(name, &a, solver.Budget{States: 9, Bytes: 9})
		f.Add(value[:len(value)-checksumBytes])
	}
	f.Fuzz(func(t *testing.T, body string) {
		if _, err := m.decode(body, q); err == nil {
			t.Fatalf("%q passes without its checksum", body)
		}
		sum := checksum(m.label(name), []byte(body))
		r, err := m.decode(body+string(sum[:]), q)
		if err != nil {
			return
		}
		again, ok := m.encode(name, &r.Answer, solver.Budget{States: r.spent, Bytes: r.spent})
		if back, err := m.decode(again, q); !ok || err != nil || back != r {
			t.Fatalf("%q is %+v, then %+v, %v", body, r, back, err)
		}
	})
}

// BenchmarkMemoValue times writing and reading one value.
func BenchmarkMemoValue(b *testing.B) {
	m := &Memo{store: &Store{keys: keys{DefaultPrefix}}}
	q := ask(1)
	name := m.place(q)
	a := found(strings.Repeat("rRuullDd", 8), 20)
	for b.Loop() {
		value, _ := m.encode(name, &a, solver.Budget{})
		if _, err := m.decode(value, q); err != nil {
			b.Fatal(err)
		}
	}
}
