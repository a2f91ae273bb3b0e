package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// gridmill runs the program in this process and returns what it printed.
func gridmill(t *testing.T, stdin string, args ...string) (code int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	env := []string{"HOME=" + t.TempDir()}
	code = run(t.Context(), args, streams{strings.NewReader(stdin), &stdout, &stderr}, env)
	return code, stdout.String(), stderr.String()
}

// rows reads JSON lines.
func rows(t *testing.T, jsonl string) []solver.Row {
	t.Helper()
	var all []solver.Row
	dec := json.NewDecoder(strings.NewReader(jsonl))
	for dec.More() {
		var row solver.Row
		if err := dec.Decode(&row); err != nil {
			t.Fatal(err)
		}
		all = append(all, row)
	}
	return all
}

// caseFiles lists the judge files of a kind.
func caseFiles(t *testing.T, kind string) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*.in", "robust/*.in"} {
		found, err := filepath.Glob(filepath.Join("testdata", "cases", kind, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Fatalf("no case files of kind %s", kind)
	}
	return files
}

func expected(t *testing.T, file string) []string {
	t.Helper()
	b, err := os.ReadFile(strings.TrimSuffix(file, ".in") + ".exp")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimRight(string(b), "\n"), "\n")
}

// inWords says a row as the answer files of its kind do.
func inWords(row solver.Row) string {
	switch {
	case row.Status == solver.Unsolvable:
		return map[string]string{"sokoban": "Impossible.", "mapf": "-1", "solitaire": "NO"}[row.Kind]
	case row.Status != solver.Solved:
		return string(row.Status)
	case row.Kind == "sokoban":
		return fmt.Sprintf("%d %d", row.Cost[0].Value, row.Cost[1].Value)
	case row.Kind == "mapf":
		return fmt.Sprint(row.Cost[0].Value)
	default:
		return fmt.Sprintf("YES %d", row.Cost[0].Value)
	}
}

// Every judge file of every kind, by every algorithm: cost and verdict are
// those of the answer files.
func TestJudgeFiles(t *testing.T) {
	for _, kind := range []string{"sokoban", "mapf", "solitaire"} {
		for _, algorithm := range algorithmsOf(t, kind) {
			for _, file := range caseFiles(t, kind) {
				t.Run(kind+"/"+algorithm+"/"+filepath.Base(file), func(t *testing.T) {
					if testing.Short() && algorithm != solver.Auto {
						t.Skip("with -short, auto only")
					}
					want := expected(t, file)
					code, out, errs := gridmill(t, "", "solve", "--algorithm", algorithm, file)
					if code != exitOK {
						t.Fatalf("exit %d: %s", code, errs)
					}
					got := rows(t, out)
					if len(got) != len(want) {
						t.Fatalf("%d rows, want %d", len(got), len(want))
					}
					for i, row := range got {
						if row.Seq != int64(i) || row.Algorithm != algorithm || row.File != file {
							t.Errorf("row %d is %+v", i, row)
						}
						if inWords(row) != want[i] {
							t.Errorf("%s: %s, want %s", row.Name, inWords(row), want[i])
						}
					}
				})
			}
		}
	}
}

func algorithmsOf(t *testing.T, kind string) []string {
	t.Helper()
	code, out, errs := gridmill(t, "", "kinds")
	if code != exitOK {
		t.Fatal(errs)
	}
	dec := json.NewDecoder(strings.NewReader(out))
	for dec.More() {
		var info struct {
			Name       string
			Algorithms []string
		}
		if err := dec.Decode(&info); err != nil {
			t.Fatal(err)
		}
		if info.Name == kind {
			return append(info.Algorithms, solver.Auto)
		}
	}
	t.Fatalf("no kind %s", kind)
	return nil
}

// The judge's layout, to the byte. Where several plans are best, the answer
// file's cost is compared with that of the plan printed.
func TestJudgeLayout(t *testing.T) {
	for _, kind := range []string{"sokoban", "mapf", "solitaire"} {
		for _, file := range caseFiles(t, kind) {
			t.Run(kind+"/"+filepath.Base(file), func(t *testing.T) {
				code, out, errs := gridmill(t, "", "solve", "--to", "judge", file)
				if code != exitOK {
					t.Fatalf("exit %d: %s", code, errs)
				}
				lines := strings.SplitAfter(out, "\n")
				var want strings.Builder
				for i, answer := range expected(t, file) {
					switch kind {
					case "mapf":
						fmt.Fprintf(&want, "%s\n", answer)
					case "solitaire":
						verdict, _, _ := strings.Cut(answer, " ")
						fmt.Fprintf(&want, "%s\n", verdict)
					case "sokoban":
						plan := strings.TrimSuffix(lines[3*i+1], "\n")
						if plan != answer && pushesAndMoves(plan) != answer {
							t.Errorf("maze %d: plan %s, want %s", i+1, plan, answer)
						}
						fmt.Fprintf(&want, "Maze #%d\n%s\n\n", i+1, plan)
					}
				}
				if out != want.String() {
					t.Errorf("layout:\n%s\nwant:\n%s", out, want.String())
				}
			})
		}
	}
}

// pushesAndMoves counts a plan in the judge's letters; "" for any other text.
func pushesAndMoves(plan string) string {
	if strings.Trim(plan, "nsewNSEW") != "" {
		return ""
	}
	walks := strings.Count(plan, "n") + strings.Count(plan, "s") + strings.Count(plan, "e") + strings.Count(plan, "w")
	return fmt.Sprintf("%d %d", len(plan)-walks, len(plan))
}

// Puzzles that are guises of one another share a key, and no others do.
func TestClassesShareAKey(t *testing.T) {
	for _, kind := range []string{"sokoban", "mapf", "solitaire"} {
		folder := filepath.Join("testdata", "cases", kind)
		var groups struct {
			File    string
			Classes []struct {
				ID      string
				Members []struct{ Index int }
			}
			Lookalikes []struct{ Indices []int }
		}
		text, err := os.ReadFile(filepath.Join(folder, "classes.json"))
		if err == nil {
			err = json.Unmarshal(text, &groups)
		}
		if err != nil || len(groups.Classes) == 0 || len(groups.Lookalikes) == 0 {
			t.Fatalf("%s: %d classes, %v", kind, len(groups.Classes), err)
		}
		code, out, errs := gridmill(t, "", "lookup", "--key", filepath.Join(folder, groups.File))
		if code != exitOK {
			t.Fatalf("exit %d: %s", code, errs)
		}
		keys := strings.Fields(out)
		owners := map[string]string{} // class or lookalike by key
		claim := func(key, owner string) {
			if other, taken := owners[key]; taken && other != owner {
				t.Errorf("%s: %s and %s share %s", kind, other, owner, key)
			}
			owners[key] = owner
		}
		for _, class := range groups.Classes {
			for _, m := range class.Members {
				if keys[m.Index] != keys[class.Members[0].Index] {
					t.Errorf("%s: %s: puzzle %d has a key of its own", kind, class.ID, m.Index)
				}
				claim(keys[m.Index], class.ID)
			}
		}
		for _, group := range groups.Lookalikes {
			for _, i := range group.Indices {
				claim(keys[i], fmt.Sprintf("lookalike %d", i))
			}
		}
	}
}
