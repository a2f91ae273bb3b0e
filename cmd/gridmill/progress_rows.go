package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// countEvery is the pause between two looks at the counts of a batch whose rows
// are printed.
const countEvery = time.Second

// printed is how far the printing of rows has come: behind those that are
// there, when one before them is not.
type printed struct {
	passed  int64 // rows taken, printed or not
	shown   int64 // of those, the ones that --only does not leave out
	hits    int64 // of passed, those that the memo answered
	open    int64 // of passed, those without a verdict
	only    only
	ordered bool      // no row is printed before those in front of it
	began   bool      // rows of a batch are printed
	next    int64     // place behind the last row taken
	last    time.Time // when it was
}

// prints says that the rows of a batch are printed: those that some takes, and
// whether in the order of the input. The rows that are there are counted by the
// batch then, whether their turn has come or not. It ends with close.
func (p *progress) prints(ctx context.Context, store *jobs.Store, id string, some only, ordered bool) {
	p.mu.Lock()
	p.facts.print = printed{only: some, ordered: ordered, began: true, last: time.Now()}
	p.mu.Unlock()
	if p.quiet {
		return
	}
	ctx, p.ask.stop = context.WithCancel(ctx)
	p.ask.group.Go(func() {
		ticks := time.NewTicker(countEvery)
		defer ticks.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticks.C:
			}
			b, err := store.Batch(ctx, id)
			if err != nil {
				continue // who reads the rows meets it too, and tells
			}
			p.mu.Lock()
			p.facts.count(b)
			shown := p.facts
			p.mu.Unlock()
			p.bar.move(shown)
		}
	})
}

// asking is the goroutine that asks for the counts of a batch.
type asking struct {
	stop  context.CancelFunc // nil: there is none
	group sync.WaitGroup
}

// leave ends the asking.
func (p *progress) leave() {
	if p.ask.stop != nil {
		p.ask.stop()
		p.ask.group.Wait()
		p.ask.stop = nil
	}
}

// pass counts a row that is printed or passed over.
func (f *facts) pass(row *solver.Row, now time.Time) {
	d := &f.print
	d.passed++
	d.next, d.last = row.Seq+1, now
	if d.only.takes(row.Status) {
		d.shown++
	}
	if row.Source == solver.FromMemo {
		d.hits++
	}
	if !row.Status.Verdict() {
		d.open++
	}
	f.rows, f.hits, f.open = max(f.rows, d.passed), max(f.hits, d.hits), max(f.open, d.open)
}

// behind says how many rows are printed where more are there, and which one
// they wait for. It is "" where all are.
func (f *facts) behind(now time.Time) string {
	const stands = 2 * countEvery // before, the printing may just be catching up
	d := &f.print
	if !d.began || d.passed >= f.rows {
		return ""
	}
	text := fmt.Sprintf("%d printed", d.shown)
	if d.ordered && now.Sub(d.last) >= stands {
		text += fmt.Sprintf(": row %d is still searched for", d.next)
	}
	return text
}
