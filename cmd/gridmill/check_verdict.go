package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gridmill/gridmill/format"
	"github.com/gridmill/gridmill/solver"
)

// judged is one puzzle whose answers are judged: by the judge of its kind, and
// by the row that Gridmill found.
type judged struct {
	kind solver.Kind // nil when the puzzle is invalid
	form string
	row  *solver.Row
	opts solver.Options
}

// blank returns the finding of an answer before anything is known of it.
func (j *judged) blank() format.Finding {
	f := format.Finding{Seq: &j.row.Seq, Name: j.row.Name, File: j.row.File, Line: j.row.Line, Kind: j.row.Kind}
	switch j.row.Status {
	case solver.Solved:
		f.Optimum = j.row.Cost
		if j.opts.Objective == solver.ObjectivePushes {
			f.Optimum[1] = solver.Measure{} // any number would do
		}
	case solver.Unsolvable:
		f.Unsolvable = true
	default:
		f.Bound = j.row.Bound
	}
	return f
}

// missing returns the finding of a puzzle that nobody answered.
func (j *judged) missing() format.Finding {
	f := j.blank()
	if !j.noPuzzle(&f) {
		conclude(&f, format.NoAnswer, "no answer belongs to this puzzle")
	}
	return f
}

// judge returns the finding of the answer c.
func (j *judged) judge(c *format.Claim) format.Finding {
	f := j.blank()
	f.AnswerLine = c.Line
	switch status := j.row.Status; {
	case j.noPuzzle(&f):
	case c.Error != nil:
		f.Verdict, f.Error = format.Unreadable, unreadable(c)
	case c.Kind != "" && c.Kind != j.row.Kind:
		conclude(&f, format.WrongPlan, "the answer is one to a puzzle of another kind, %s", shown(c.Kind))
	case c.Says == format.SaysNothing:
		conclude(&f, format.NoAnswer, "%s", c.Remark)
	case c.Says == format.SaysPlan:
		j.plan(&f, c)
	case !status.Verdict() && c.Says != format.SaysCost:
		f.Verdict = format.NotKnown
	case c.Says == format.SaysUnsolvable && status == solver.Solved:
		conclude(&f, format.WrongVerdict, "says that there is no way; there is one of %v", f.Optimum)
	case c.Says != format.SaysUnsolvable && status == solver.Unsolvable:
		conclude(&f, format.WrongVerdict, "says that there is a way; there is none%s", j.within())
	case c.Says == format.SaysCost:
		j.cost(&f, c)
	default:
		f.Verdict = format.Optimal
	}
	if c.Open && f.Verdict != format.Optimal {
		f.Note = "the answers end in this line; were they cut short?"
	}
	f.Valid = f.Valid || f.Verdict == format.Optimal
	j.words(&f)
	return f
}

// noPuzzle concludes f when the puzzle is none.
func (j *judged) noPuzzle(f *format.Finding) bool {
	if j.row.Status != solver.Invalid && j.kind != nil {
		return false
	}
	reason := "the puzzle is invalid"
	if bad := j.row.Error; bad != nil {
		reason = fmt.Sprintf("the puzzle is invalid: line %d, column %d: %s", bad.Line, bad.Column, bad.Reason)
	}
	conclude(f, format.NoPuzzle, "%s", reason)
	return true
}

// plan judges an answer that gives a plan.
func (j *judged) plan(f *format.Finding, c *format.Claim) {
	plan := c.Plan
	if caser, ok := j.kind.(solver.Caser); ok && c.AnyCase && inOneCase(plan) {
		if plan = caser.Recase(j.form, plan); plan != c.Plan {
			f.Note = "the plan is written in one case; what pushes was told by its moves"
		}
	}
	cost, err := j.kind.Replay(j.form, plan)
	if wrong := j.wrongStep(plan, c, err); wrong != nil {
		f.Verdict, f.Error = format.WrongPlan, wrong
		if f.Unsolvable {
			f.Verdict = format.WrongVerdict
		}
		return
	}
	f.Cost = cost
	status, optimum := j.row.Status, j.row.Cost
	switch claimed, as := differs(c.Cost, cost); {
	case claimed != "":
		conclude(f, format.WrongVerdict, "says %s; its plan has %s", claimed, as)
	case status == solver.Unsolvable, status == solver.Solved && !j.opts.Alike(cost, optimum) && cost.Less(optimum), cost[0].Value < f.Bound:
		f.Valid = true
		conclude(f, format.BetterThan, "the plan is valid, and better than should be possible; please report this puzzle")
	case status == solver.Solved && j.opts.Alike(cost, optimum), status == solver.Limited && j.leastBy(cost):
		f.Verdict = format.Optimal
	case status == solver.Solved:
		f.Valid, f.Verdict = true, format.Valid
	default:
		f.Valid, f.Verdict = true, format.NotKnown
	}
}

// wrongStep returns the first wrong step of a plan that was replayed with err,
// or nil. A step beyond the limit on moves is wrong, whatever it does.
func (j *judged) wrongStep(plan string, c *format.Claim, err error) *solver.StepError {
	wrong, ok := errors.AsType[*solver.StepError](err)
	if err != nil && !ok {
		return &solver.StepError{Reason: err.Error()}
	}
	if ok && wrong.Step == c.Stray {
		wrong.Reason = c.Remark
	}
	if most := j.mostMoves(); most > 0 && strings.Count(plan, " ") >= most && (!ok || wrong.Step > most) {
		return &solver.StepError{Step: most + 1, Reason: fmt.Sprintf("more moves than the limit of %d (--max-moves)", most)}
	}
	return wrong
}

// mostMoves is the limit on the moves of a plan, 0 for none. The kinds that
// have one count moves and nothing else.
func (j *judged) mostMoves() int {
	if j.kind.Info().Measures[0] != "moves" || j.opts.MaxMoves == solver.NoMaxMoves {
		return 0
	}
	if j.opts.MaxMoves == 0 {
		return solver.DefaultMaxMoves
	}
	return j.opts.MaxMoves
}

func (j *judged) within() string {
	if most := j.mostMoves(); most > 0 {
		return fmt.Sprintf(" within %d moves (--max-moves)", most)
	}
	return ""
}

// leastBy reports whether cost is the least because it meets a proved bound:
// that of a search which was not finished.
func (j *judged) leastBy(cost solver.Cost) bool {
	return cost[0].Value == j.row.Bound && j.opts.Alike(cost, solver.Cost{cost[0]})
}

// cost judges an answer that gives a cost and no plan.
func (j *judged) cost(f *format.Finding, c *format.Claim) {
	f.Cost = c.Cost
	measure := j.kind.Info().Measures[0]
	claimed, ok := valueOf(c.Cost, measure)
	switch said, is := differs(c.Cost, f.Optimum); {
	case !ok:
		conclude(f, format.NoAnswer, "the answer has neither a plan nor a number of %s", measure)
	case j.row.Status == solver.Solved && said != "":
		conclude(f, format.WrongVerdict, "says %s; the optimum is %s", said, is)
	case j.row.Status == solver.Solved:
		f.Verdict = format.Optimal
	case claimed < f.Bound:
		conclude(f, format.WrongVerdict, "says %d %s; at least %d are needed", claimed, measure, f.Bound)
	default:
		f.Verdict = format.NotKnown
	}
}

// inOneCase reports whether no letter of a plan differs in case from another.
func inOneCase(plan string) bool {
	upper, lower := false, false
	for i := range len(plan) {
		upper = upper || plan[i] >= 'A' && plan[i] <= 'Z'
		lower = lower || plan[i] >= 'a' && plan[i] <= 'z'
	}
	return upper != lower
}
