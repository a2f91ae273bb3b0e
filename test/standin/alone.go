package main

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/gridmill/gridmill/worker"
)

// aloneName is what a worker calls this program with to have puzzles answered
// that may kill their process.
const aloneName = "answer-alone"

// aloneCommandLine starts this very program again.
func aloneCommandLine() []string { return []string{"/proc/self/exe", aloneName} }

// answerAlone serves a worker until that goes away.
func answerAlone() error {
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP) // the worker decides how this ends
	return worker.AnswerAlone(allKinds(), os.Stdin, os.Stdout)
}
