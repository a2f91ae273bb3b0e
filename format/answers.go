package format

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/gridmill/gridmill/solver"
)

// formatLURD is the name of answers that are a plan a line.
const formatLURD = "lurd"

// maxAnswer is the most bytes that a line of answers may hold, its end
// included: a plan of tens of millions of steps is an answer like any other.
const maxAnswer = 64 << 20

// longAnswer is what a longer line is told.
const longAnswer = "the line is longer than 64 MiB; no answer of that length is judged"

// AnswerFormats returns the names of the layouts that answers are read in. With
// "auto", or no name, the layout is told from the content.
func AnswerFormats() []string { return []string{formatJudge, formatLURD, formatJSON, formatCSV} }

// AnswersSettings say how to read answers.
type AnswersSettings struct {
	// Format is one of AnswerFormats; "auto" and "" tell it from the content.
	Format string
	// Kind is the kind of every puzzle that is answered, "" when they are of
	// several. The judge layout needs it.
	Kind string
	// MaxExpand is the most bytes that a compressed file may expand to.
	// 0 means 16 GiB; a negative value is an error.
	MaxExpand int64
}

// Says is what sort of thing an answer says of its puzzle.
type Says int

// What an answer may say.
const (
	SaysPlan       Says = iota // here is a plan
	SaysCost                   // there is a plan of this cost
	SaysSolvable               // there is a plan
	SaysUnsolvable             // there is none
	SaysNothing                // no verdict; Claim.Remark says how that is put
)

// Claim is one answer as a file gives it. Nothing in it has been judged.
type Claim struct {
	Line int    // where it begins in the file, from 1
	Seq  int64  // place of the puzzle it answers, from 0; NoPlace when that cannot be told
	Kind string // of that puzzle, when the answer says so
	Says Says
	// Plan is in the notation of the kind. Letters of the judge are translated.
	Plan string
	// Cost is what the answer says it costs, with or without a plan; measures
	// that it does not mention are missing.
	Cost solver.Cost
	// Stray is the first step of Plan that is written in letters the layout does
	// not have, from 1, and Remark says which they should be; 0 when there is none.
	Stray  int
	Remark string
	// AnyCase says that the layout does not insist on the case of letters.
	AnyCase bool
	// Open says that the file ends in the midst of this answer's last line:
	// somebody may have cut it short.
	Open bool
	// Error says why the text is no answer; all but Line and Seq is then unset.
	Error *solver.ParseError
}

const (
	// NoPlace is the place of what cannot be told to answer any puzzle.
	NoPlace = -1
	// inOrder, from a parser, is the place behind that of the answer before.
	inOrder = -2
)

// Answers yields the answers of a file one by one. The memory it needs grows
// with the longest line, up to a bound, never with the file.
type Answers struct {
	in      *lines
	format  string
	parser  answerParser
	place   int64 // of the next answer that is in order
	release func()
}

// answerParser reads one layout. The error is io.EOF or a failure to read.
type answerParser interface {
	next() (Claim, error)
}

// NewAnswers reads the answers of r, which may be compressed by gzip or zstd.
// file is what r is called in errors. The error is a *NameError for a layout
// that does not exist, or for judge when the kind has no judge, an
// *UnknownAnswersError when the content does not show its layout, or a failure
// to read. An input that holds nothing gives Answers without any.
func NewAnswers(r io.Reader, file string, s AnswersSettings) (*Answers, error) {
	if s.Format != "" && s.Format != formatAuto && !slices.Contains(AnswerFormats(), s.Format) {
		return nil, &NameError{What: "layout of answers", Name: s.Format, Known: append([]string{formatAuto}, AnswerFormats()...)}
	}
	in, release, err := expand(bufio.NewReaderSize(r, BufferSize), file, s.MaxExpand)
	if err != nil {
		return nil, err
	}
	a := &Answers{in: newLines(in, file), format: s.Format, release: release}
	a.in.most = maxAnswer
	if a.format == "" || a.format == formatAuto {
		a.format, err = detectAnswers(a.in, s.Kind)
	}
	if err == nil {
		err = a.begin(s.Kind)
	}
	if err != nil {
		release()
		return nil, err
	}
	return a, nil
}

func (a *Answers) begin(kind string) error {
	switch a.format {
	case formatJudge:
		f, ok := inputJudging(kind)
		if !ok {
			return &NameError{What: "kind with a judge format", Name: kind, Known: JudgeKinds()}
		}
		if f.answers == nil {
			return fmt.Errorf("read answers to %s: they are printed for the judge, but cannot be read back; give plans a line, or rows (--answers %s, %s, %s)", kind, formatLURD, formatJSON, formatCSV)
		}
		a.parser = f.answers(a.in)
	case formatLURD:
		a.parser = &lurdAnswers{in: a.in}
	case formatJSON:
		a.parser = &jsonAnswers{in: a.in}
	case formatCSV:
		a.parser = &csvAnswers{in: a.in}
	}
	return nil
}

// Format returns the name of the layout that is read, told or detected. It is
// "" when it was to be detected and the input holds nothing.
func (a *Answers) Format() string { return a.format }

// Next returns the next answer, or io.EOF after the last. What is no answer is
// a Claim whose Error is set, and reading goes on behind it. Any other error
// means that the file cannot be read further.
func (a *Answers) Next() (Claim, error) {
	if a.parser == nil {
		return Claim{}, io.EOF
	}
	c, err := a.parser.next()
	if err != nil {
		return Claim{}, err
	}
	if c.Seq == inOrder {
		c.Seq = a.place
	}
	switch c.Seq {
	case NoPlace:
	case math.MaxInt64:
		a.place = NoPlace // there is none behind it
	default:
		a.place = c.Seq + 1
	}
	if c.Error != nil {
		c = Claim{Line: c.Line, Seq: c.Seq, Open: c.Open, Error: c.Error}
		c.Error.File = a.in.file
	}
	return c, nil
}

// Line returns the number of the line read last, from 1.
func (a *Answers) Line() int { return a.in.n }

// Close releases what decompression holds. It does not close the input.
func (a *Answers) Close() error {
	a.release()
	a.parser, a.release = nil, func() {}
	return nil
}
