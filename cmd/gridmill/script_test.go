package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gridmill/gridmill/test/redistest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"gridmill": func() { main() },
	})
}

// Scripts run the program as a user types it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
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

// Scripts against a real Redis.
func TestRedisScripts(t *testing.T) {
	redis := redistest.Start(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/redis",
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("GRIDMILL_REDIS", redis.URL())
			env.Setenv("GRIDMILL_PREFIX", filepath.Base(env.WorkDir)+":") // each script is alone with its workers
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"setenv": setenv},
	})
}
