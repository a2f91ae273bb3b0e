package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/gridmill/gridmill/test/redistest"
)

// Whoever types the commands of the README one after the other, as they stand
// there, sees each of them succeed, and the folder is as it was.
func TestCommandsOfTheReadmeWorkInTheirOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("the start of so many commands takes long")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the commands are those of a POSIX shell")
	}
	redis := redistest.Start(t)
	session := &typist{t: t, dir: t.TempDir(), tmp: t.TempDir(), env: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}}
	if err := os.CopyFS(session.dir, os.DirFS(filepath.Join(repository, "examples"))); err != nil {
		t.Fatal(err)
	}
	all := pages(t)
	use := section(t, all["README.md"], "## Use")
	fleet := section(t, all["README.md"], "## A fleet")
	fleet, _, _ = strings.Cut(fleet, "With Docker")
	canonical, _, _ := strings.Cut(all["docs/canonical.md"], "\n## ")

	session.follow(use)
	session.env = append(session.env, "GRIDMILL_REDIS="+redis.URL())
	worker := session.command("exec gridmill worker --worker.listen off --slots 1")
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	session.follow(fleet)
	session.follow(strings.ReplaceAll(canonical, "redis://localhost:6379", redis.URL()))
	if err := worker.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if err := worker.Wait(); err != nil {
		t.Errorf("the worker: %v", err)
	}
	before, after := names(t, filepath.Join(repository, "examples")), names(t, session.dir)
	if !slices.Equal(before, after) {
		t.Errorf("the folder of examples had %q, and in the end %q", before, after)
	}
	if session.typed < 27 {
		t.Errorf("only %d commands were found; does the test still see them?", session.typed)
	}
}

// names lists what is in a folder.
func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

// section is what stands below a heading of a page.
func section(t *testing.T, page, heading string) string {
	t.Helper()
	_, text, found := strings.Cut(page, "\n"+heading+"\n")
	if !found {
		t.Fatalf("no heading %q", heading)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	return text
}

// typist types commands in a folder, one after the other.
type typist struct {
	t        *testing.T
	dir, tmp string
	env      []string
	id       string // what the last submit printed
	typed    int
}

func (s *typist) command(line string) *exec.Cmd {
	cmd := exec.CommandContext(s.t.Context(), "sh", "-c", line)
	cmd.Dir, cmd.Env = s.dir, s.env
	return cmd
}

// follow types the indented lines of a text. A row without a verdict is no
// failure, an error or wrong use is, and so is advice that nothing was done.
func (s *typist) follow(text string) {
	s.t.Helper()
	for code := range strings.SplitSeq(text, "\n") {
		line, _, _ := strings.Cut(strings.TrimPrefix(code, "    "), "   ")
		if line == code || s.skips(line) {
			continue
		}
		s.typed++
		line = strings.ReplaceAll(strings.ReplaceAll(line, "/tmp/", s.tmp+"/"), " ID", " "+s.id)
		cmd := s.command(line)
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		err := cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != exitOK && code != exitUnsettled {
			s.t.Errorf("%s: %v\n%s", line, err, &errs)
		}
		if strings.Contains(errs.String(), "nothing to try again") || strings.Contains(errs.String(), "no row of batch") {
			s.t.Errorf("%s does nothing: %s", line, &errs)
		}
		if strings.HasPrefix(line, "gridmill submit") {
			s.id = strings.TrimSpace(out.String())
		}
		if strings.Contains(line, "uniq -d") && out.Len() == 0 {
			s.t.Errorf("%s finds nothing", line)
		}
	}
}

// skips tells what wants a terminal, wants another shell, or is done by the test.
func (s *typist) skips(line string) bool {
	return slices.ContainsFunc([]string{"gridmill draw --play", "source ", "redis-server", "export ", "gridmill worker"}, func(beginning string) bool {
		return strings.HasPrefix(line, beginning)
	})
}
