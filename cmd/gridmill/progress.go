package main

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// lineEvery is the pause between two lines of plain progress.
const lineEvery = 10 * time.Second

// progress tells the user how far a batch has come, by a bar or a line at a
// time, and keeps what the summary says at the end.
type progress struct {
	app   *app
	quiet bool
	bar   *bar          // nil: plain lines
	stop  chan struct{} // ends the plain lines; nil: there are none
	ask   asking

	mu    sync.Mutex
	facts facts
	tale  tale
}

// facts are how far a batch has come.
type facts struct {
	total  int64 // puzzles expected; 0 when not known
	rows   int64 // rows that are there, printed or not
	before int64 // of the rows, those that were there before this run: they say nothing of its pace
	hits   int64 // rows that the memo answered
	open   int64 // rows without a verdict
	print  printed
	began  time.Time
}

// newProgress begins to tell of a batch of total puzzles whose rows are
// printed, and of which before have rows already. The bar needs a terminal for
// itself: where the rows go to one too, they show the progress.
func (a *app) newProgress(total, before int64) *progress {
	return a.startProgress(total, before, terminal(a.out) && !a.toFile())
}

// startProgress begins to tell of a batch; shown says that its rows show the
// progress by themselves, unless the user asks for more.
func (a *app) startProgress(total, before int64, shown bool) *progress {
	now := time.Now()
	p := &progress{app: a, facts: facts{total: total, rows: before, before: before, began: now}, tale: tale{began: now, counts: map[solver.Status]int64{}, limits: map[solver.Limit]int64{}}}
	switch mode := a.cfg.Progress; {
	case mode == "none":
		p.quiet = true
	case terminal(a.err) && (mode == "bar" || mode == "auto" && !shown):
		p.bar = a.startBar(p.now)
	default:
		p.stop = make(chan struct{})
		go p.speak(p.stop)
	}
	return p
}

// now returns the facts at this moment.
func (p *progress) now() facts {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.facts
}

// row counts one row that is printed or passed over.
func (p *progress) row(row *solver.Row) {
	p.mu.Lock()
	p.facts.pass(row, time.Now())
	p.tale.row(row)
	shown := p.facts
	p.mu.Unlock()
	p.bar.move(shown)
}

// batch takes the counts of a batch; the rows of the first time were there
// already.
func (p *progress) batch(b jobs.Batch) {
	p.mu.Lock()
	if p.tale.batch == "" {
		p.facts.before = b.Rows
	}
	p.facts.count(b)
	p.tale.batch, p.tale.counts = b.ID, b.Counts
	shown := p.facts
	p.mu.Unlock()
	p.bar.move(shown)
}

// count takes the counts of a batch, which may be behind the rows printed.
func (f *facts) count(b jobs.Batch) {
	f.total = max(f.total, b.Total)
	f.rows, f.hits, f.open = max(f.rows, b.Rows), max(f.hits, b.Memo.Hits), max(f.open, b.Unsettled())
}

// speak prints a line now and then.
func (p *progress) speak(stop <-chan struct{}) {
	ticks := time.NewTicker(lineEvery)
	defer ticks.Stop()
	for {
		select {
		case <-stop:
			return
		case now := <-ticks.C:
			f := p.now()
			p.app.warn("%s", f.line(now))
		}
	}
}

// close ends what newProgress began. It may be called more than once.
func (p *progress) close() {
	p.leave()
	if p.stop != nil {
		close(p.stop)
		p.stop = nil
	}
	p.bar.close()
	p.bar = nil
}

// line says everything in words: "12 of 100 rows, 35 a second, 3s left,
// 2 memo hits, 1 unsolved".
func (f *facts) line(now time.Time) string {
	rows := count(f.rows, "row")
	if f.total > 0 {
		rows = fmt.Sprintf("%d of %s", f.rows, count(f.total, "row"))
	}
	return rows + ", " + f.pace(now)
}

// pace says how fast it goes and what came of the rows so far.
func (f *facts) pace(now time.Time) string {
	const settled = time.Second // before, a rate says nothing
	var parts []string
	if fresh, took := f.rows-f.before, now.Sub(f.began); fresh > 0 && took >= settled {
		rate := float64(fresh) / took.Seconds()
		parts = append(parts, perSecond(rate)+" a second")
		if left := f.total - f.rows; left > 0 {
			parts = append(parts, leftText(float64(left)/rate)+" left")
		}
	}
	if behind := f.behind(now); behind != "" {
		parts = append(parts, behind)
	}
	parts = append(parts, count(f.hits, "memo hit"), fmt.Sprintf("%d unsolved", f.open))
	return strings.Join(parts, ", ")
}

// leftText writes how many seconds are left, as exactly as they are known.
func leftText(seconds float64) string {
	const tooLong = 1000 * time.Hour
	left := time.Duration(min(seconds, tooLong.Seconds()) * float64(time.Second))
	switch {
	case left >= tooLong:
		return "more than 1000h"
	case left >= time.Hour:
		return strings.TrimSuffix(left.Round(time.Minute).String(), "0s")
	}
	return left.Round(time.Second).String()
}

// known says of how many puzzles a lookup found the answer.
func (p *progress) known() {
	p.close()
	if !p.quiet {
		p.app.warn("%s", describe(p.facts.print.passed, p.tale.counts))
	}
}

// unsettled is the error that stands for rows without a verdict.
func (p *progress) unsettled() error {
	return outcome(jobs.Batch{Rows: p.facts.print.passed, Counts: p.tale.counts})
}
