package fleet

import (
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

// KillBusy kills a worker at a moment when it holds chunks of the one open
// batch that wait for their rows, and returns them: frozen first, it cannot
// finish them between the look and the kill. The worker must log what it does.
// When producer ends before there is such a moment, it returns none, and the
// worker lives.
func (f *Fleet) KillBusy(w, producer *Process) []string {
	f.T.Helper()
	for !producer.Ended() {
		w.Freeze()
		if held := slices.DeleteFunc(w.Held(), f.answered); len(held) > 0 {
			w.Kill()
			return held
		}
		w.Thaw()
		time.Sleep(5 * time.Millisecond)
	}
	return nil
}

// answered reports whether the open batch waits no more for a chunk: the
// worker may have been frozen between its commit and its log.
func (f *Fleet) answered(chunk string) bool {
	f.T.Helper()
	rdb := f.Client()
	defer func() { _ = rdb.Close() }()
	ids, err := rdb.ZRange(f.T.Context(), "gridmill:open", 0, -1).Result()
	if err != nil || len(ids) > 1 {
		f.T.Fatalf("open batches %v, %v", ids, err)
	}
	if len(ids) == 0 {
		return true
	}
	waits, err := rdb.HExists(f.T.Context(), "gridmill:{"+ids[0]+"}:in", chunk).Result()
	if err != nil {
		f.T.Fatal(err)
	}
	return !waits
}

// Held lists the chunks that the worker's log says it claimed and did not
// commit. Each call reads what was logged since the last.
func (p *Process) Held() []string {
	p.T.Helper()
	for _, m := range regexp.MustCompile(`msg=(claimed|committed) .*chunk=(\S+)`).FindAllStringSubmatch(p.unread(), -1) {
		if m[1] == "claimed" {
			p.claimed[m[2]] = true
		} else {
			delete(p.claimed, m[2])
		}
	}
	held := make([]string, 0, len(p.claimed))
	for chunk := range p.claimed {
		held = append(held, chunk)
	}
	return held
}

// unread returns the whole lines that were logged since the last call.
func (p *Process) unread() string {
	p.T.Helper()
	log, err := os.Open(p.log)
	if err != nil {
		p.T.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	text, err := io.ReadAll(io.NewSectionReader(log, p.read, 1<<40))
	if err != nil {
		p.T.Fatal(err)
	}
	lines := string(text[:strings.LastIndexByte(string(text), '\n')+1])
	p.read += int64(len(lines))
	return lines
}
