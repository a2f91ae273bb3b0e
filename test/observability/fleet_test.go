//go:build observability

package observability

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

// watched is a fleet of two workers whose metrics can be read.
type watched struct {
	*fleet.Fleet
	addresses []string // of the workers' metrics
}

func startFleet(t *testing.T) *watched {
	t.Helper()
	f := &watched{Fleet: fleet.New(t, redistest.Start(t).URL())}
	for range 2 {
		address := redistest.FreeAddress(t)
		f.addresses = append(f.addresses, address)
		w := f.StartWorker("--slots", "1", "--log-level", "error", "--worker.listen", address)
		for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
			if code, _ := get("http://" + address + "/readyz"); code == http.StatusOK {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("the worker does not get ready: %s", w.Log())
			}
		}
	}
	return f
}

// submit hands in a batch that keeps the workers busy for longer than the test.
func (f *watched) submit() {
	f.T.Helper()
	file := filepath.Join(f.Dir, "puzzles.jsonl")
	fleet.Generate(f.T, file, 20_000, "-kind", "sokoban", "-side", "30", "-seed", "5")
	f.Gridmill("submit", "submit", "--progress", "none", "--algorithm", "priority-bfs", file)
}

// metrics returns what a worker says of itself. What waits in the lanes is
// asked of Redis in the background, and is there in one of the first scrapes.
func (f *watched) metrics(n int) string {
	f.T.Helper()
	url := "http://" + f.addresses[n] + "/metrics"
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		code, body := get(url)
		if code == http.StatusOK && strings.Contains(body, "gridmill_lane_waiting_chunks{") {
			return body
		}
		if time.Now().After(deadline) {
			f.T.Fatalf("%s: %d, and nothing of what waits: %s", url, code, body)
		}
	}
}

// get returns the code and the body of an answer; the code is 0 when there is
// none.
func get(url string) (code int, body string) {
	resp, err := http.Get(url)
	if err != nil {
		return 0, ""
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, ""
	}
	return resp.StatusCode, string(b)
}
