//go:build observability

// Package observability runs what is shipped for watching a fleet against a
// real fleet: two worker processes on loopback, scraped by a real Prometheus
// that has the shipped alert rules.
package observability

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// metricName finds the metrics of ours that a query or a page names.
func metricName() *regexp.Regexp {
	return regexp.MustCompile(`\bgridmill_[a-z_]+[a-z]\b`)
}

// Every query of the dashboard and of the alerts runs, and whatever must have
// data has some while a batch is being solved.
func TestEveryQueryHasData(t *testing.T) {
	f := startFleet(t)
	p := startPrometheus(t, f)
	f.submit()
	p.until("both workers are scraped, and rows come", func() bool {
		return p.value(`sum(up{job="gridmill"})`) == 2 && p.value(`sum(gridmill_rows_total)`) > 100 &&
			p.value(`min(count_over_time(up{job="gridmill"}[1m]))`) >= 6
	})
	for _, q := range dashboardQueries(t) {
		p.until(q.panel+" has data: "+q.expr, func() bool { // a scrape may come late
			result, err := p.query(q.expr)
			if err != nil {
				t.Fatalf("%s: %s: %v", q.panel, q.expr, err)
			}
			return len(result) > 0 || strings.HasPrefix(q.expr, "ALERTS")
		})
	}
	named := map[string]bool{}
	var rules []rule
	p.until("no alert while all is well", func() bool { // one that is late for a scrape may take notice of it
		rules = p.rules()
		loud := slices.DeleteFunc(slices.Clone(rules), func(r rule) bool { return r.State == "inactive" })
		if len(loud) > 0 {
			t.Logf("alerts while all is well: %+v", loud)
		}
		return len(loud) == 0
	})
	if len(rules) < 12 {
		t.Errorf("Prometheus knows %d rules only", len(rules))
	}
	for _, r := range rules {
		if r.Health != "ok" || r.LastError != "" {
			t.Errorf("alert %s: %s %s", r.Name, r.Health, r.LastError)
		}
		if _, err := p.query(r.Query); err != nil {
			t.Errorf("alert %s: %v", r.Name, err)
		}
		for _, name := range metricName().FindAllString(r.Query, -1) {
			named[name] = true
		}
	}
	for name := range named {
		if result, err := p.query(name); err != nil || len(result) == 0 {
			t.Errorf("the alerts use %s, of which there is nothing: %v", name, err)
		}
	}
	for _, row := range []struct {
		reason, expr string
	}{
		{"chunks run", `max_over_time(sum(gridmill_chunks_running{lane="bulk"})[1m:1s])`},
		{"chunks wait", `max_over_time(max(gridmill_lane_waiting_chunks{lane="bulk"})[1m:1s])`},
		{"they wait for some time", `max_over_time(max(gridmill_lane_oldest_waiting_seconds{lane="bulk"})[1m:1s])`},
		{"states are searched", `sum(gridmill_states_searched_total{kind="sokoban"})`},
		{"chunks take time", `sum(gridmill_chunk_duration_seconds_sum{lane="bulk"})`},
		{"chunks were queued before", `sum(gridmill_queue_wait_seconds_sum{lane="bulk"})`},
		{"both workers are at it", `min(sum by (instance) (gridmill_chunks_total{outcome="committed"}))`},
	} {
		p.until(row.reason+": "+row.expr, func() bool { return p.value(row.expr) > 0 })
	}

	f.Workers[0].Kill()
	p.until("the death of a worker is seen", func() bool {
		result, err := p.query(`up{job="gridmill"} == 0`)
		return err == nil && len(result) == 1
	})
	p.until("the alert takes notice", func() bool {
		return slices.ContainsFunc(p.rules(), func(r rule) bool { return r.Name == "GridmillWorkerDown" && r.State == "pending" })
	})
}

// What is shipped and what is written agree: every alert has its lines in the
// manual, and every metric a worker has is explained there.
func TestTheManualKnowsEveryAlertAndMetric(t *testing.T) {
	manual := read(t, "../../docs/operations.md")
	alerts := read(t, "../../deploy/prometheus/alerts.yml")
	names := regexp.MustCompile(`alert: (\w+)`).FindAllStringSubmatch(alerts, -1)
	books := regexp.MustCompile(`runbook: docs/operations\.md#(\w+)`).FindAllStringSubmatch(alerts, -1)
	if len(names) == 0 || len(names) != len(books) {
		t.Fatalf("%d alerts, %d of them with a runbook", len(names), len(books))
	}
	for i, name := range names {
		if books[i][1] != strings.ToLower(name[1]) {
			t.Errorf("%s points to %s", name[1], books[i][1])
		}
		if !strings.Contains(manual, "\n#### "+name[1]+"\n") {
			t.Errorf("the manual does not say what to do about %s", name[1])
		}
	}
	f := startFleet(t)
	exposed := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (gridmill_\w+)`).FindAllStringSubmatch(f.metrics(0), -1) {
		exposed[m[1]] = true
		if !strings.Contains(manual, "`"+m[1]+"`") {
			t.Errorf("the manual does not explain %s", m[1])
		}
	}
	if len(exposed) < 15 {
		t.Errorf("a worker has %d metrics only", len(exposed))
	}
	for _, name := range metricName().FindAllString(manual, -1) {
		if !exposed[name] {
			t.Errorf("the manual explains %s, which no worker has", name)
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// patience bounds each wait for something that Prometheus is to see.
const patience = 60 * time.Second
