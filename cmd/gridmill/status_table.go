package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/gridmill/gridmill/format"
	"github.com/gridmill/gridmill/jobs"
)

// table prints the report for eyes, in lines of so many cells; 0 is as many as
// they need.
func (r *statusReport) table(w io.Writer, width int) error {
	t := tabwriter.NewWriter(w, 0, 0, len(columnGap), ' ', 0)
	for i, part := range []sheet{r.laneLines(), r.workerLines(), r.batchLines()} {
		if len(part.lines) < 2 { // a header alone
			continue
		}
		if i > 0 && len(r.lanes) > 0 {
			_, _ = fmt.Fprintln(t) // Flush reports the error
		}
		part.fit(width)
		part.print(t)
	}
	return t.Flush()
}

func (r *statusReport) laneLines() (s sheet) {
	s.add("LANE", "WORKERS", "SLOTS", "RUNNING", "WAITING", "OLDEST", "ROWS/S", "MEMO")
	for i := range r.lanes {
		l := &r.lanes[i]
		s.add(string(l.Lane), fmt.Sprint(l.Workers), fmt.Sprint(l.Slots), fmt.Sprint(l.Running), fmt.Sprint(l.Waiting),
			span(l.Oldest), perSecond(l.Rate), share(l.Hits, l.Hits+l.Misses))
	}
	return s
}

func (r *statusReport) workerLines() (s sheet) {
	s.add("WORKER", "STATE", "UP", "SLOTS", "ROWS/S", "MEMORY", "DOING")
	const name, lanes, does = 0, 3, 6 // the lanes of a worker are told of above too
	s.gives = []give{{does, 32, cutEnd}, {lanes, 16, drop}, {name, 10, cutFront}, {does, 10, cutEnd}}
	for i := range r.workers {
		w := &r.workers[i]
		var slots []string
		rate := 0.0
		for k := range w.Lanes {
			l := &w.Lanes[k]
			slots = append(slots, fmt.Sprintf("%s %d/%d", l.Lane, len(l.Busy), l.Slots))
			rate += l.Rate
		}
		memory := "-"
		if w.Memory.Limit > 0 {
			memory = fmt.Sprintf("%d of %d MiB", w.Memory.Reserved>>20, w.Memory.Limit>>20)
		}
		s.add(w.Worker, string(w.State), span(w.Seen.Sub(w.Started).Milliseconds()), strings.Join(slots, ", "), perSecond(rate), memory, doing(w))
	}
	return s
}

func (r *statusReport) batchLines() (s sheet) {
	s.add("BATCH", "STATE", "ROWS", "TOTAL", "FROM")
	const id, from = 0, 4 // eight digits of an id name it, as a rule
	s.gives = []give{{from, 12, cutFront}, {id, 9, cutEnd}}
	for i := range r.batches {
		b := &r.batches[i]
		total := "?"
		if b.State != jobs.StateOpen {
			total = fmt.Sprint(b.Total)
		}
		s.add(b.ID, stage(b), fmt.Sprint(b.Rows), total, format.Printable(b.Label))
	}
	return s
}

// worksShown is how many chunks of a worker fit on its line; --to jsonl has all.
const worksShown = 3

// doing says in a few words what a worker does, or why it does nothing.
func doing(w *jobs.WorkerStatus) string {
	if w.Idle != "" {
		return "idle: " + w.Idle
	}
	var works []string
	more := 0
	for i := range w.Lanes {
		for k := range w.Lanes[i].Busy {
			if len(works) == worksShown {
				more++
				continue
			}
			works = append(works, work(&w.Lanes[i].Busy[k]))
		}
	}
	text := strings.Join(works, ", ")
	if more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// work is a chunk in the words of a user, such as "9f0cab12/3 puzzle 812 for 4s".
func work(b *jobs.Work) string {
	text := fmt.Sprintf("%.8s/%s", b.Batch, b.Chunk)
	switch {
	case b.Waits != "":
		return fmt.Sprintf("%s waits for %s for %s", text, b.Waits, span(b.Since))
	case b.Seq >= 0:
		return fmt.Sprintf("%s puzzle %d for %s", text, b.Seq, span(b.Since))
	}
	return text + " for " + span(b.For)
}

// span writes milliseconds so that only what matters is there: 250ms, 4.2s, 3m10s.
func span(ms int64) string {
	d := time.Duration(ms) * time.Millisecond
	switch {
	case d < time.Second:
		return d.String()
	case d < time.Minute:
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}

func perSecond(rate float64) string {
	if rate > 0 && rate < 10 {
		return fmt.Sprintf("%.1f", rate)
	}
	return fmt.Sprintf("%.0f", rate)
}

// share writes part of whole as a percentage.
func share(part, whole int64) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f%%", 100*float64(part)/float64(whole))
}
