// Command gridmill answers grid puzzles in bulk: it takes files of puzzles,
// has workers solve them exactly, and prints every answer with a plan that has
// been replayed. This package is the only place that wires the others
// together.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/gridmill/gridmill/solver/kinds"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}, os.Environ()))
}

// streams are the three standard streams of the program.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// run is the whole program: it returns the exit code. ctx ends at the first
// signal to stop.
func run(ctx context.Context, args []string, std streams, environ []string) int {
	a := &app{streams: std, environ: environ, kinds: kinds.All()}
	return a.exitCode(ctx, a.root(args).ExecuteContext(ctx))
}
