package format

import "github.com/gridmill/gridmill/solver"

// Verdict is what became of an answer, in the words that reports count by.
type Verdict string

// The verdicts, in the order reports show them.
const (
	Optimal      Verdict = "optimal"                // nothing better can be answered
	Valid        Verdict = "valid"                  // a plan, but not of the least cost
	NotKnown     Verdict = "optimum not known"      // nothing wrong was found, and the budget was spent
	WrongPlan    Verdict = "invalid"                // the plan breaks the rules, or does not reach its end
	WrongVerdict Verdict = "wrong verdict"          // solvable or not, or at what cost: it is otherwise
	NoAnswer     Verdict = "no answer"              // there is none to this puzzle
	Unreadable   Verdict = "unreadable"             // there is something, and it is no answer
	Twice        Verdict = "answered twice"         // the first answer counted
	Surplus      Verdict = "surplus answer"         // there is no puzzle that it answers
	NoPuzzle     Verdict = "no puzzle"              // the puzzle itself is invalid
	BetterThan   Verdict = "better than Gridmill's" // a fault of this program
)

// Verdicts lists every verdict in the order reports show them.
func Verdicts() []Verdict {
	return []Verdict{Optimal, Valid, NotKnown, WrongPlan, WrongVerdict, NoAnswer, Unreadable, Twice, Surplus, NoPuzzle, BetterThan}
}

// Finding is what a check found out about one answer. Its JSON is the jsonl
// output format of checks; fields are only ever added.
type Finding struct {
	Seq        *int64            `json:"seq,omitempty"` // of the puzzle; nil when an answer belongs to none
	Name       string            `json:"name,omitempty"`
	File       string            `json:"file,omitempty"`        // of the puzzle
	Line       int               `json:"line,omitempty"`        // likewise
	Kind       string            `json:"kind,omitempty"`        // likewise
	AnswerLine int               `json:"answer_line,omitempty"` // where the answer begins, from 1
	Verdict    Verdict           `json:"-"`
	Text       string            `json:"verdict"`             // the verdict in words: "valid, 2 pushes too many"
	Valid      bool              `json:"valid"`               // right, if not optimal
	Cost       solver.Cost       `json:"cost,omitzero"`       // of the answer's plan, replayed, or as it claims
	Optimum    solver.Cost       `json:"optimum,omitzero"`    // of a solvable puzzle
	Unsolvable bool              `json:"unsolvable,omitzero"` // there is no plan: the optimum of such a puzzle
	Bound      int               `json:"bound,omitempty"`     // optimum not known: it is at least that
	Error      *solver.StepError `json:"error,omitempty"`     // the first wrong step, or what else is wrong
	Note       string            `json:"note,omitempty"`      // what was overlooked
}
