package worker

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

func TestASearchThatHeedsNothingIsLeftToItself(t *testing.T) {
	for _, row := range []struct {
		reason, form string
		called       bool // off by the worker
		stranded     bool
	}{
		{"beyond its time", "deaf", false, true},
		{"called off", "deaf", true, true},
		{"called off, and it heeds that", "for ever", true, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := New(Config{Kinds: solver.Kinds{scripted{}}})
			c := &jobs.Chunk{Ref: jobs.Ref{Chunk: "7.2"}, Puzzles: []solver.Puzzle{{Kind: "scripted", Form: row.form}}}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if row.called {
				cancel()
			} else {
				c.Options.Budget.Time = time.Millisecond
			}
			r := w.newRun(c, nil, w.cfg.Log)
			if err := r.watched(ctx); err == nil || errors.Is(err, errStranded) != row.stranded {
				t.Errorf("%s: %v", row.reason, err)
			}
			time.Sleep(time.Hour) // until nothing is left in the bubble
		})
	}
}
