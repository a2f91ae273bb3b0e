// Package solver is the contract between the road a puzzle travels and the
// code that answers it: what a puzzle, an answer and a budget are, and what a
// kind of puzzle must be able to do. It imports the standard library only;
// the kinds live in the folders below it.
package solver

import (
	"context"
	"slices"
	"time"
)

// Auto is the algorithm that every kind has besides its named ones: the fastest
// exact method there is. The empty string means the same.
const Auto = "auto"

// Kind is a family of puzzles and everything the road needs to know about it.
// Implementations are safe for use by many goroutines at once; a puzzle is
// always passed as its one-line form.
type Kind interface {
	// Info describes the kind. It always returns the same value.
	Info() Info

	// Check returns nil when form is a valid puzzle of the kind, and otherwise
	// a *FormError that says where and why it is not.
	Check(form string) error

	// Work estimates how long a plain search of form takes on one core. It is
	// cheap, deterministic, and only used to cut batches into even chunks.
	Work(form string) time.Duration

	// Solve answers one puzzle exactly. The answer's status is Solved,
	// Unsolvable or Limited; the first two are proved. The error is a
	// *FormError for an invalid form, an *AlgorithmError for a name the kind
	// does not have, or the context's error when the search was called off.
	// The same arguments give the same answer, except where Budget.Time ends
	// the search.
	Solve(ctx context.Context, form string, opts Options, budget Budget) (Answer, error)

	// Canonical appends to dst the canonical form of form: the one line that
	// every guise of the puzzle shares and no other puzzle has. It is itself a
	// valid form and its own canonical form. The transform leads back. The
	// error is a *FormError. Nothing is allocated once the kind is warm and
	// dst is large enough.
	Canonical(dst []byte, form string) (canonical []byte, t Transform, err error)

	// KeyOptions names the options that change the answers of the kind, as the
	// key hashes them: sorted, name=value, joined by commas; "" for none.
	KeyOptions(opts Options) string

	// Restore maps a plan of the canonical form to the puzzle that t came
	// from; the plan costs the same there. The error says why plan is none.
	Restore(t Transform, plan string) (string, error)

	// Carry maps a plan of the puzzle that t came from to the canonical form.
	// It undoes Restore. A plan that uses cells which the canonical form does
	// not keep is no plan there.
	Carry(t Transform, plan string) (string, error)

	// Replay walks plan on form by code that shares nothing with the
	// algorithms and returns what the plan costs. The error is a *StepError that
	// names the first wrong step, or says why form is no puzzle. Whether the cost
	// is the least is not judged here.
	Replay(form, plan string) (Cost, error)
}

// Relaxer is a Kind that has options under which more puzzles are alike than
// guises of one another: they differ in how a plan begins, and in nothing that
// the options ask for.
type Relaxer interface {
	Kind

	// CanonicalUnder is Canonical under opts.
	CanonicalUnder(dst []byte, form string, opts Options) (canonical []byte, t Transform, err error)

	// Lead returns the steps from where form begins to where a plan begins that
	// was restored by t, which CanonicalUnder returned for form.
	Lead(form string, t Transform) (string, error)
}

// Caser is a Kind whose plans tell walks from pushes by the case of a letter,
// which programs of other people may not do.
type Caser interface {
	Kind

	// Recase returns plan with every letter in the case that its step has on
	// form, up to the first wrong step; from there on letters stay as they are.
	Recase(form, plan string) string
}

// Canonical is kind.Canonical, or under opts that make more puzzles alike what
// the kind says of those. NewKeyer tells what has the same key.
func Canonical(kind Kind, dst []byte, form string, opts Options) (canonical []byte, t Transform, err error) {
	if relaxer, ok := kind.(Relaxer); ok {
		return relaxer.CanonicalUnder(dst, form, opts)
	}
	return kind.Canonical(dst, form)
}

// Restore maps a plan of the canonical form to form, which t came from through
// Canonical or a Keyer. Its costs there and here are Alike by the options; the
// exact one here is what Replay says.
func Restore(kind Kind, form string, t Transform, plan string) (string, error) {
	plan, err := kind.Restore(t, plan)
	relaxer, ok := kind.(Relaxer)
	if err != nil || !ok || plan == "" {
		return plan, err
	}
	lead, err := relaxer.Lead(form, t)
	if err != nil {
		return "", err
	}
	return lead + plan, nil
}

// Transform leads from a puzzle to its canonical form and back: how the board
// was turned, the agents renamed, the time reversed. Only the kind that made
// it can read it.
type Transform [32]byte

// Info describes a kind to people and to programs.
type Info struct {
	Name       string   // the word users write, such as "sokoban"
	Version    int      // raised whenever the kind's answers change
	About      string   // one sentence: the rules and the objective
	Algorithms []string // those with a name, in the order lists show them; Auto is none of them
	Measures   []string // the parts of a cost, the objective first
	Example    string   // a small valid puzzle in one-line form
}

// Algorithm resolves the name a user asked for: "" gives Auto, and Auto or a name
// that the kind has gives itself. The error is an *AlgorithmError.
func (i Info) Algorithm(name string) (string, error) {
	if name == "" || name == Auto {
		return Auto, nil
	}
	if !slices.Contains(i.Algorithms, name) {
		return "", &AlgorithmError{Kind: i.Name, Name: name, Known: i.Algorithms}
	}
	return name, nil
}

// Kinds is the list of kinds a program knows.
type Kinds []Kind

// Lookup returns the kind called name, or nil.
func (ks Kinds) Lookup(name string) Kind {
	for _, k := range ks {
		if k.Info().Name == name {
			return k
		}
	}
	return nil
}

// Names returns the names of the kinds in order.
func (ks Kinds) Names() []string {
	names := make([]string, len(ks))
	for i, k := range ks {
		names[i] = k.Info().Name
	}
	return names
}

// Options are the choices of a user that a search takes. The zero value asks
// for the default of everything.
type Options struct {
	// Algorithm is one of the kind's names, Auto, or "" for Auto.
	Algorithm string
	// MaxMoves is the most moves a solitaire answer may take; a puzzle that
	// needs more is unsolvable. 0 means the judge's DefaultMaxMoves, NoMaxMoves
	// means no limit. Other kinds ignore it.
	MaxMoves int
	// Objective is what a sokoban answer is the best of: "" wants the fewest
	// pushes and among those the fewest moves, ObjectivePushes the fewest pushes
	// with any walks. Other kinds ignore it.
	Objective string
}

// Alike reports whether plans of costs a and b are as good as one another by the
// objective of o.
func (o Options) Alike(a, b Cost) bool {
	if o.Objective == ObjectivePushes {
		return a[0] == b[0]
	}
	return a == b
}

// ObjectivePushes as Options.Objective is content with the fewest pushes.
const ObjectivePushes = "pushes"

const (
	// DefaultMaxMoves is the limit of the solitaire judge task.
	DefaultMaxMoves = 8
	// NoMaxMoves as Options.MaxMoves lifts the limit.
	NoMaxMoves = -1
)
