package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// order is the first line that a child reads: what holds for every puzzle that
// follows, one a line.
type order struct {
	Options jobs.Options  `json:"options"`
	Share   solver.Budget `json:"share,omitzero"` // as in Config; unused when Split is set
	Split   bool          `json:"split"`          // each puzzle has its whole budget
	Ceiling int64         `json:"ceiling"`        // bytes the child may take beyond what it begins with; 0 = no ceiling
}

// The lines of a child that are no rows.
const (
	childReady = "ready" // the order was read
	childHeld  = "held"  // the puzzle outgrew its share
)

// AnswerAlone is the life of a child process that answers puzzles one at a
// time, so that what kills it can only be the puzzle in hand. It reads an
// order and puzzles from in and writes a line for each to out. It returns when
// in ends, even while a search runs: whoever wrote there is gone, and the
// process is to end as well.
func AnswerAlone(kinds solver.Kinds, in io.Reader, out io.Writer) error {
	lines := bufio.NewReader(in)
	first, err := lines.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("read the order: %w", err)
	}
	var o order
	if err := json.Unmarshal(first, &o); err != nil {
		return fmt.Errorf("read the order: %w", err)
	}
	if err := confine(o.Ceiling); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(out, childReady); err != nil {
		return fmt.Errorf("say that the order was read: %w", err)
	}
	puzzles := make(chan string)
	ended := make(chan error, 1)
	go func() {
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				ended <- err
				return
			}
			puzzles <- strings.TrimSuffix(line, "\n")
		}
	}()
	failed := make(chan error, 1)
	go func() {
		for line := range puzzles {
			if err := o.answer(kinds, line, out); err != nil {
				failed <- err
				return
			}
		}
	}()
	select {
	case err := <-failed:
		return err
	case err := <-ended:
		if errors.Is(err, io.EOF) {
			return nil
		}
		return fmt.Errorf("read puzzles: %w", err)
	}
}

// answer writes the line of one puzzle, which is found in the same way as by
// a worker that runs a chunk of it.
func (o *order) answer(kinds solver.Kinds, line string, out io.Writer) error {
	c := &jobs.Chunk{Ref: jobs.Ref{Chunk: "0"}, Puzzles: make([]solver.Puzzle, 1), Options: o.Options}
	if o.Split {
		c.Chunk = "0.0"
	}
	if err := c.Puzzles[0].ParseJSON(line); err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	w := New(Config{Kinds: kinds, Share: o.Share, Log: log})
	r := w.newRun(c, nil, log)
	if err := r.answer(context.Background()); err != nil {
		return err
	}
	reply := []byte(childHeld)
	if len(r.rows) == 1 {
		reply = r.rows[0].AppendJSON(nil)
	}
	if _, err := out.Write(append(reply, '\n')); err != nil {
		return fmt.Errorf("write a row: %w", err)
	}
	return nil
}
