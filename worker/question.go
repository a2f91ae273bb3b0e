package worker

import (
	"errors"
	"fmt"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

// question is what one or more puzzles of a chunk ask: guises of one another
// are answered by one search.
type question struct {
	jobs.Question
	kind   solver.Kind
	form   string // canonical
	guises []guise
}

// guise is a puzzle of the chunk that asks a question.
type guise struct {
	puzzle *solver.Puzzle
	back   solver.Transform // from the canonical form to the puzzle
}

// desk knows what a kind's questions have in common in one chunk.
type desk struct {
	kind      solver.Kind
	keyer     *solver.Keyer
	measures  []string
	algorithm string
	refusal   error // why no puzzle of the kind can be answered; usually nil
	open      map[solver.Digest]*question
}

// identify finds out what the puzzles of a chunk ask. Those that are no puzzles
// get their rows at once. When apart is set every puzzle is a question of its
// own.
func (r *run) identify(kinds solver.Kinds, apart bool) {
	desks := map[string]*desk{}
	for i := range r.chunk.Puzzles {
		p := &r.chunk.Puzzles[i]
		if p.Error != nil {
			r.rows = append(r.rows, p.Refused(p.Error))
			continue
		}
		d := desks[p.Kind]
		if d == nil {
			d = r.newDesk(kinds, p.Kind)
			desks[p.Kind] = d
		}
		if d.refusal != nil {
			r.refuse(p, d.refusal)
			continue
		}
		canonical, back, digest, err := canonise(d.keyer, p.Form)
		if broken, ok := errors.AsType[*brokenError](err); ok {
			r.failOne(p.Blank(), p, broken)
			continue
		}
		if err != nil {
			r.refuse(p, err)
			continue
		}
		q := d.open[digest]
		if q == nil || apart {
			q = &question{
				Question: jobs.Question{
					Key: d.keyer.Key(digest), Algorithm: d.algorithm,
					Budget: r.chunk.Options.Budget, Measures: d.measures,
				},
				kind: d.kind,
				form: string(canonical),
			}
			d.open[digest] = q
			r.questions = append(r.questions, q)
		}
		q.guises = append(q.guises, guise{p, back})
	}
}

func (r *run) newDesk(kinds solver.Kinds, name string) *desk {
	kind := kinds.Lookup(name)
	if kind == nil {
		return &desk{refusal: fmt.Errorf("no kind %q here; update the workers", name)}
	}
	algorithm := r.chunk.Options.Algorithms[name]
	if algorithm == "" {
		algorithm = solver.Auto
	}
	info := kind.Info()
	_, err := info.Algorithm(algorithm)
	return &desk{
		kind:      kind,
		keyer:     solver.NewKeyer(kind, r.chunk.Options.Search(algorithm)),
		measures:  info.Measures,
		algorithm: algorithm,
		refusal:   err,
		open:      map[solver.Digest]*question{},
	}
}

// refuse makes the row of a puzzle that cannot be taken.
func (r *run) refuse(p *solver.Puzzle, why error) {
	r.rows = append(r.rows, p.Refused(&solver.ParseError{Line: p.Line, Column: 1, Reason: why.Error()}))
}
