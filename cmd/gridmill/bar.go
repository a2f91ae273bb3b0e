package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// barEvery is the pause between two movements of a bar.
const barEvery = 100 * time.Millisecond

// bar shows on a terminal how far a batch has come. A nil bar shows nothing.
type bar struct {
	app  *app
	bars *mpb.Progress
	bar  *mpb.Bar

	mu    sync.Mutex
	moved time.Time
}

// startBar puts a bar on standard error that shows what facts returns. Until
// it is closed, warnings stand above it.
func (a *app) startBar(now func() facts) *bar {
	b := &bar{app: a, bars: mpb.New(mpb.WithOutput(a.err), mpb.WithAutoRefresh())}
	b.bar = b.bars.AddBar(0,
		mpb.BarRemoveOnComplete(),
		mpb.BarFillerTrim(), // the blanks beside the bar stand where it has no room, too
		mpb.PrependDecorators(decor.Any(func(decor.Statistics) string {
			if f := now(); f.total > 0 {
				return fmt.Sprintf("%d / %d rows ", f.rows, f.total)
			}
			return count(now().rows, "row") + " "
		})),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string {
			f := now()
			return " " + f.pace(time.Now())
		})))
	a.above(b.bars)
	return b
}

// move shows the facts, now and then.
func (b *bar) move(f facts) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if now := time.Now(); now.Sub(b.moved) >= barEvery {
		b.moved = now
		b.bar.SetTotal(f.total, false)
		b.bar.SetCurrent(f.rows)
	}
}

// close takes the bar off the terminal.
func (b *bar) close() {
	if b == nil {
		return
	}
	b.app.above(nil)
	b.bar.Abort(true)
	b.bars.Wait()
}
