//go:build chaos

package chaos

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

// What a puzzle takes in Redis while it waits, runs, is done, and is
// remembered; and the round trips and commands that it costs.
func TestWhatAPuzzleTakesInRedis(t *testing.T) {
	n := fleet.Size(t, "CHAOS_COST_PUZZLES", 200_000, 20_000)
	seed, _ := fleet.Seed(t)
	forms := fleet.Generate(t, filepath.Join(t.TempDir(), "puzzles.jsonl"), n, "-seed", fmt.Sprint(seed))
	var books books
	submittedAndAnswered(t, &books, forms, jobs.MemoOff)
	remembered := submittedAndAnswered(t, &books, forms, jobs.MemoOn)
	running(t, &books, n)
	t.Logf("%d generated puzzles of all kinds, %d different answers; bytes a puzzle in Redis%s", n, remembered, books.memory())
	t.Logf("round trips and commands, those that scripts run included%s", books.trips())
}

// submittedAndAnswered enters what a batch takes before, and after a worker
// has answered it. It returns how many answers are remembered.
func submittedAndAnswered(t *testing.T, b *books, forms []fleet.Form, memo jobs.MemoMode) int64 {
	t.Helper()
	f := fleet.New(t, redistest.Start(t).URL())
	store := open(t, f.URL)
	b.begin(f, len(forms))
	submit(t, store, jobs.Spec{ID: "batch", Options: jobs.Options{Memo: memo}}, forms)
	mode := "with the memo"
	if memo == jobs.MemoOff {
		mode = "without the memo"
		b.enterTrips("submitted")
		b.enterMemory("waiting")
	}
	b.begin(f, len(forms))
	w := f.StartQuietWorker()
	waitDone(t, store, "batch", 20*time.Minute)
	w.Kill()
	b.enterTrips("answered " + mode)
	if memo == jobs.MemoOff {
		b.enterMemory("done")
		return 0
	}
	rdb := f.Client()
	for _, what := range []string{"meta", "in", "out", "claims", "tries", "events"} {
		rdb.Del(t.Context(), fleet.Key("batch", what))
	}
	b.enterMemory("remembered")
	answers := 0
	for it := rdb.Scan(t.Context(), 0, "gridmill:memo:*", 1000).Iterator(); it.Next(t.Context()); {
		answers++
	}
	return int64(answers)
}

// running enters what n puzzles take whose chunks are all in the hands of
// workers: stand-ins, so that there is time to look. What their own text takes
// is entered beside it.
func running(t *testing.T, b *books, n int) {
	t.Helper()
	f := fleet.New(t, redistest.Start(t).URL())
	store, rdb := open(t, f.URL), f.Client()
	b.begin(f, n)
	submit(t, store, jobs.Spec{ID: "batch"}, standins(n, "sleep 200ms", "p"))
	b.enterMemory("waiting, stand-ins")
	chunks := rdb.HLen(t.Context(), fleet.Key("batch", "in")).Val()
	w := f.StartStandinWorker("--log-level", "error", "--slots", fmt.Sprint(chunks))
	for deadline := time.Now().Add(30 * time.Second); rdb.HLen(t.Context(), fleet.Key("batch", "tries")).Val() < chunks; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not all of %d chunks run", chunks)
		}
	}
	time.Sleep(2 * time.Second) // until all are past the memo
	w.Freeze()
	b.enterMemory("running, stand-ins")
	w.Kill()
}

// books are the accounts of what puzzles take, by what became of them.
type books struct {
	fleet   *fleet.Fleet
	puzzles int
	empty   usage
	states  []state
	phases  []phase
}

type state struct {
	name string
	usage
}

type phase struct {
	name            string
	trips, commands float64 // a puzzle
	most            string  // the commands there were most of
}

// begin starts to count from here, on the Redis of f.
func (b *books) begin(f *fleet.Fleet, puzzles int) {
	b.fleet, b.puzzles = f, puzzles
	rdb := f.Client()
	if rdb.DBSize(f.T.Context()).Val() == 0 {
		b.empty = usedBy(f, 1)
	}
	if err := rdb.ConfigResetStat(f.T.Context()).Err(); err != nil {
		f.T.Fatal(err)
	}
}

// enterMemory notes what is used now.
func (b *books) enterMemory(name string) {
	now := usedBy(b.fleet, b.puzzles)
	now.total = (now.total*float64(b.puzzles) - b.empty.total) / float64(b.puzzles)
	b.states = append(b.states, state{name, now})
}

// enterTrips notes what was asked since begin.
func (b *books) enterTrips(name string) {
	rdb := b.fleet.Client()
	commands, most := commandsOf(b.fleet.T, rdb, b.puzzles)
	b.phases = append(b.phases, phase{
		name:     name,
		trips:    float64(infoNumber(b.fleet.T, rdb, "total_reads_processed")) / float64(b.puzzles),
		commands: commands,
		most:     most,
	})
}

func (b *books) memory() string {
	var text strings.Builder
	text.WriteString("\n| puzzles | in all |")
	for _, group := range groups {
		fmt.Fprintf(&text, " %s |", group)
	}
	text.WriteString("\n| --- |" + strings.Repeat(" ---: |", len(groups)+1) + "\n")
	for _, s := range b.states {
		fmt.Fprintf(&text, "| %s | %.1f |", s.name, s.total)
		for _, group := range groups {
			fmt.Fprintf(&text, " %.1f |", s.by[group])
		}
		text.WriteString("\n")
	}
	return text.String()
}

func (b *books) trips() string {
	var text strings.Builder
	text.WriteString("\n| puzzles | round trips a puzzle | commands a puzzle | most of them |\n| --- | ---: | ---: | --- |\n")
	for _, p := range b.phases {
		fmt.Fprintf(&text, "| %s | %.3f | %.3f | %s |\n", p.name, p.trips, p.commands, p.most)
	}
	return text.String()
}
