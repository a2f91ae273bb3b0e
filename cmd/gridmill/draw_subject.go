package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// subject finds the puzzle that draw was asked for, and the row with what there
// is to say of it. A row without a status is no answer: it has the plan that
// the user gave, or none.
func (a *app) subject(ctx context.Context, cmd *cobra.Command, args []string, d drawing) (solver.Puzzle, solver.Row, error) {
	if len(args) > 0 && a.isBatch(args[0]) {
		p, row, err := a.batchSubject(ctx, cmd, args[0], args[1:], d.seq)
		if err == nil && (d.unsolved || cmd.Flags().Changed("plan")) {
			row, err = a.given(cmd, &p, d)
		}
		return p, row, err
	}
	p, err := a.nth(ctx, cmd, args, d.seq)
	if err != nil {
		return p, solver.Row{}, err
	}
	if d.unsolved || cmd.Flags().Changed("plan") {
		row, err := a.given(cmd, &p, d)
		return p, row, err
	}
	row, err := a.answerOne(ctx, cmd, p)
	return p, row, err
}

// isBatch reports whether an argument is the id of a batch, and no file. The
// beginning of one is, where there is a Redis: elsewhere it is a file that is
// not there.
func (a *app) isBatch(arg string) bool {
	if n := digits(arg); n < leastDigits || n < wholeDigits && a.cfg.Redis == "" {
		return false
	}
	_, err := os.Stat(arg)
	return err != nil
}

// given returns the row of what the user wants drawn instead of the answer.
func (a *app) given(cmd *cobra.Command, p *solver.Puzzle, d drawing) (solver.Row, error) {
	row := p.Blank()
	if !cmd.Flags().Changed("plan") {
		return row, nil
	}
	cost, err := a.kinds.Lookup(p.Kind).Replay(p.Form, d.plan)
	if err != nil {
		return row, fmt.Errorf("--plan is none for %s: %w", title(p), err)
	}
	row.Cost, row.Plan = cost, &d.plan
	return row, nil
}

// nth returns the puzzle at a place of what args name, from 0. Who did not ask
// for a place is told when there are more.
func (a *app) nth(ctx context.Context, cmd *cobra.Command, args []string, seq int64) (found solver.Puzzle, err error) {
	if err := noPlaces(cmd, args); err != nil {
		return found, err
	}
	seen := int64(0)
	for p, err := range a.asked(ctx, cmd, args) {
		if err != nil {
			return p, err
		}
		if seen == seq {
			found = p
			if cmd.Flags().Changed("seq") {
				return p, a.drawable(cmd, &p)
			}
		}
		seen++
	}
	switch {
	case seen == 0:
		return found, fmt.Errorf("there is no puzzle to draw")
	case seq >= seen:
		return found, usage(cmd, "--seq %d: there are %s, and the first is 0", seq, count(seen, "puzzle"))
	case seen > 1:
		a.warn("puzzle %d of %d; --seq N draws another", seq, seen)
	}
	return found, a.drawable(cmd, &found)
}

// noPlaces returns an error for an argument that is the place of a puzzle: it
// would be passed over, since the first puzzle comes from a file before it.
func noPlaces(cmd *cobra.Command, args []string) error {
	for _, arg := range args {
		if _, err := strconv.ParseUint(arg, 10, 63); err != nil {
			continue
		}
		if _, err := os.Stat(arg); err != nil {
			return usage(cmd, "%s is no file; --seq %s draws that puzzle", arg, arg)
		}
	}
	return nil
}

// drawable returns why a puzzle cannot be drawn whatever its kind.
func (a *app) drawable(cmd *cobra.Command, p *solver.Puzzle) error {
	switch {
	case p.Error != nil:
		a.warn("%v", p.Error)
		return errUnsettled
	case p.Form == "":
		return usage(cmd, "%s is a key, which tells nothing of how the puzzle looks; name its file or give it in one-line form", p.Name)
	}
	return nil
}

// answerOne returns the row of a puzzle: remembered where a Redis is named, else
// by the road that every puzzle takes.
func (a *app) answerOne(ctx context.Context, cmd *cobra.Command, p solver.Puzzle) (row solver.Row, err error) {
	in := &input{label: "draw " + title(&p), total: 1, kinds: map[string]int64{p.Kind: 1}}
	sum := sha256.Sum256([]byte("draw\n" + p.Kind + "\n" + p.Form))
	in.digest = sum[:]
	spec, err := a.spec(cmd, in)
	if err != nil {
		return row, err
	}
	if a.cfg.Redis != "" && a.cfg.Memo == memoOn {
		if row, err = a.remembered(ctx, cmd, p); err != nil || row.Status.Verdict() {
			return row, err
		}
	}
	store, embedded, stop, err := a.connect(ctx)
	if err != nil {
		return row, err
	}
	defer stop()
	if embedded {
		spec.Keep = max(spec.Keep, embeddedKeep)
	}
	producer := &jobs.Producer{Store: store, Kinds: a.kinds}
	state, err := producer.Begin(ctx, spec)
	if err == nil && state == jobs.StateOpen {
		err = producer.Fill(ctx, spec, func(yield func(solver.Puzzle, error) bool) { yield(p, nil) })
	}
	if err != nil {
		return row, err
	}
	for row, err := range store.Rows(ctx, spec.ID, jobs.RowsOptions{Follow: true}) {
		return row, err
	}
	return row, fmt.Errorf("batch %s has no row: %w", spec.ID, jobs.ErrNoBatch)
}

// remembered returns the row that a lookup prints.
func (a *app) remembered(ctx context.Context, cmd *cobra.Command, p solver.Puzzle) (row solver.Row, err error) {
	algorithms, err := a.lookupAlgorithms(cmd)
	if err != nil {
		return row, err
	}
	store, err := a.openStore(ctx, cmd)
	if err != nil {
		a.alone = true
		return row, err
	}
	defer func() { _ = store.Close() }()
	l := &lookup{app: a, memo: store.NewMemo(jobs.MemoConfig{Log: a.errorLog()}), keyers: a.keyers(), algorithms: algorithms}
	l.add(p)
	err = l.recall(ctx)
	return l.rows[0], err
}
