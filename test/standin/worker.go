package main

import (
	"context"
	"flag"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/worker"
)

// work serves the lanes that have slots until it is stopped.
func work(ctx context.Context, args []string) error {
	set := flag.NewFlagSet("worker", flag.ContinueOnError)
	var at connection
	at.flags(set)
	slots := set.Int("slots", runtime.NumCPU(), "chunks of the bulk lane that run at once")
	hard := set.Int("hard-slots", 1, "chunks of the hard lane that run at once")
	interactive := set.Int("interactive-slots", 1, "chunks of the interactive lane that run at once")
	grace := set.Duration("grace", 20*time.Second, "how long to finish what is held once told to stop")
	memory := set.Int64("memo.local", 64<<20, "bytes of the memo to keep in the process")
	var level slog.Level
	set.TextVar(&level, "log-level", slog.LevelInfo, "debug, info, warn or error")
	if err := set.Parse(args); err != nil {
		return err
	}
	store, err := at.open(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
	w := worker.New(worker.Config{
		Store: store,
		Kinds: allKinds(),
		Memo:  store.NewMemo(jobs.MemoConfig{Local: *memory, Log: log}),
		Slots: map[jobs.Lane]int{jobs.Interactive: *interactive, jobs.Bulk: *slots, jobs.Hard: *hard},
		Log:   log,

		Alone:    aloneCommandLine(),
		Announce: true,
		Version:  "standin",
	})
	if err := w.Start(); err != nil {
		return err
	}
	<-ctx.Done()
	again, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM) // the second one
	defer stop()
	again, cancel := context.WithTimeout(again, *grace)
	defer cancel()
	w.Stop(again)
	return nil
}
