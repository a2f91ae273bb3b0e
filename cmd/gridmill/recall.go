package main

import (
	"context"
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// keyers makes the keys of puzzles of all kinds.
type keyers struct {
	kinds solver.Kinds
	opts  solver.Options
	made  map[string]*solver.Keyer
}

func (a *app) keyers() *keyers {
	return &keyers{a.kinds, a.search(), map[string]*solver.Keyer{}}
}

// digest returns the hash of the key of p, and the transform that leads from
// its canonical form to p. The error is a *solver.ParseError.
func (k *keyers) digest(p *solver.Puzzle) (*solver.Keyer, solver.Transform, solver.Digest, error) {
	if p.Error != nil {
		return nil, solver.Transform{}, solver.Digest{}, p.Error
	}
	keyer := k.made[p.Kind]
	if keyer == nil {
		keyer = solver.NewKeyer(k.kinds.Lookup(p.Kind), k.opts)
		k.made[p.Kind] = keyer
	}
	_, back, digest, err := keyer.Digest(p.Form)
	if err != nil {
		return nil, back, digest, &solver.ParseError{File: p.File, Line: p.Line, Column: 1, Reason: err.Error()}
	}
	return keyer, back, digest, nil
}

// key returns the key of p. A puzzle without a form is named by its key.
func (k *keyers) key(p *solver.Puzzle) (solver.Key, solver.Transform, error) {
	if p.Error == nil && p.Form == "" {
		return solver.Key(p.Name), solver.Transform{}, nil
	}
	keyer, back, digest, err := k.digest(p)
	if err != nil {
		return "", back, err
	}
	return keyer.Key(digest), back, nil
}

// lookupAlgorithms lists, for each kind, the algorithms whose answers are
// looked for, the best first: the one that was asked for, or all of them.
func (a *app) lookupAlgorithms(cmd *cobra.Command) (map[string][]string, error) {
	every := &input{kinds: map[string]int64{}}
	for _, name := range a.kinds.Names() {
		every.kinds[name] = 1
	}
	chosen, err := a.chooseAlgorithms(cmd, every)
	if err != nil {
		return nil, err
	}
	algorithms := map[string][]string{}
	for _, kind := range a.kinds {
		info := kind.Info()
		algorithms[info.Name] = append([]string{solver.Auto}, info.Algorithms...)
		if name := chosen[info.Name]; name != "" {
			algorithms[info.Name] = []string{name}
		}
	}
	return algorithms, nil
}

// errorLog shows the user what a worker would log as going wrong.
func (a *app) errorLog() *slog.Logger {
	return slog.New(slog.NewTextHandler(a.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// lookup answers puzzles from the memo, a few hundred at a time.
type lookup struct {
	app        *app
	memo       *jobs.Memo
	keyers     *keyers
	algorithms map[string][]string
	out        *output
	progress   *progress
	rows       []solver.Row
	puzzles    []ask
}

// ask is what there is to know about a row before its answer.
type ask struct {
	form string // "" when a key was asked for
	back solver.Transform
}

// add begins the row of a puzzle.
func (l *lookup) add(p solver.Puzzle) {
	key, back, err := l.keyers.key(&p)
	row := p.Blank()
	row.Key, row.Status = key, solver.Unknown
	if bad, ok := err.(*solver.ParseError); ok { //nolint:errorlint // it is never wrapped
		row = p.Refused(bad)
	}
	if p.Form == "" && p.Error == nil {
		row.Name = ""
	}
	l.rows, l.puzzles = append(l.rows, row), append(l.puzzles, ask{p.Form, back})
}

// answer looks up the rows begun and prints them.
func (l *lookup) answer(ctx context.Context) error {
	if err := l.recall(ctx); err != nil {
		return err
	}
	for i := range l.rows {
		if err := l.out.write(&l.rows[i]); err != nil {
			return err
		}
		l.progress.row(&l.rows[i])
	}
	l.rows, l.puzzles = l.rows[:0], l.puzzles[:0]
	return l.out.flush()
}

// recall puts into the rows begun what is remembered of them.
func (l *lookup) recall(ctx context.Context) error {
	for nth := 0; ; nth++ {
		var questions []*jobs.Question
		var places []int
		for i := range l.rows {
			row := &l.rows[i]
			open := row.Status == solver.Unknown || row.Status == solver.Limited // a verdict may still be found
			if names := l.algorithms[row.Kind]; open && nth < len(names) {
				questions = append(questions, &jobs.Question{Key: row.Key, Algorithm: names[nth], Measures: l.app.kinds.Lookup(row.Kind).Info().Measures})
				places = append(places, i)
			}
		}
		if len(questions) == 0 {
			return nil
		}
		known, err := l.memo.Recall(ctx, questions)
		if err != nil {
			return err
		}
		for k, i := range places {
			if known[k].Knowledge != jobs.Remembered || l.rows[i].Status == solver.Limited && !known[k].Answer.Status.Verdict() {
				continue
			}
			if err := l.fill(ctx, i, questions[k], &known[k].Answer); err != nil {
				return err
			}
		}
	}
}

// fill puts a remembered answer into row i, unless its plan does not stand up
// to a replay: then it is forgotten.
func (l *lookup) fill(ctx context.Context, i int, q *jobs.Question, answer *solver.Answer) error {
	row, ask := &l.rows[i], l.puzzles[i]
	plan := answer.Plan
	if answer.Status == solver.Solved && ask.form != "" {
		kind := l.app.kinds.Lookup(row.Kind)
		var cost solver.Cost
		var err error
		if plan, err = solver.Restore(kind, ask.form, ask.back, plan); err == nil {
			cost, err = kind.Replay(ask.form, plan)
		}
		if err != nil || !l.keyers.opts.Alike(cost, answer.Cost) {
			return l.memo.Forget(ctx, q, err)
		}
		answer.Cost = cost
	}
	row.Status, row.States, row.Algorithm, row.Source = answer.Status, answer.States, q.Algorithm, solver.FromMemo
	row.Limit, row.Bound = answer.Limit, answer.Bound
	if answer.Status == solver.Solved {
		row.Cost, row.Plan = answer.Cost, &plan
	}
	return nil
}
