package format

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// plainKind is a kind that checks forms by rules written for these tests
// alone, strictly as far as the judges' tasks go.
type plainKind struct {
	name, example string
	check         func(form string) error
}

func (k plainKind) Info() solver.Info {
	return solver.Info{Name: k.name, Version: 1, Algorithms: []string{"none"}, Example: k.example}
}
func (k plainKind) Check(form string) error   { return k.check(form) }
func (k plainKind) Work(string) time.Duration { return 0 }
func (k plainKind) Canonical([]byte, string) ([]byte, solver.Transform, error) {
	return nil, solver.Transform{}, errors.ErrUnsupported
}
func (k plainKind) KeyOptions(solver.Options) string { return "" }
func (k plainKind) Restore(solver.Transform, string) (string, error) {
	return "", errors.ErrUnsupported
}
func (k plainKind) Carry(solver.Transform, string) (string, error) { return "", errors.ErrUnsupported }
func (k plainKind) Replay(_, _ string) (solver.Cost, error) {
	return solver.Cost{}, errors.ErrUnsupported
}
func (k plainKind) Solve(context.Context, string, solver.Options, solver.Budget) (solver.Answer, error) {
	return solver.Answer{}, errors.ErrUnsupported
}

// plainKinds are the kinds of the tests.
func plainKinds() solver.Kinds {
	return solver.Kinds{
		plainKind{"sokoban", "#####|#@$.#|#####", checkPlainSokoban},
		plainKind{"mapf", "###|#-#|### a=r2c2>r2c2", checkPlainMAPF},
		plainKind{"solitaire", "8x8 r4c4 > r4c5", checkPlainSolitaire},
	}
}

// Every format of one kind has its forms checked twice, the second time by the
// rules written here.
func TestEveryFormatOfOneKindHasASecondChecker(t *testing.T) {
	for _, f := range inputs() {
		if f.kind != "" && plainKinds().Lookup(f.kind) == nil {
			t.Errorf("%s: %s", f.name, noPlainKind(f.kind))
		}
	}
}

// noPlainKind says what to add for a kind that has no second checker.
func noPlainKind(kind string) string {
	return fmt.Sprintf("the forms of %s have no second checker; add a row to plainKinds in format/kinds_test.go, whose function checks them without the code of the kind", kind)
}

// checkPlainSokoban wants a closed board of equal rows with one player, one
// box and one target.
func checkPlainSokoban(form string) error {
	if i := strings.IndexFunc(form, func(r rune) bool { return !strings.ContainsRune("#-@$.|", r) }); i >= 0 {
		return &solver.FormError{Column: i + 1, Reason: fmt.Sprintf("stray %q", form[i])}
	}
	rows := strings.Split(form, "|")
	for i, row := range rows {
		edge := i == 0 || i == len(rows)-1
		if len(row) != len(rows[0]) || !strings.HasPrefix(row, "#") || !strings.HasSuffix(row, "#") || edge && strings.Trim(row, "#") != "" {
			return &solver.FormError{Reason: "the wall is open"}
		}
	}
	for _, piece := range []string{"@", "$", "."} {
		if strings.Count(form, piece) != 1 {
			return &solver.FormError{Reason: "not one " + piece}
		}
	}
	return nil
}

var plainAgent = regexp.MustCompile(`^([a-z])=r(\d+)c(\d+)>r(\d+)c(\d+)$`)

// checkPlainMAPF wants equal rows, then agents from a on free cells, no two
// starting or ending together.
func checkPlainMAPF(form string) error {
	board, agents, _ := strings.Cut(form, " ")
	rows := strings.Split(board, "|")
	for _, row := range rows {
		if len(row) != len(rows[0]) || strings.Trim(row, "#-") != "" {
			return &solver.FormError{Reason: "ragged rows or stray cells"}
		}
	}
	taken := map[string]bool{}
	for i, agent := range strings.Split(agents, " ") {
		m := plainAgent.FindStringSubmatch(agent)
		if m == nil || m[1] != string(rune('a'+i)) {
			return &solver.FormError{Reason: "not agent " + agent}
		}
		for k := 2; k < 6; k += 2 {
			r, errRow := strconv.Atoi(m[k])
			c, errCol := strconv.Atoi(m[k+1])
			if errRow != nil || errCol != nil || r < 1 || r > len(rows) || c < 1 || c > len(rows[0]) || rows[r-1][c-1] != '-' {
				return &solver.FormError{Reason: "no free cell for " + agent}
			}
			at := fmt.Sprint(k, r, c)
			if taken[at] {
				return &solver.FormError{Reason: "two agents on one cell"}
			}
			taken[at] = true
		}
	}
	return nil
}

var plainPlacements = regexp.MustCompile(`^8x8(( r[1-8]c[1-8]){4}) >(( r[1-8]c[1-8]){4})$`)

// checkPlainSolitaire wants twice four different squares.
func checkPlainSolitaire(form string) error {
	m := plainPlacements.FindStringSubmatch(form)
	if m == nil {
		return &solver.FormError{Reason: "not two placements of four"}
	}
	for _, placement := range []string{m[1], m[3]} {
		seen := map[string]bool{}
		for square := range strings.FieldsSeq(placement) {
			if seen[square] {
				return &solver.FormError{Reason: "two pieces on " + square}
			}
			seen[square] = true
		}
	}
	return nil
}

var errTooWide = &solver.FormError{Reason: "too wide"}
