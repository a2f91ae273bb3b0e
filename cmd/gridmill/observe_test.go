package main

import (
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/gridmill/gridmill/config"
)

// listening is an app with that --worker.listen, "" for the default one.
func listening(t *testing.T, address string) *app {
	t.Helper()
	in := config.Input{Flags: map[string]string{}}
	if address != "" {
		in.Flags["worker.listen"] = address
	}
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	cfg, origins, _, err := config.Load(in)
	if err != nil {
		t.Fatal(err)
	}
	return &app{cfg: cfg, origins: origins}
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

func TestAWorkerAnswersForItself(t *testing.T) {
	a := listening(t, "127.0.0.1:0")
	var unready error
	var logged strings.Builder
	o, err := a.observe(slog.New(slog.NewTextHandler(&logged, nil)), newRegistry(1<<30), func() error { return unready })
	if err != nil {
		t.Fatal(err)
	}
	defer o.close()
	_, address, _ := strings.Cut(strings.TrimSpace(logged.String()), "address=")
	for _, row := range []struct {
		reason, path string
		ready        error
		code         int
		says         string
	}{
		{"the process lives", "/healthz", nil, 200, "alive"},
		{"it takes chunks", "/readyz", nil, 200, "ready"},
		{"it takes none", "/readyz", errors.New("stopping"), 503, "not ready: stopping"},
		{"it lives all the same", "/healthz", errors.New("stopping"), 200, "alive"},
		{"the build", "/metrics", nil, 200, "gridmill_build_info{version="},
		{"its memory", "/metrics", nil, 200, "gridmill_memory_limit_bytes 1.073741824e+09"},
		{"the runtime", "/metrics", nil, 200, "go_goroutines "},
		{"the process", "/metrics", nil, 200, "process_resident_memory_bytes "},
		{"nothing else", "/", nil, 404, ""},
	} {
		unready = row.ready
		if code, body := get(t, "http://"+address+row.path); code != row.code || !strings.Contains(body, row.says) {
			t.Errorf("%s: %d %s", row.reason, code, body)
		}
	}
	o.close()
	if _, err := net.Dial("tcp", address); err == nil {
		t.Error("the port is still open")
	}
}

func TestAPortThatIsTaken(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	address := taken.Addr().String()
	if l, err := listening(t, address).listen(); err == nil || !strings.Contains(err.Error(), "worker.listen (flag)") {
		t.Errorf("asked for by name: %v, %v", l, err)
	}
	a := listening(t, "")
	a.cfg.Listen = address // as if it were the default
	l, err := a.listen()
	if err != nil {
		t.Fatalf("the default port: %v", err)
	}
	defer func() { _ = l.Close() }()
	if got := l.Addr().(*net.TCPAddr); !got.IP.IsLoopback() || got.String() == address {
		t.Errorf("took %v instead of %s", got, address)
	}
}

func TestNoPortIsOpenedWhenItIsOff(t *testing.T) {
	o, err := listening(t, "off").observe(slog.New(slog.DiscardHandler), newRegistry(1<<30), nil)
	if o != nil || err != nil {
		t.Errorf("%v, %v", o, err)
	}
	o.close()
}
