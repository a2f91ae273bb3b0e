package main

import (
	"context"
	"fmt"
	"iter"

	"github.com/gridmill/gridmill/solver"
)

// forms returns a function that finds the one-line forms of rows that come in
// the order of the input, by reading the input along with them. What it holds
// is released by stop.
func (in *input) forms(ctx context.Context) (find func(row *solver.Row) (string, error), stop func()) {
	next, stop := iter.Pull2(in.puzzles(ctx))
	at := int64(-1)
	var p solver.Puzzle
	return func(row *solver.Row) (string, error) {
		for at < row.Seq {
			var err error
			var ok bool
			if p, err, ok = next(); err != nil {
				return "", err
			}
			if !ok {
				return "", fmt.Errorf("%s %w", in.label, errChanged)
			}
			at++
		}
		if at > row.Seq {
			return "", fmt.Errorf("row %d comes behind row %d", row.Seq, at)
		}
		return p.Form, nil
	}, stop
}
