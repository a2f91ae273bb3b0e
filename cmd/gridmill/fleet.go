package main

import (
	"context"
	"log/slog"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/worker"
)

// fleet is a whole fleet inside the process: an embedded Redis and a worker
// that serves it.
type fleet struct {
	redis  *jobs.Embedded
	store  *jobs.Store
	worker *worker.Worker
}

func (a *app) startFleet(ctx context.Context) (*fleet, error) {
	memory, err := a.memory()
	if err != nil {
		return nil, err
	}
	redis, err := jobs.StartEmbedded()
	if err != nil {
		return nil, err
	}
	store, err := jobs.Open(ctx, redis.URL(), a.cfg.Prefix)
	if err != nil {
		redis.Close()
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(a.err, &slog.HandlerOptions{Level: slog.LevelError}))
	memo := store.NewMemo(jobs.MemoConfig{InProcess: true, Local: a.cfg.MemoLocal, Log: log})
	w := worker.New(worker.Config{
		Store: store, Kinds: a.kinds, Memo: memo, Slots: a.everyLane(), Log: log,
		Memory: memory, MemoMemory: a.cfg.MemoLocal, Most: a.most(),
	})
	f := &fleet{redis, store, w}
	if err := w.Start(); err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

// close ends the fleet at once; what it had not answered is gone with it.
func (f *fleet) close() {
	now, cancel := context.WithCancel(context.Background())
	cancel()
	f.worker.Stop(now)
	_ = f.store.Close() // the embedded Redis ends with it either way
	f.redis.Close()
}
