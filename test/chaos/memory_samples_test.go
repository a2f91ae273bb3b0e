//go:build chaos

package chaos

import (
	"bufio"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/test/fleet"
)

// sample is what the processes of a fleet hold at one time: in KiB, except
// goroutines.
type sample struct {
	at     time.Duration // since the first
	values map[string]float64
}

// watchMemory samples the workers and Redis until end: every ten seconds, or
// sixty times where that is more.
func watchMemory(f *fleet.Fleet, redisPID int, end time.Time) []sample {
	f.T.Helper()
	began := time.Now()
	every := min(10*time.Second, time.Until(end)/60)
	rdb := f.Client()
	var samples []sample
	for ; time.Now().Before(end); time.Sleep(every) {
		s := sample{time.Since(began), map[string]float64{
			"Redis resident":    float64(fleet.ResidentKiB(f.T, redisPID)),
			"Redis used_memory": float64(infoNumber(f.T, rdb, "used_memory") >> 10),
		}}
		for i, w := range f.Workers {
			s.values[fmt.Sprintf("worker %d resident", i+1)] = float64(fleet.ResidentKiB(f.T, w.PID()))
			for name, value := range metrics(f.T, w) {
				s.values[fmt.Sprintf("worker %d %s", i+1, name)] = value
			}
		}
		samples = append(samples, s)
	}
	return samples
}

var wanted = map[string]struct {
	name string
	per  float64
}{
	"go_goroutines":                 {"goroutines", 1},
	"go_memstats_heap_inuse_bytes":  {"heap in use", 1 << 10},
	"go_memstats_heap_objects":      {"heap objects, thousands", 1000},
	"go_memstats_stack_inuse_bytes": {"stacks", 1 << 10},
}

// metrics asks a worker for what its runtime holds.
func metrics(t testing.TB, w *fleet.Process) map[string]float64 {
	t.Helper()
	var address []string
	for deadline := time.Now().Add(10 * time.Second); address == nil; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the worker does not say where its metrics are:\n%s", w.Log())
		}
		address = regexp.MustCompile(`/metrics.* address=(\S+)`).FindStringSubmatch(w.Log())
	}
	answer, err := http.Get("http://" + address[1] + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	found := map[string]float64{}
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		name, text, _ := strings.Cut(lines.Text(), " ")
		if w, ok := wanted[name]; ok {
			value, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			found[w.name] = value / w.per
		}
	}
	if len(found) != len(wanted) {
		t.Fatalf("the worker's metrics hold only %v", found)
	}
	return found
}
