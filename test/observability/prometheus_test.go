//go:build observability

package observability

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/test/redistest"
)

// prometheus is a running Prometheus.
type prometheus struct {
	t       *testing.T
	address string
}

// startPrometheus starts one with the shipped configuration, except that the
// workers are at those addresses and are scraped every second.
func startPrometheus(t *testing.T, f *watched) *prometheus {
	t.Helper()
	shipped := read(t, "../../deploy/prometheus/prometheus.yml")
	rules, err := filepath.Abs("../../deploy/prometheus/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	config := shipped
	for _, change := range []struct{ from, to string }{
		{`(?s)dns_sd_configs:.*`, "static_configs:\n      - targets: ['" + strings.Join(f.addresses, "', '") + "']\n"},
		{`(scrape|evaluation)_interval: \w+`, "${1}_interval: 1s"},
		{`rule_files: .*`, "rule_files: ['" + rules + "']"},
	} {
		changed := regexp.MustCompile(change.from).ReplaceAllString(config, change.to)
		if changed == config {
			t.Fatalf("the shipped configuration has no %s", change.from)
		}
		config = changed
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "prometheus.yml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	p := &prometheus{t: t, address: redistest.FreeAddress(t)}
	f.Run(exec.Command("prometheus", "--log.level=warn", "--web.listen-address="+p.address,
		"--config.file="+file, "--storage.tsdb.path="+filepath.Join(dir, "data")))
	p.until("Prometheus is ready", func() bool {
		code, _ := get("http://" + p.address + "/-/ready")
		return code == http.StatusOK
	})
	return p
}

func (p *prometheus) until(what string, look func() bool) {
	p.t.Helper()
	for deadline := time.Now().Add(patience); !look(); time.Sleep(200 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.t.Fatalf("not within %v: %s", patience, what)
		}
	}
}

// get asks the HTTP interface and reads its answer into data.
func (p *prometheus) get(path string, query url.Values, data any) error {
	resp, err := http.Get("http://" + p.address + path + "?" + query.Encode())
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	answer := struct {
		Status, Error string
		Data          any
	}{Data: data}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		return err
	}
	if answer.Status != "success" {
		return fmt.Errorf("%s: %s", answer.Status, answer.Error)
	}
	return nil
}

// sample is one series of a result, with its time and its value.
type sample struct {
	Metric map[string]string
	Value  [2]any
}

// query evaluates an expression now; Grafana's variables are filled in.
func (p *prometheus) query(expr string) ([]sample, error) {
	var data struct{ Result []sample }
	expr = strings.ReplaceAll(expr, "$__rate_interval", "5s")
	err := p.get("/api/v1/query", url.Values{"query": {expr}}, &data)
	return data.Result, err
}

// value is the only value of an expression, 0 when there is none.
func (p *prometheus) value(expr string) float64 {
	p.t.Helper()
	result, err := p.query(expr)
	if err != nil {
		p.t.Fatalf("%s: %v", expr, err)
	}
	if len(result) != 1 {
		return 0
	}
	text, _ := result[0].Value[1].(string)
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		p.t.Fatalf("%s: %v", expr, err)
	}
	return v
}

// rule is an alert as Prometheus sees it.
type rule struct{ Name, Query, Health, LastError, State string }

func (p *prometheus) rules() []rule {
	p.t.Helper()
	var data struct {
		Groups []struct{ Rules []rule }
	}
	if err := p.get("/api/v1/rules", nil, &data); err != nil {
		p.t.Fatal(err)
	}
	var rules []rule
	for _, g := range data.Groups {
		rules = append(rules, g.Rules...)
	}
	return rules
}

type dashboardQuery struct{ panel, expr string }

// dashboardQueries lists every query of the shipped dashboard.
func dashboardQueries(t *testing.T) []dashboardQuery {
	t.Helper()
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
		Annotations struct {
			List []struct{ Name, Expr string }
		}
	}
	if err := json.Unmarshal([]byte(read(t, "../../deploy/grafana/dashboards/gridmill.json")), &dashboard); err != nil {
		t.Fatal(err)
	}
	var queries []dashboardQuery
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			queries = append(queries, dashboardQuery{panel.Title, target.Expr})
		}
	}
	for _, a := range dashboard.Annotations.List {
		queries = append(queries, dashboardQuery{a.Name, a.Expr})
	}
	if len(queries) < 20 {
		t.Fatalf("the dashboard has %d queries only", len(queries))
	}
	return queries
}
