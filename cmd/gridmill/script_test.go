package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gridmill/gridmill/test/redistest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"gridmill": func() { main() },
	})
}

// scripts lists the scripts of a folder: all of them, or with -short, as under
// the race detector, where each of hundreds of programs starts slowly, those
// named, in which much runs at once.
func scripts(t *testing.T, folder string, short ...string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
	if err != nil || len(all) == 0 {
		t.Fatalf("no scripts in %s: %v", folder, err)
	}
	if !testing.Short() {
		return all
	}
	var some []string
	for _, name := range short {
		some = append(some, filepath.Join(folder, name+".txtar"))
	}
	return some
}

// Scripts run the program as a user types it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Files:               scripts(t, "testdata/script", "solve", "order", "check", "dedupe"),
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			return nil
		},
	})
}

// setenv NAME FILE sets a variable to what a file holds.
func setenv(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: setenv NAME FILE")
	}
	ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile(args[1])))
}

// eventually REGEXP PROGRAM ARGUMENTS runs a program until it prints what the
// expression matches, for a minute at most.
func eventually(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: eventually REGEXP PROGRAM ARGUMENTS")
	}
	wanted, err := regexp.Compile(args[0])
	ts.Check(err)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if err := ts.Exec(args[1], args[2:]...); err == nil && wanted.MatchString(ts.ReadFile("stdout")) {
			return
		}
		if time.Now().After(deadline) {
			ts.Fatalf("%q never prints %q", args[1:], args[0])
		}
	}
}

// Scripts against a real Redis.
func TestRedisScripts(t *testing.T) {
	redis, lonely := redistest.Start(t), redistest.Start(t)
	testscript.Run(t, testscript.Params{
		Files:               scripts(t, "testdata/redis", "road", "cancel", "lookup"),
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("GRIDMILL_REDIS", redis.URL())
			env.Setenv("LONELY_REDIS", lonely.URL())                      // for one script alone, which counts what is asked there
			env.Setenv("GRIDMILL_PREFIX", filepath.Base(env.WorkDir)+":") // each script is alone with its workers
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"setenv": setenv, "eventually": eventually,
			"followed": func(ts *testscript.TestScript, _ bool, _ []string) {
				ts.Check(followed(lonely, ts.Getenv("GRIDMILL_PREFIX")))
			},
		},
	})
}
