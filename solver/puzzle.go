package solver

// Puzzle is one instance as it travels: where it was read, its kind and its
// one-line form, or the reason it is not a puzzle. Its JSON, one object a
// line, is what a batch stores as input.
type Puzzle struct {
	Seq   int64       `json:"seq"`              // place in the batch, from 0
	Name  string      `json:"name,omitempty"`   // as the file calls it, for people
	File  string      `json:"file,omitempty"`   // as the user named it; "-" is standard input
	Line  int         `json:"line,omitempty"`   // where it begins in File, from 1
	Kind  string      `json:"kind,omitempty"`   // empty when even that is not known
	Form  string      `json:"puzzle,omitempty"` // one-line form; empty when Error is set
	Error *ParseError `json:"error,omitempty"`  // set when the text is not a puzzle
}

// Row is one puzzle's result in its batch. Its JSON is the jsonl output
// format; fields are only ever added.
type Row struct {
	Seq       int64       `json:"seq"`
	Name      string      `json:"name,omitempty"`
	File      string      `json:"file,omitempty"`
	Line      int         `json:"line,omitempty"`
	Kind      string      `json:"kind,omitempty"`
	Key       Key         `json:"key,omitempty"` // unless Invalid
	Status    Status      `json:"status"`
	Cost      Cost        `json:"cost,omitzero"`        // Solved only
	Plan      *string     `json:"plan,omitempty"`       // Solved only; may be "" for a cost of 0
	States    int64       `json:"states,omitempty"`     // of the search that found the answer
	ElapsedUS int64       `json:"elapsed_us,omitempty"` // spent on the search and the replay, or on the replay alone; rounded up
	Source    Source      `json:"source,omitempty"`     // when a search found the answer
	Algorithm string      `json:"algorithm,omitempty"`  // as asked for: a name, or "auto"
	Limit     Limit       `json:"limit,omitempty"`      // Limited only
	Bound     int         `json:"bound,omitempty"`      // Limited only
	Error     *ParseError `json:"error,omitempty"`      // Invalid only
	Figures   Figures     `json:"figures,omitzero"`     // Solved only, of kinds that know some; made when the row is printed
}

// Source says where a row's answer came from.
type Source string

// The sources.
const (
	FromSearch Source = "solved" // a search for this very row
	FromMemo   Source = "memo"   // an earlier search, or one for a guise of the puzzle
)

// Blank returns the row of p before anything is known about its answer.
func (p *Puzzle) Blank() Row {
	return Row{Seq: p.Seq, Name: p.Name, File: p.File, Line: p.Line, Kind: p.Kind}
}

// Refused returns the row of a puzzle that is invalid for reason e.
func (p *Puzzle) Refused(e *ParseError) Row {
	r := p.Blank()
	r.Status, r.Error = Invalid, e
	return r
}
