package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/config"
	"github.com/gridmill/gridmill/format"
	"github.com/gridmill/gridmill/jobs"
)

// Exit codes, as documented.
const (
	exitOK          = 0
	exitError       = 1
	exitUsage       = 2
	exitUnsettled   = 3   // some rows are limit, invalid, failed or cancelled
	exitNotDone     = 4   // the batch is not finished
	exitUnreachable = 5   // no Redis answers
	exitInterrupted = 130 // stopped by a signal
)

// usageError is a mistake in how the program was called.
type usageError struct{ text, command string }

func (e *usageError) Error() string { return e.text }

func usage(cmd *cobra.Command, format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...), cmd.CommandPath()}
}

// Outcomes that have an exit code of their own.
var (
	errUnsettled   = errors.New("some rows have no verdict")
	errNotDone     = errors.New("the batch is not finished")
	errInterrupted = errors.New("interrupted by a key")
)

// exitCode tells the user what went wrong and returns the code to exit with.
func (a *app) exitCode(ctx context.Context, err error) int {
	var misuse *usageError
	var setting *config.Error
	var name *format.NameError
	var unreachable *jobs.UnreachableError
	var network *net.OpError
	var url *jobs.SettingError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errUnsettled):
		return exitUnsettled // the summary has said which
	case errors.Is(err, errNotDone):
		a.warn("%v", err)
		return exitNotDone
	case errors.As(err, &misuse):
		a.warn("%v", err)
		a.warn("see %s --help", misuse.command)
		return exitUsage
	case errors.As(err, &setting), errors.As(err, &name), errors.As(err, &url), isCobraUsage(err):
		a.warn("%v", err)
		return exitUsage
	case ctx.Err() != nil, errors.Is(err, errInterrupted):
		return exitInterrupted
	case errors.As(err, &unreachable):
		a.warn("%v", unreachable)
		return exitUnreachable
	case errors.As(err, &network), errors.Is(err, io.EOF):
		a.warn("the connection to Redis is lost: %v", err)
		return exitUnreachable
	}
	a.warn("%v", err)
	return exitError
}

// isCobraUsage recognises the errors that cobra makes itself; they have no type.
func isCobraUsage(err error) bool {
	return strings.HasPrefix(err.Error(), "unknown command ")
}
