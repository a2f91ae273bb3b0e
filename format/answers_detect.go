package format

import (
	"bytes"
	"fmt"
	"strings"
)

// UnknownAnswersError says that the layout of answers cannot be told from what
// the file holds.
type UnknownAnswersError struct {
	File   string // as the user named it
	Saw    string // the beginning of its first line that is not blank
	Levels bool   // it holds levels, perhaps with their solutions
}

func (e *UnknownAnswersError) Error() string {
	if e.Levels {
		return fmt.Sprintf("%s: %s is no layout of answers; print rows instead (gridmill solve --to %s)", e.File, formatXSB, formatJSON)
	}
	return fmt.Sprintf("%s: cannot tell the layout of answers that begin %q; name it with --answers (%s)",
		e.File, e.Saw, strings.Join(AnswerFormats(), ", "))
}

// detectAnswers tells the layout of answers to puzzles of a kind, "" for
// several, from the first line that is not blank. The name is "" when the file
// holds nothing. The error is an *UnknownAnswersError or a failure to read.
func detectAnswers(in *lines, kind string) (string, error) {
	first, ok := in.peekText(0)
	if !ok {
		if _, ok := in.peek(0); ok {
			return formatLURD, nil // blank lines: plans of nothing
		}
		if in.ended {
			return "", nil
		}
		return "", in.err
	}
	for i := 1; string(first.text) == noVerdict; i++ { // every layout has that
		if first, ok = in.peekText(i); !ok {
			break
		}
	}
	text := trimStart(first.text)
	switch {
	case !ok:
		return formatLURD, nil // nothing but question marks
	case text[0] == '{':
		return formatJSON, nil
	case !first.long && isAnswerHeader(text):
		return formatCSV, nil
	case judgeBegins(text, kind):
		return formatJudge, nil
	case judgeUnread(kind): // what is the judge's may look like plans
	case isNoWay(text) || len(bytes.Trim(text, planLetters)) == 0:
		return formatLURD, nil
	}
	return "", &UnknownAnswersError{File: in.file, Saw: string(text[:min(len(text), longPrefix)]), Levels: detectLevels(in) == formatXSB}
}

// planLetters are those of the plans of every kind.
const planLetters = "lurdLURD. rc0123456789>"

// judgeBegins reports whether what the judge of a kind expects begins with the
// line text.
func judgeBegins(text []byte, kind string) bool {
	f, ok := inputJudging(kind)
	return ok && f.showsAnswers != nil && f.showsAnswers(text)
}

// judgeUnread reports whether the answers that the judge of a kind expects
// cannot be told from others.
func judgeUnread(kind string) bool {
	f, ok := inputJudging(kind)
	return ok && f.showsAnswers == nil
}

// isNoWay knows the words by which a line of plans says that there is none.
func isNoWay(text []byte) bool {
	switch strings.ToLower(strings.TrimSuffix(string(text[:min(len(text), longPrefix)]), ".")) {
	case "-", "unsolvable", "impossible":
		return true
	}
	return false
}
