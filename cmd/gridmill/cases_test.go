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

// caseKinds lists the kinds with files in testdata/cases.
func caseKinds(t *testing.T) []string {
	t.Helper()
	folders, err := os.ReadDir(filepath.Join("testdata", "cases"))
	if err != nil || len(folders) < 3 {
		t.Fatalf("%d kinds with cases, %v", len(folders), err)
	}
	var kinds []string
	for _, folder := range folders {
		kinds = append(kinds, folder.Name())
	}
	return kinds
}

// Every judge file of every kind, by every algorithm: cost and verdict are
// those of the answer files.
func TestJudgeFiles(t *testing.T) {
	for _, kind := range caseKinds(t) {
		words := wordsOf(t, kind)
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
						if said := words.say(&row); said != want[i] {
							t.Errorf("%s: %s, want %s", row.Name, said, want[i])
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
	for _, kind := range caseKinds(t) {
		words := wordsOf(t, kind)
		for _, file := range caseFiles(t, kind) {
			t.Run(kind+"/"+filepath.Base(file), func(t *testing.T) {
				code, out, errs := gridmill(t, "", "solve", "--to", "judge", file)
				if code != exitOK {
					t.Fatalf("exit %d: %s", code, errs)
				}
				lines := strings.Split(out, "\n")
				answers := expected(t, file)
				if len(lines) <= words.lines*len(answers) {
					t.Fatalf("%d lines for %d puzzles:\n%s", len(lines), len(answers), out)
				}
				var want strings.Builder
				for i, answer := range answers {
					want.WriteString(words.judge(i+1, answer, lines[words.lines*i:][:words.lines]))
				}
				if out != want.String() {
					t.Errorf("layout:\n%s\nwant:\n%s", out, want.String())
				}
			})
		}
	}
}

// Puzzles that are guises of one another share a key, and no others do.
func TestClassesShareAKey(t *testing.T) {
	for _, kind := range caseKinds(t) {
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
			t.Fatalf("%s: %d classes and %d groups of lookalikes in classes.json, at least one of each is wanted: %v", kind, len(groups.Classes), len(groups.Lookalikes), err)
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
