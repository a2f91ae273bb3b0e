// Command standin is a Gridmill worker, and a producer, that knows stand-in
// puzzles besides the real kinds: puzzles whose search sleeps, computes, takes
// memory or kills its process, as their form says. Load and fault tests use it
// where real puzzles cannot be made to behave to order.
//
//	standin worker [--interactive-slots N] [--slots N] [--hard-slots N]
//	standin submit [--id ID] FILE
//
// FILE holds one JSON object a line, {"kind":"standin","puzzle":"sleep 5ms a1"}.
// Both take --redis and --prefix; the former defaults to GRIDMILL_REDIS.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/kinds"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "standin:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("say what to do: worker or submit")
	}
	switch args[0] {
	case "worker":
		return work(ctx, args[1:])
	case aloneName:
		return answerAlone()
	case "submit":
		return submit(ctx, args[1:])
	}
	return fmt.Errorf("cannot %s; there are worker and submit", args[0])
}

// allKinds is what the stand-in's worker and producer know.
func allKinds() solver.Kinds { return append(kinds.All(), standin{}) }

// connection says where Redis is.
type connection struct{ url, prefix string }

func (c *connection) flags(set *flag.FlagSet) {
	set.StringVar(&c.url, "redis", os.Getenv("GRIDMILL_REDIS"), "URL of Redis")
	set.StringVar(&c.prefix, "prefix", "", "how keys begin; gridmill: by default")
}

func (c *connection) open(ctx context.Context) (*jobs.Store, error) {
	return jobs.Open(ctx, c.url, c.prefix)
}
