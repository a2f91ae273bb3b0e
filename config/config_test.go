package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func origin(t *testing.T, origins []Origin, name string) Origin {
	t.Helper()
	for _, o := range origins {
		if o.Name == name {
			return o
		}
	}
	t.Fatalf("no setting %s", name)
	return Origin{}
}

func TestFlagsWinOverEnvironmentOverFileOverDefaults(t *testing.T) {
	file := write(t, "c.yaml", "timeout: 1s\nmax-states: 1\nmax-moves: 1\n")
	cfg, origins, unknown, err := Load(Input{
		Flags: map[string]string{"timeout": "3s"},
		Env:   []string{"GRIDMILL_TIMEOUT=2s", "GRIDMILL_MAX_STATES=2", "GRIDMILL_PREFIX=", "HOME=/x"},
		File:  file,
	})
	if err != nil || len(unknown) != 0 {
		t.Fatal(err, unknown)
	}
	if cfg.Timeout != 3*time.Second || cfg.MaxStates != 2 || cfg.MaxMoves != 1 || cfg.Prefix != "gridmill:" || cfg.MaxMemory != 1<<30 {
		t.Errorf("%+v", cfg)
	}
	for name, from := range map[string]string{"timeout": "flag", "max-states": "environment", "max-moves": "file " + file, "prefix": "default"} {
		if o := origin(t, origins, name); o.From != from {
			t.Errorf("%s came from %q, want %q", name, o.From, from)
		}
	}
}

func TestEveryFileFormatIsRead(t *testing.T) {
	for name, content := range map[string]string{
		"c.yaml": "max-memory: 2GiB\nfresh: true\n",
		"c.toml": "max-memory = \"2GiB\"\nfresh = true\n",
		"c.json": `{"max-memory":"2GiB","fresh":true}`,
	} {
		cfg, _, _, err := Load(Input{File: write(t, name, content)})
		if err != nil || cfg.MaxMemory != 2<<30 || !cfg.Fresh {
			t.Errorf("%s: %+v, %v", name, cfg, err)
		}
	}
}

func TestWrongSettingsAreNamed(t *testing.T) {
	for _, row := range []struct {
		reason string
		in     Input
		name   string
	}{
		{"an unknown key of the file", Input{File: write(t, "c.yaml", "max-sates: 5\n")}, "max-sates"},
		{"a nested key", Input{File: write(t, "c.yaml", "worker:\n  slots: 5\n")}, "worker.slots"},
		{"a key in two cases", Input{File: write(t, "c.yaml", "algorithm: one-way\nAlgorithm: two-way\n")}, "algorithm"},
		{"a key with a dot and in a table", Input{File: write(t, "c.toml", "memo.ttl = \"1h\"\n[Memo]\nTTL = \"2h\"\n")}, "memo.ttl"},
		{"a key twice in JSON", Input{File: write(t, "c.json", `{"memo":{"ttl":"1h","size":[1,{"a":2}],"ttl":"2h"}}`)}, "memo.ttl"},
		{"a key in two cases in JSON", Input{File: write(t, "d.json", `{"keep":"1h","Keep":"2h"}`)}, "keep"},
		{"a list for a value", Input{File: write(t, "c.yaml", "algorithm: [one-way, two-way]\n")}, "algorithm"},
		{"a duration without a unit in the file", Input{File: write(t, "c.yaml", "timeout: 60\n")}, "timeout"},
		{"a duration without a unit in the environment", Input{Env: []string{"GRIDMILL_KEEP=60"}}, "keep"},
		{"a duration of 0 without a unit", Input{Flags: map[string]string{"timeout": "0"}}, "timeout"},
		{"a negative duration", Input{Flags: map[string]string{"timeout": "-1s"}}, "timeout"},
		{"days", Input{Env: []string{"GRIDMILL_MEMO_TTL=7d"}}, "memo.ttl"},
		{"keeping rows for no time", Input{Flags: map[string]string{"keep": "0s"}}, "keep"},
		{"a negative count", Input{Flags: map[string]string{"max-states": "-1"}}, "max-states"},
		{"a word for a number", Input{Flags: map[string]string{"max-moves": "many"}}, "max-moves"},
		{"more slots than a process can start", Input{Flags: map[string]string{"slots": "4097"}}, "slots"},
		{"more slots than an integer holds", Input{Env: []string{"GRIDMILL_SLOTS=99999999999999999999"}}, "slots"},
		{"an unknown unit", Input{Flags: map[string]string{"max-memory": "5xb"}}, "max-memory"},
		{"no number", Input{Flags: map[string]string{"max-memory": "GiB"}}, "max-memory"},
		{"more bytes than an integer holds", Input{Flags: map[string]string{"max-memory": "9e30"}}, "max-memory"},
		{"not a number of bytes", Input{Flags: map[string]string{"max-memory": "NaN"}}, "max-memory"},
		{"an unknown choice", Input{Flags: map[string]string{"progress": "fast"}}, "progress"},
		{"an unclear toggle", Input{Env: []string{"GRIDMILL_FRESH=perhaps"}}, "fresh"},
	} {
		_, _, _, err := Load(row.in)
		var wrong *Error
		if !errors.As(err, &wrong) || wrong.Name != row.name {
			t.Errorf("%s: %v", row.reason, err)
		}
	}
}

func TestAMissingFileIsAnErrorOnlyWhenNamed(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	if _, _, _, err := Load(Input{}); err != nil {
		t.Errorf("no default file: %v", err)
	}
	missing := filepath.Join(t.TempDir(), "none.yaml")
	if _, _, _, err := Load(Input{File: missing}); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), missing) {
		t.Errorf("a named file that is missing: %v", err)
	}
}

func TestUnknownVariablesAreReported(t *testing.T) {
	_, _, unknown, err := Load(Input{Env: []string{"GRIDMILL_TIMOUT=5s", "GRIDMILL_CONFIG=x", "OTHER=1"}})
	if err != nil || len(unknown) != 1 || unknown[0] != "GRIDMILL_TIMOUT" {
		t.Errorf("unknown = %v, %v", unknown, err)
	}
}

func TestPasswordsAreMasked(t *testing.T) {
	for in, want := range map[string]string{
		"redis://h:1":       "redis://h:1",
		"redis://u:p@h:1":   "redis://u:***@h:1",
		"redis://:p@ss@h:1": "redis://:***@h:1",
		"redis://u@h:1":     "redis://u@h:1",
		"u:p@h:1":           "u:***@h:1",
		"redis-sentinel://h?master=m&sentinel_password=s&x=1": "redis-sentinel://h?master=m&sentinel_password=***&x=1",
		"redis-cluster://u:p@h?addr=u:q@h2&addr=v:r&s@h3:1":   "redis-cluster://u:***@h?addr=u:***@h2&addr=v:***@h3:1",
		"redis-cluster://h:1?addr=u:q@h2":                     "redis-cluster://h:1?addr=u:***@h2",
		"redis://h?Password=s&x=1&PASSWORD2=t":                "redis://h?Password=***&x=1&PASSWORD2=***",
		"redis-cluster://:p@a?addr":                           "redis-cluster://:***@a?addr",
		"":                                                    "",
	} {
		_, origins, _, err := Load(Input{Env: []string{"GRIDMILL_REDIS=" + in}})
		if err != nil {
			t.Fatal(err)
		}
		if got := origin(t, origins, "redis").Value; got != want {
			t.Errorf("%q is shown as %q, want %q", in, got, want)
		}
	}
}

func TestSizes(t *testing.T) {
	for in, want := range map[string]int64{"0": 0, "1": 1, "1k": 1024, "1.5GiB": 3 << 29, "2 MB": 2e6, "7b": 7, "1TiB": 1 << 40} {
		if got, err := parseSize(in); got != want || err != nil {
			t.Errorf("parseSize(%q) = %d, %v; want %d", in, got, err, want)
		}
	}
}

func TestDaysAndWeeksSayHowManyHours(t *testing.T) {
	for in, want := range map[string]string{"7d": "write 168h", "2 weeks": "write 336h", "0.5d": "write 12h", "1day": "write 24h", "d": "is not a duration", "7x": "is not a duration"} {
		_, _, _, err := Load(Input{Flags: map[string]string{"memo.ttl": in}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", in, err, want)
		}
	}
}
