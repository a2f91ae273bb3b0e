package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// progressEvery is the pause between two lines of progress.
const progressEvery = 10 * time.Second

// progress tells the user how far a batch has come, a line at a time, and sums
// it up at the end. The zero counts are those of an empty batch.
type progress struct {
	app    *app
	total  int64 // puzzles expected; 0 when not known
	rows   int64
	counts map[solver.Status]int64
	began  time.Time
	spoke  time.Time
	quiet  bool
}

func (a *app) newProgress(total int64) *progress {
	now := time.Now()
	return &progress{app: a, total: total, counts: map[solver.Status]int64{}, began: now, spoke: now, quiet: a.cfg.Progress == "none"}
}

// row counts one row.
func (p *progress) row(status solver.Status) {
	p.rows++
	p.counts[status]++
	p.speak()
}

// batch takes the counts of a batch.
func (p *progress) batch(b jobs.Batch) {
	p.total, p.rows, p.counts = b.Total, b.Rows, b.Counts
	p.speak()
}

func (p *progress) speak() {
	now := time.Now()
	if p.quiet || now.Sub(p.spoke) < progressEvery {
		return
	}
	p.spoke = now
	of := ""
	if p.total > 0 {
		of = fmt.Sprintf(" of %d", p.total)
	}
	p.app.warn("%d%s rows, %.0f a second", p.rows, of, float64(p.rows)/now.Sub(p.began).Seconds())
}

// summary says how the rows ended.
func (p *progress) summary() {
	if p.quiet {
		return
	}
	p.app.warn("%s in %s", describe(p.rows, p.counts), time.Since(p.began).Round(time.Millisecond))
}

// describe counts rows in words: "5 puzzles: 3 solved, 2 unsolvable".
func describe(rows int64, counts map[solver.Status]int64) string {
	var parts []string
	for _, status := range solver.Statuses() {
		if n := counts[status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, status))
		}
	}
	noun := "puzzles"
	if rows == 1 {
		noun = "puzzle"
	}
	if len(parts) == 0 {
		return fmt.Sprintf("%d %s", rows, noun)
	}
	return fmt.Sprintf("%d %s: %s", rows, noun, strings.Join(parts, ", "))
}

// unsettled is the error that stands for rows without a verdict.
func (p *progress) unsettled() error {
	return outcome(jobs.Batch{Rows: p.rows, Counts: p.counts})
}
