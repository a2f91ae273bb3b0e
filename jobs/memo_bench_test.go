package jobs

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/test/redistest"
)

// BenchmarkMemoUnseen times what the memo costs the worker for a key that
// nobody has seen: asked for and told in chunks of 256. The wall time includes
// the server's; client-ns/key is the processor time of this process alone.
func BenchmarkMemoUnseen(b *testing.B) {
	s, err := Open(b.Context(), redistest.Start(b).URL(), "")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	m := s.NewMemo(MemoConfig{Local: 64 << 20})
	answer := found("rrRRdddLLuR", 5)
	const chunk = 256
	keys := make([]solver.Key, chunk)
	var questions []*Question
	var answers []Answered
	b.ReportAllocs()
	n := 0
	var spent time.Duration
	for b.Loop() {
		b.StopTimer()
		for i := range keys {
			keys[i] = solver.NewKey("sokoban", 1, nil, fmt.Sprint(n))
			n++
		}
		b.StartTimer()
		before := cpuTime(b)
		questions, answers = questions[:0], answers[:0]
		for _, key := range keys {
			questions = append(questions, &Question{Key: key, Algorithm: solver.Auto, Measures: []string{"pushes", "moves"}})
		}
		a := m.Asker()
		known, err := a.Ask(b.Context(), questions)
		if err != nil {
			b.Fatal(err)
		}
		for i, q := range questions {
			if known[i].Knowledge != Mine {
				b.Fatal(known[i])
			}
			answers = append(answers, Answered{q, answer})
		}
		if err := a.Tell(b.Context(), answers); err != nil {
			b.Fatal(err)
		}
		spent += cpuTime(b) - before
	}
	b.ReportMetric(float64(spent.Nanoseconds())/float64(n), "client-ns/key")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/key")
}

func cpuTime(b *testing.B) time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
