package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/worker"
)

func (a *app) workerCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Take work until stopped",
		Long: `Worker takes chunks of puzzles from a Redis and answers them until it is
stopped. Start as many as there are machines. Small batches are interactive,
all others bulk, and puzzles that need long are hard: each of these lanes has
slots of its own, so that none waits for another. A worker may serve some lanes
only, such as --lanes hard, or with other numbers of slots, such as --lanes
interactive=1,bulk=8,hard=2; every lane needs a worker somewhere.

The first SIGTERM or SIGINT lets it finish what it holds, for up to --grace,
then hands the rest back; a second one hands back at once.

At --worker.listen it answers /metrics for Prometheus, /healthz (the process
lives) and /readyz (it takes chunks; 503 and the reason when it does not).`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.work(cmd.Context(), cmd) },
	}
	flags(cmd, connectFlags, memoFlags, limitFlags, []string{"lanes", "slots", "grace", "log-level", "log-format", "worker.listen"})
	return cmd
}

// noArguments is the argument check of the commands that take none.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage(cmd, "%s takes no arguments", cmd.Name())
	}
	return nil
}

func (a *app) work(ctx context.Context, cmd *cobra.Command) error {
	slots, err := a.slots(cmd)
	if err != nil {
		return err
	}
	if err := a.needsRedis(cmd); err != nil {
		return err
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(a.cfg.LogLevel)); err != nil {
		return err
	}
	log := a.logger(level)
	store, err := a.reach(ctx, jobs.Forever, func(text string) { log.Warn(text) })
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	server, err := store.Server(ctx)
	if err != nil {
		return err
	}
	for _, text := range server.Warnings {
		log.Warn(text)
	}
	memo := store.NewMemo(jobs.MemoConfig{Local: a.cfg.MemoLocal, TTL: a.cfg.MemoTTL, Size: a.cfg.MemoSize, Log: log})
	memory, err := a.memory()
	if err != nil {
		return err
	}
	registry := newRegistry(memory)
	w := worker.New(worker.Config{
		Store: store, Kinds: a.kinds, Memo: memo, Slots: slots, Log: log,
		Memory: memory, MemoMemory: a.cfg.MemoLocal, Most: a.most(), Alone: aloneCommandLine(),
		Announce: true, Version: version(), Metrics: registry,
	})
	observer, err := a.observe(log, registry, w.Ready)
	if err != nil {
		return err
	}
	defer observer.close()
	if err := w.Start(); err != nil {
		return err
	}
	<-ctx.Done()

	again, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM) // the second one
	defer stop()
	again, cancel := context.WithTimeout(again, a.cfg.Grace)
	defer cancel()
	log.Info("stopping; a second signal hands everything back at once", "grace", a.cfg.Grace)
	w.Stop(again)
	log.Info("stopped")
	return nil
}

// logger writes to standard error, in the form that the settings name.
func (a *app) logger(level slog.Level) *slog.Logger {
	opts := &slog.HandlerOptions{Level: level}
	if a.cfg.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(a.err, opts))
	}
	return slog.New(slog.NewTextHandler(a.err, opts))
}
