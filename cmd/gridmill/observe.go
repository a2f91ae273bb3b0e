package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/gridmill/gridmill/config"
)

// listenOff is the setting that opens no port.
const listenOff = "off"

// observer answers HTTP requests about this worker: its metrics, whether the
// process lives, and whether it takes chunks.
type observer struct {
	server *http.Server
	done   chan struct{}
}

// newRegistry returns where the metrics of a worker process are registered,
// with those of the process itself, which may take so many bytes.
func newRegistry(memory int64) *prometheus.Registry {
	r := prometheus.NewRegistry()
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "gridmill_build_info", Help: "1; the label says which build this worker is.",
		ConstLabels: prometheus.Labels{"version": version()},
	})
	build.Set(1)
	limit := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "gridmill_memory_limit_bytes", Help: "Memory this worker may take in all.",
	})
	limit.Set(float64(memory))
	r.MustRegister(build, limit, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return r
}

// observe begins to answer at the address of the settings, or does nothing,
// and returns nil, when that is off. ready says why the worker takes no chunks.
func (a *app) observe(log *slog.Logger, registry *prometheus.Registry, ready func() error) (*observer, error) {
	listener, err := a.listen()
	if listener == nil || err != nil {
		return nil, err
	}
	log.Info("answering /metrics, /healthz and /readyz", "address", listener.Addr().String())
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintln(w, "alive") // nobody is left to tell
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if err := ready(); err != nil {
			http.Error(w, "not ready: "+err.Error(), http.StatusServiceUnavailable)
			return
		}
		_, _ = fmt.Fprintln(w, "ready") // nobody is left to tell
	})
	o := &observer{
		server: &http.Server{
			Handler:           mux,
			ReadHeaderTimeout: 5 * time.Second,
			IdleTimeout:       2 * time.Minute,
			ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		},
		done: make(chan struct{}),
	}
	go func() {
		defer close(o.done)
		if err := o.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("no longer answering /metrics, /healthz and /readyz", "error", err)
		}
	}()
	return o, nil
}

// listen opens the port of the settings; there is none when it is off. Where
// another worker of the machine has the default port, it takes a free one.
func (a *app) listen() (net.Listener, error) {
	if a.cfg.Listen == "" || a.cfg.Listen == listenOff {
		return nil, nil
	}
	listener, err := net.Listen("tcp", a.cfg.Listen)
	if errors.Is(err, syscall.EADDRINUSE) && a.isDefault("worker.listen") {
		host, _, splitErr := net.SplitHostPort(a.cfg.Listen)
		if splitErr == nil {
			listener, err = net.Listen("tcp", net.JoinHostPort(host, "0"))
		}
	}
	if err != nil {
		return nil, a.wrong("worker.listen", fmt.Errorf("%w; name another address, such as 127.0.0.1:9464, or off", err))
	}
	return listener, nil
}

// wrong is the error of a setting whose value turned out not to work.
func (a *app) wrong(name string, err error) error {
	for _, o := range a.origins {
		if o.Name == name {
			return &config.Error{Name: name, From: o.From, Err: err}
		}
	}
	return err
}

// isDefault reports whether nobody has set a setting.
func (a *app) isDefault(name string) bool {
	for _, o := range a.origins {
		if o.Name == name {
			return o.From == "default"
		}
	}
	return false
}

// observeTime bounds how long the end of a worker waits for answers under way.
const observeTime = time.Second

// close stops answering.
func (o *observer) close() {
	if o == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), observeTime)
	defer cancel()
	if o.server.Shutdown(ctx) != nil {
		_ = o.server.Close() // they have had their time
	}
	<-o.done
}
