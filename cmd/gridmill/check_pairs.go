package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/gridmill/gridmill/format"
	"github.com/gridmill/gridmill/solver"
)

// mostStray is the most answers without a puzzle that are told of. Whoever
// sends more is not read further.
const mostStray = 10_000

// pairs finds the answer to one puzzle after another.
type pairs struct {
	answers *format.Answers
	total   int64 // puzzles
	early   early
	ended   bool // nothing more is read
	strays  int  // answers without a puzzle so far
	// stray takes the finding of an answer without a puzzle.
	stray func(f *format.Finding) error
}

// find returns the answer to the puzzle at place seq, which is one more than
// at the last call. It tells of the answers without a puzzle that it meets.
func (p *pairs) find(ctx context.Context, seq int64) (c format.Claim, ok bool, err error) {
	if c, ok, err := p.early.take(seq); ok || err != nil {
		return c, ok, err
	}
	for !p.ended {
		c, err := p.next(ctx)
		if err != nil || p.ended {
			return c, false, err
		}
		switch {
		case c.Seq == seq:
			return c, true, nil
		case c.Seq > seq && c.Seq < p.total:
			err = p.keep(&c)
		default:
			err = p.tell(&c, seq)
		}
		if err != nil {
			return c, false, err
		}
	}
	return c, false, nil
}

// rest tells of the answers behind the last that has a puzzle.
func (p *pairs) rest(ctx context.Context) error {
	for !p.ended {
		c, err := p.next(ctx)
		if err == nil && !p.ended {
			err = p.tell(&c, p.total)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// next reads an answer. A file that cannot be read further ends, and that is
// told.
func (p *pairs) next(ctx context.Context) (format.Claim, error) {
	c, err := p.answers.Next()
	switch {
	case ctx.Err() != nil:
		return c, ctx.Err()
	case errors.Is(err, io.EOF):
		p.ended = true
	case err != nil:
		p.ended = true
		return c, p.stray(orphan(p.answers.Line()+1, nil, format.Unreadable, fmt.Sprintf("the answers cannot be read from here on: %v", err)))
	}
	return c, nil
}

// keep puts c by until its puzzle's turn comes, unless another is there.
func (p *pairs) keep(c *format.Claim) error {
	first, err := p.early.put(c)
	if err == nil && !first {
		err = p.tell(c, c.Seq+1)
	}
	return err
}

// tell tells of an answer without a puzzle, when those before place seq have
// theirs.
func (p *pairs) tell(c *format.Claim, seq int64) error {
	if p.strays++; p.strays > mostStray {
		p.ended = true
		return p.stray(orphan(c.Line, nil, format.Surplus, fmt.Sprintf("more than %d answers belong to no puzzle; the answers are not read from here on", mostStray)))
	}
	place := &c.Seq
	if c.Seq == format.NoPlace {
		place = nil
	}
	switch {
	case c.Error != nil:
		return p.stray(orphan(c.Line, place, format.Unreadable, unreadable(c).Reason))
	case c.Seq >= 0 && c.Seq < seq && c.Seq < p.total:
		return p.stray(orphan(c.Line, place, format.Twice, "this puzzle was answered before; that answer counted"))
	case c.AnyCase && c.Says == format.SaysPlan && c.Plan == "":
		return nil // blank lines at the end of a file
	}
	be := "are"
	if p.total == 1 {
		be = "is"
	}
	return p.stray(orphan(c.Line, place, format.Surplus, fmt.Sprintf("there %s %s", be, count(p.total, "puzzle"))))
}

// orphan is the finding of an answer that no puzzle is judged by.
func orphan(line int, seq *int64, verdict format.Verdict, reason string) *format.Finding {
	return &format.Finding{Seq: seq, AnswerLine: line, Verdict: verdict, Text: string(verdict), Error: &solver.StepError{Reason: reason}}
}
