package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/kinds"
)

// repository is the folder of the module, as seen from here.
var repository = filepath.Join("..", "..")

// pages reads every page of the documentation, by its path in the repository.
func pages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"*.md", "docs/*.md"} {
		found, err := filepath.Glob(filepath.Join(repository, filepath.FromSlash(pattern)))
		if err != nil || len(found) == 0 {
			t.Fatalf("no page is called %s: %v", pattern, err)
		}
		for _, path := range found {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			name, err := filepath.Rel(repository, path)
			if err != nil {
				t.Fatal(err)
			}
			all[filepath.ToSlash(name)] = string(text)
		}
	}
	return all
}

var (
	linkTo  = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ +(.+)$`)
	notSlug = regexp.MustCompile(`[^\p{L}\p{N} _-]+`)
)

// anchors lists what a link may name behind the # of a page.
func anchors(page string) []string {
	var all []string
	for _, m := range heading.FindAllStringSubmatch(page, -1) {
		all = append(all, strings.ReplaceAll(notSlug.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return all
}

func TestLinksOfThePagesLeadSomewhere(t *testing.T) {
	all := pages(t)
	for name, text := range all {
		for _, m := range linkTo.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") {
				continue // another site's business
			}
			path, anchor, _ := strings.Cut(m[1], "#")
			target := name
			if path != "" {
				target = filepath.ToSlash(filepath.Join(filepath.Dir(name), path))
			}
			if _, err := os.Stat(filepath.Join(repository, target)); err != nil {
				t.Errorf("%s: nothing is at %s", name, m[1])
			} else if anchor != "" && !slices.Contains(anchors(all[target]), anchor) {
				t.Errorf("%s: no heading of %s is #%s; there are %s", name, target, anchor, strings.Join(anchors(all[target]), " "))
			}
		}
	}
}

// A call of the program in a page: in code, gridmill and what follows on the
// line, up to the words that explain it.
var (
	call     = regexp.MustCompile("(?:^|[\\s`|;(])(?:go run \\./cmd/|bin/)?gridmill +([a-z][a-z-]*)((?:[ =][^`|;#]*)?)")
	flagName = regexp.MustCompile(`(?:^|[\s(\x60])(--[a-z][a-z.-]*[a-z])`)
	codeLine = regexp.MustCompile("`[^`]+`")
)

// calls returns the code of a page, a piece each: indented lines, and what
// stands between backticks.
func calls(page string) []string {
	var code []string
	for line := range strings.SplitSeq(page, "\n") {
		if strings.HasPrefix(line, "    ") {
			what, _, _ := strings.Cut(strings.TrimSpace(line), "   ") // behind it an explanation may stand
			code = append(code, what)
			continue
		}
		for _, span := range codeLine.FindAllString(line, -1) {
			code = append(code, strings.Trim(span, "`"))
		}
	}
	return code
}

func TestCommandsInThePagesExist(t *testing.T) {
	a := &app{kinds: kinds.All()}
	root := a.root(nil)
	root.InitDefaultCompletionCmd()
	found := 0
	for name, text := range pages(t) {
		for _, code := range calls(text) {
			for _, m := range call.FindAllStringSubmatch(code, -1) {
				found++
				cmd, _, err := root.Find([]string{m[1]})
				if err != nil || cmd == root {
					t.Errorf("%s: %q: there is no command %s", name, code, m[1])
					continue
				}
				for _, flag := range flagName.FindAllStringSubmatch(m[2], -1) {
					if !hasFlag(cmd, flag[1]) {
						t.Errorf("%s: %q: %s has no flag %s", name, code, m[1], flag[1])
					}
				}
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d calls were found; does the test still see them?", found)
	}
}

// Flags that pages name without a command are flags of some command of this
// program or of another that the page calls.
func TestFlagsInThePagesExist(t *testing.T) {
	a := &app{kinds: kinds.All()}
	root := a.root(nil)
	others := []string{"--build", "--scale", "--rm", "--profile", "--scan", "--pattern", "--clean", "--appendonly", "--dir"} // of docker, redis-cli, redis-server, goreleaser
	for name, text := range pages(t) {
		for _, code := range calls(text) {
			for _, flag := range flagName.FindAllStringSubmatch(code, -1) {
				if slices.Contains(others, flag[1]) || slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return hasFlag(c, flag[1]) }) {
					continue
				}
				t.Errorf("%s: %q: no command has the flag %s", name, code, flag[1])
			}
		}
	}
}

func hasFlag(cmd *cobra.Command, flag string) bool {
	flag = strings.TrimPrefix(flag, "--")
	return flag == "help" || cmd.Flags().Lookup(flag) != nil || cmd.Root().PersistentFlags().Lookup(flag) != nil
}

func TestExitCodesOfThePagesAreThoseOfTheManual(t *testing.T) {
	_, table, _ := strings.Cut(pages(t)["docs/output.md"], "| code | means |\n| --- | --- |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	var want strings.Builder
	for _, e := range exitMeanings() {
		want.WriteString("| " + e.code + " | " + e.means + " |\n")
	}
	if got := strings.TrimRight(strings.ReplaceAll(table, "`", ""), "\n") + "\n"; got != want.String() {
		t.Errorf("docs/output.md has\n%s\nand the manual\n%s", got, want.String())
	}
}

// Every puzzle of docs/kinds.md has the plan that stands beside it, and none is
// better.
func TestPuzzlesInThePageOfKindsHaveTheirPlans(t *testing.T) {
	all, found := kinds.All(), 0
	for _, section := range strings.Split(pages(t)["docs/kinds.md"], "\n## ")[1:] {
		title, text, _ := strings.Cut(section, "\n")
		kind := all.Lookup(title)
		if kind == nil {
			continue
		}
		for line := range strings.SplitSeq(text, "\n") {
			form, plan, ok := strings.Cut(strings.TrimPrefix(line, "    "), "  ")
			if !ok || form == line {
				continue
			}
			found++
			cost, err := kind.Replay(form, strings.TrimSpace(plan))
			if err != nil {
				t.Errorf("%s: %v", line, err)
				continue
			}
			best, err := kind.Solve(t.Context(), form, solver.Options{}, solver.Budget{})
			if err != nil || best.Cost != cost {
				t.Errorf("%s: the plan costs %s, the best is %s, %v", form, cost, best.Cost, err)
			}
		}
	}
	if found < 8 {
		t.Errorf("only %d puzzles were found; does the test still see them?", found)
	}
}
