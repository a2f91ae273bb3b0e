package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/gridmill/gridmill/jobs"
)

// needsRedis is the check of the commands that do nothing without one.
func (a *app) needsRedis(cmd *cobra.Command) error {
	if a.cfg.Redis == "" {
		return usage(cmd, "%s needs a Redis: name it with --redis redis://HOST:6379 or GRIDMILL_REDIS", cmd.Name())
	}
	return nil
}

// reach connects to the Redis of the settings. Its operations outlast an
// outage of up to patience, of which notice is told.
func (a *app) reach(ctx context.Context, patience time.Duration, notice func(text string)) (*jobs.Store, error) {
	store, err := jobs.Connect(ctx, jobs.Config{
		URL:      a.cfg.Redis,
		Prefix:   a.cfg.Prefix,
		TLS:      jobs.TLSFiles{CA: a.cfg.RedisCA, Cert: a.cfg.RedisCert, Key: a.cfg.RedisKey},
		Patience: patience,
		Notice:   notice,
	})
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	return store, nil
}

// isUnreachable reports whether Redis is to blame for err.
func isUnreachable(err error) bool {
	_, ok := errors.AsType[*jobs.UnreachableError](err)
	return ok
}

// later says that command comes back to a batch, when Redis was to blame for err.
func (a *app) later(command string, err error) error {
	if isUnreachable(err) {
		a.warn("when Redis is back: %s", command)
	}
	return err
}

// warnServer tells the user what about the Redis endangers batches.
func (a *app) warnServer(ctx context.Context, store *jobs.Store) error {
	server, err := store.Server(ctx)
	for _, text := range server.Warnings {
		a.warn("WARNING: %s", text)
	}
	return err
}

// producer submits to store; it tells the user when it waits for room.
func (a *app) producer(store *jobs.Store) *jobs.Producer {
	held := func(reason string) {
		if reason == "" {
			a.warn("going on")
			return
		}
		a.warn("holding back: %s", reason)
	}
	mended := func(chunks int) { a.warn("put %s again that Redis had lost", count(int64(chunks), "chunk")) }
	return &jobs.Producer{Store: store, Kinds: a.kinds, MaxWaiting: a.cfg.Waiting, Held: held, Mended: mended}
}

// printServer prints what Redis says of itself: a line for people and one for
// each warning, or one object of JSON.
func printServer(w io.Writer, s *jobs.Server, addr string, table bool) error {
	if !table {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return enc.Encode(map[string]*jobs.Server{"redis": s})
	}
	if s.Version == "" {
		_, err := fmt.Fprintf(w, "Redis at %s, %s, tells nothing of itself\n\n", addr, s.Mode)
		return err
	}
	memory, disk := fmt.Sprintf("%.1f used", decor.SizeB1024(s.UsedMemory)), "append-only off"
	if s.MaxMemory > 0 {
		memory += fmt.Sprintf(" of %.1f", decor.SizeB1024(s.MaxMemory))
	}
	if s.AppendOnly {
		disk = "append-only on"
	}
	if s.Masters > 1 {
		disk += fmt.Sprintf(", %d masters", s.Masters)
	}
	if _, err := fmt.Fprintf(w, "Redis %s at %s, %s: %s, %s, %s, %s\n", s.Version, addr, s.Mode, memory, s.Policy, disk, count(int64(s.Replicas), "replica")); err != nil {
		return err
	}
	for _, text := range s.Warnings {
		if _, err := fmt.Fprintf(w, "WARNING: %s\n", text); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w)
	return err
}
