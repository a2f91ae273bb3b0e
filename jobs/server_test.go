package jobs

import (
	"strings"
	"testing"

	"github.com/gridmill/gridmill/test/redistest"
)

func TestWhatEndangersBatchesIsSaid(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		reason string
		args   []string
		want   []string // parts of the warnings
	}{
		{"as it should be", nil, nil},
		{"eviction", []string{"--maxmemory", "50mb", "--maxmemory-policy", "allkeys-lru"}, []string{"maxmemory-policy allkeys-lru"}},
		{"eviction without a bound yet", []string{"--maxmemory-policy", "volatile-ttl"}, []string{"volatile-ttl"}},
		{"nothing on disk", []string{"--appendonly", "no"}, []string{"appendonly yes"}},
	} {
		r := redistest.Start(t, row.args...)
		v, err := open(t, r.URL()).Server(t.Context())
		if err != nil || v.Mode != "standalone" || v.Masters != 1 || v.UsedMemory == 0 || major(v.Version) < oldest {
			t.Errorf("%s: %+v, %v", row.reason, v, err)
		}
		if len(v.Warnings) != len(row.want) {
			t.Errorf("%s: warnings %q", row.reason, v.Warnings)
			continue
		}
		for i, part := range row.want {
			if !strings.Contains(v.Warnings[i], part) {
				t.Errorf("%s: warnings %q, want %q", row.reason, v.Warnings, part)
			}
		}
	}
}

func TestAServerThatTellsNothingIsNoError(t *testing.T) {
	t.Parallel()
	r := redistest.Start(t)
	r.CLI("acl", "setuser", "mute", "on", ">secret", "~*", "&*", "+@all", "-info", "-config")
	e, err := StartEmbedded()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	for _, url := range []string{e.URL(), "redis://mute:secret@" + r.Addr()} {
		s := open(t, url)
		if v, err := s.Server(t.Context()); err != nil || v.Version != "" || len(v.Warnings) > 0 {
			t.Errorf("%+v, %v", v, err)
		}
		submit(t, s, 3)
		commitFirst(t, s)
	}
}

func TestOldAndFullServersAreNamed(t *testing.T) {
	v := Server{AppendOnly: true}
	v.add(parseInfo("# Server\r\nredis_version:7.2.1\r\naof_enabled:1\r\nmaxmemory_policy:noeviction\r\n"))
	v.add(parseInfo("redis_version:6.2.14\r\naof_enabled:1\r\nmaxmemory_policy:noeviction\r\nused_memory:90\r\nmaxmemory:100\r\n"))
	v.warn("h:1")
	if len(v.Warnings) != 2 || !strings.Contains(v.Warnings[0], "full to 90 %") || !strings.Contains(v.Warnings[1], "version 6.2.14") || v.fullest != 0.9 {
		t.Errorf("%+v", v)
	}
}
