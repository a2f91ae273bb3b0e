package main

import (
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/worker"
)

// aloneName is the command that a worker starts for puzzles which may kill
// their process.
const aloneName = "answer-alone"

func (a *app) aloneCommand() *cobra.Command {
	return &cobra.Command{
		Use:    aloneName,
		Short:  "Answer the puzzles of a worker, one at a time",
		Hidden: true,
		Args:   noArguments,
		// No setting matters here: the worker says what holds.
		PersistentPreRunE: func(*cobra.Command, []string) error { return nil },
		RunE: func(*cobra.Command, []string) error {
			signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP) // the worker decides how this ends
			debug.SetMaxStack(mostStack)
			return worker.AnswerAlone(a.kinds, a.in, a.out)
		},
	}
}

// aloneCommandLine starts this very program again. On Linux that works even
// when its file was replaced meanwhile, as an update does. Without a way to
// name the program it is empty.
func aloneCommandLine() []string {
	if runtime.GOOS == "linux" {
		return []string{"/proc/self/exe", aloneName}
	}
	path, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{path, aloneName}
}
