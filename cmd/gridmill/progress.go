package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

const (
	lineEvery = 10 * time.Second       // pause between two lines of plain progress
	barEvery  = 100 * time.Millisecond // pause between two movements of a bar
)

// progress tells the user how far a batch has come, by a bar or a line at a
// time, and sums it up at the end.
type progress struct {
	app    *app
	ended  time.Time // when the batch was done; zero: now
	total  int64     // puzzles expected; 0 when not known
	rows   int64
	counts map[solver.Status]int64
	began  time.Time
	spoke  time.Time
	quiet  bool
	bars   *mpb.Progress // nil: plain lines
	bar    *mpb.Bar
}

// newProgress begins to count. The bar needs a terminal for itself: where the
// rows go to one too, they show the progress.
func (a *app) newProgress(total int64) *progress {
	now := time.Now()
	p := &progress{app: a, total: total, counts: map[solver.Status]int64{}, began: now, spoke: now}
	rowsOnTerminal := terminal(a.out) && a.cfg.Output == stdinName
	switch mode := a.cfg.Progress; {
	case mode == "none":
		p.quiet = true
	case mode == "bar", mode == "auto" && terminal(a.err) && !rowsOnTerminal:
		p.startBar(a.err)
	}
	return p
}

func (p *progress) startBar(w io.Writer) {
	p.bars = mpb.New(mpb.WithOutput(w), mpb.WithAutoRefresh())
	p.bar = p.bars.AddBar(p.total,
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.CountersNoUnit("%d / %d rows ")),
		mpb.AppendDecorators(decor.AverageSpeed(0, "%.0f/s "), decor.AverageETA(decor.ET_STYLE_GO)))
}

// row counts one row.
func (p *progress) row(status solver.Status) {
	p.rows++
	p.counts[status]++
	p.speak()
}

// batch takes the counts of a batch.
func (p *progress) batch(b jobs.Batch) {
	p.total, p.rows, p.counts, p.ended = b.Total, b.Rows, b.Counts, b.Done
	p.speak()
}

func (p *progress) speak() {
	pause := lineEvery
	if p.bar != nil {
		pause = barEvery
	}
	now := time.Now()
	if p.quiet || now.Sub(p.spoke) < pause {
		return
	}
	p.spoke = now
	if p.bar != nil {
		p.bar.SetTotal(p.total, false)
		p.bar.SetCurrent(p.rows)
		return
	}
	of := ""
	if p.total > 0 {
		of = fmt.Sprintf(" of %d", p.total)
	}
	p.app.warn("%d%s rows, %.0f a second", p.rows, of, float64(p.rows)/now.Sub(p.began).Seconds())
}

// close takes the bar off the terminal. It may be called more than once.
func (p *progress) close() {
	if p.bar == nil {
		return
	}
	p.bar.Abort(true)
	p.bars.Wait()
	p.bar = nil
}

// summary says how the rows ended, and where the answers came from.
func (p *progress) summary(memo jobs.Tally) {
	p.close()
	if p.ended.IsZero() {
		p.ended = time.Now()
	}
	if !p.quiet {
		origin := fmt.Sprintf("%s, %s, %s", count(memo.Solves, "solve"), count(memo.Hits, "memo hit"), count(memo.Waits, "wait"))
		if memo.Dropped > 0 {
			origin += fmt.Sprintf(", %d dropped from the memo", memo.Dropped)
		}
		p.app.warn("%s in %s (%s)", describe(p.rows, p.counts), p.ended.Sub(p.began).Round(time.Millisecond), origin)
	}
}

// known says of how many puzzles a lookup found the answer.
func (p *progress) known() {
	p.close()
	if !p.quiet {
		p.app.warn("%s", describe(p.rows, p.counts))
	}
}

// describe counts rows in words: "5 puzzles: 3 solved, 2 unsolvable".
func describe(rows int64, counts map[solver.Status]int64) string {
	var parts []string
	for _, status := range solver.Statuses() {
		if n := counts[status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, status))
		}
	}
	if len(parts) == 0 {
		return count(rows, "puzzle")
	}
	return count(rows, "puzzle") + ": " + strings.Join(parts, ", ")
}

// count says how many there are of what noun names.
func count(n int64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// unsettled is the error that stands for rows without a verdict.
func (p *progress) unsettled() error {
	return outcome(jobs.Batch{Rows: p.rows, Counts: p.counts})
}
