package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/format"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/kinds"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// askedAndAnswered is a puzzle and the right answer to it.
type askedAndAnswered struct {
	Kind   string   `json:"kind"`
	Puzzle string   `json:"puzzle"`
	right  answered `json:"-"`
}

// A thousand faults and more among three thousand answers, in every layout: each is
// found at its step, in its cell, for its reason, and no right answer is
// blamed.
func TestCheckFindsEveryPlantedFault(t *testing.T) {
	const each, faulty = 1000, 1050 // in lurd, a few cannot be told from right ones
	seed := uint64(20240607)
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	byKind := map[string][]askedAndAnswered{}
	var all []askedAndAnswered
	for _, kind := range []string{"sokoban", "mapf", "solitaire"} {
		byKind[kind] = answeredPuzzles(t, r, kind, each)
		all = append(all, byKind[kind]...)
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	planted, sorts := map[int]fault{}, map[string]int{}
	for _, i := range r.Perm(len(all))[:faulty] {
		rarest := fault{}
		for _, f := range plant(r, all[i].Puzzle, all[i].right) {
			if rarest.what == "" || sorts[f.what] < sorts[rarest.what] {
				rarest = f
			}
		}
		sorts[rarest.what]++
		planted[i] = rarest
	}
	t.Logf("faults planted: %v", sorts)
	puzzles := writePuzzles(t, all)
	for _, layout := range []string{"jsonl", "csv", "lurd"} {
		t.Run(layout, func(t *testing.T) {
			expectFindings(t, puzzles, layout, all, nil)
			expectFindings(t, puzzles, layout, all, planted)
		})
	}
	for _, kind := range []string{"sokoban", "mapf", "solitaire"} {
		t.Run("judge of "+kind, func(t *testing.T) {
			planted := map[int]fault{}
			for _, i := range r.Perm(each)[:faulty/3+1] {
				planted[i] = judgeFault(r, byKind[kind][i])
			}
			puzzles := writePuzzles(t, byKind[kind])
			expectFindings(t, puzzles, "judge", byKind[kind], nil)
			expectFindings(t, puzzles, "judge", byKind[kind], planted)
		})
	}
}

// judgeFault plants a fault that the layout of the kind's judge can tell.
func judgeFault(r *rand.Rand, p askedAndAnswered) fault {
	right := p.right
	if right.kind == "sokoban" {
		faults := plant(r, p.Puzzle, right)
		return faults[r.IntN(len(faults))]
	}
	f := fault{what: "the reverse", answer: right, verdict: "wrong verdict"}
	if n, err := strconv.Atoi(right.cost); err == nil && right.kind == "mapf" && r.IntN(2) == 0 {
		f.what, f.answer.cost, f.reason = "a number too large", strconv.Itoa(n+1), "the optimum is"
		return f
	}
	f.answer.unsolvable, f.answer.cost = !right.unsolvable, "7"
	return f
}

// answeredPuzzles returns n puzzles of a kind, those of the judge files first,
// with what solve says of them.
func answeredPuzzles(t *testing.T, r *rand.Rand, kind string, n int) []askedAndAnswered {
	t.Helper()
	var puzzles []askedAndAnswered
	for _, file := range caseFiles(t, kind) {
		if strings.Contains(file, "-hard") || strings.Contains(file, "robust") {
			continue // as slow as they come, or the same again
		}
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		reader, err := format.NewReader(f, file, format.Settings{Kinds: kinds.All()})
		for err == nil {
			var p solver.Puzzle
			if p, err = reader.Next(); err == nil && p.Error == nil {
				puzzles = append(puzzles, askedAndAnswered{Kind: kind, Puzzle: p.Form})
			}
		}
		if !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		_ = f.Close()
	}
	for len(puzzles) < n {
		puzzles = append(puzzles, askedAndAnswered{Kind: kind, Puzzle: generated(r, kind)})
	}
	puzzles = puzzles[:n]
	code, out, errs := gridmill(t, "", "solve", writePuzzles(t, puzzles))
	if code != exitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	for i, row := range rows(t, out) {
		puzzles[i].right = answered{kind: kind, unsolvable: row.Status == solver.Unsolvable}
		if row.Plan != nil {
			puzzles[i].right.plan, puzzles[i].right.cost = *row.Plan, strconv.Itoa(row.Cost[0].Value)
		}
	}
	return puzzles
}

// generated makes a small puzzle of a kind.
func generated(r *rand.Rand, kind string) string {
	switch kind {
	case "sokoban":
		if r.IntN(3) == 0 {
			return solvertest.RandomSokoban(r, 5, 6, 0.2)
		}
		return solvertest.RoomSokoban(r, 5, 6, 1+r.IntN(3), 40)
	case "mapf":
		return solvertest.RandomMapf(r, 4, 5, 2+r.IntN(2), 0.2)
	}
	if r.IntN(5) == 0 {
		return solvertest.RandomSolitaire(r, 3, 3, 2)
	}
	return solvertest.WalkSolitaire(r, 5+r.IntN(4), 5+r.IntN(4), 2+r.IntN(3), 1+r.IntN(6))
}

func writePuzzles(t *testing.T, puzzles []askedAndAnswered) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "puzzles.jsonl")
	var text strings.Builder
	for _, p := range puzzles {
		line, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(append(line, '\n'))
	}
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// expectFindings checks the answers to puzzles with faults planted among them,
// and holds each finding against what was planted.
func expectFindings(t *testing.T, puzzles, layout string, right []askedAndAnswered, planted map[int]fault) {
	t.Helper()
	answers, want := make([]answered, len(right)), map[int]fault{}
	for i, p := range right {
		answers[i] = p.right
		f, ok := planted[i]
		if alike := layout == "lurd" && f.answer.kind == "sokoban" && inOneCaseOnly(f.answer.plan); ok && !alike {
			answers[i], want[i] = f.answer, f // one case tells no walks from pushes
		}
	}
	file := filepath.Join(t.TempDir(), "answers")
	if err := os.WriteFile(file, []byte(laidOut(layout, answers)), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errs := gridmill(t, "", "check", "--answers", layout, puzzles, file)
	if wanted := map[bool]int{true: exitOK, false: exitUnsettled}[len(want) == 0]; code != wanted {
		t.Fatalf("exit %d: %s", code, errs)
	}
	found := 0
	for i, line := range strings.Split(strings.TrimSpace(out), "\n") {
		var f struct {
			Seq     int
			Verdict string
			Valid   bool
			Error   solver.StepError
		}
		if err := json.Unmarshal([]byte(line), &f); err != nil || f.Seq != i {
			t.Fatalf("%v: finding %d: %s", err, i, line)
		}
		w, ok := want[i]
		switch {
		case !ok && (f.Verdict != "optimal" || !f.Valid):
			t.Errorf("%s: the right answer %+v: %s", right[i].Puzzle, answers[i], line)
		case !ok:
		case f.Verdict != w.verdict, f.Valid != strings.HasPrefix(w.verdict, "valid"), !strings.Contains(f.Error.Reason, w.reason),
			w.step != 0 && f.Error.Step != w.step, w.row != 0 && (f.Error.Row != w.row || f.Error.Column != w.col):
			t.Errorf("%s: %s, %+v; found: %s", right[i].Puzzle, w.what, w, line)
		default:
			found++
		}
	}
	t.Logf("%s: %d of %d faults found, %d right answers passed", layout, found, len(want), len(right)-len(want))
}

// inOneCaseOnly reports whether a plan has letters, all in the same case.
func inOneCaseOnly(plan string) bool {
	return plan != "" && (strings.ToLower(plan) == plan || strings.ToUpper(plan) == plan)
}

// laidOut writes answers in a layout.
func laidOut(layout string, answers []answered) string {
	var text strings.Builder
	table := csv.NewWriter(&text)
	if layout == "csv" {
		_ = table.Write([]string{"seq", "kind", "status", "plan"})
	}
	for i, a := range answers {
		status := "solved"
		if a.unsolvable {
			status = "unsolvable"
		}
		switch layout + " " + a.kind {
		case "judge sokoban":
			plan := map[bool]string{true: "Impossible.", false: compassed(a.plan)}[a.unsolvable]
			fmt.Fprintf(&text, "Maze #%d\n%s\n\n", i+1, plan)
			continue
		case "judge mapf":
			fmt.Fprintln(&text, map[bool]string{true: "-1", false: a.cost}[a.unsolvable])
			continue
		case "judge solitaire":
			fmt.Fprintln(&text, map[bool]string{true: "NO", false: "YES"}[a.unsolvable])
			continue
		}
		switch layout {
		case "jsonl":
			fmt.Fprintf(&text, "{\"seq\":%d,\"kind\":%q,\"status\":%q", i, a.kind, status)
			if !a.unsolvable {
				fmt.Fprintf(&text, ",\"plan\":%q", a.plan)
			}
			text.WriteString("}\n")
		case "csv":
			_ = table.Write([]string{strconv.Itoa(i), a.kind, status, a.plan})
			table.Flush()
		case "lurd":
			fmt.Fprintln(&text, map[bool]string{true: "unsolvable", false: a.plan}[a.unsolvable])
		}
	}
	return text.String()
}

// compassed writes a plan in the judge's letters.
func compassed(plan string) string {
	return strings.NewReplacer("u", "n", "d", "s", "l", "w", "r", "e", "U", "N", "D", "S", "L", "W", "R", "E").Replace(plan)
}
