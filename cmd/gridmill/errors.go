package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"slices"
	"strconv"
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

// exitMeaning says what an exit code means.
type exitMeaning struct{ code, means string }

// exitMeanings lists the exit codes for the manual, in the words of docs/output.md.
func exitMeanings() []exitMeaning {
	return []exitMeaning{
		{strconv.Itoa(exitOK), "every row is solved or unsolvable; lookup: all known; check: every answer is optimal; other commands: done"},
		{strconv.Itoa(exitError), "an error; the message says which"},
		{strconv.Itoa(exitUsage), "called wrongly; nothing was done"},
		{strconv.Itoa(exitUnsettled), "some rows are limit, invalid, failed or cancelled; lookup, check: some are not"},
		{strconv.Itoa(exitNotDone), "the batch is not finished (results without --follow, retry, rm)"},
		{strconv.Itoa(exitUnreachable), "no Redis answers"},
		{strconv.Itoa(exitInterrupted), "interrupted; the last line says how to go on"},
	}
}

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
	case isUnknownCommand(err):
		a.unknownCommand(err)
		return exitUsage
	case errors.As(err, &setting):
		a.warn("%v%s", err, settingMeant(setting))
		return exitUsage
	case errors.As(err, &name):
		a.unknownName(name)
		return exitUsage
	case errors.Is(err, format.ErrFieldTwice), errors.As(err, &url):
		a.warn("%v", err)
		return exitUsage
	case ctx.Err() != nil, errors.Is(err, errInterrupted):
		if ctx.Err() != nil && !a.resumed {
			a.resume("interrupted; the same command starts over")
		}
		return exitInterrupted
	case errors.As(err, &unreachable):
		a.warn("%v", unreachable)
		a.warn("the address is that of %s%s", a.originOfRedis(), a.withoutRedis())
		return exitUnreachable
	case errors.As(err, &network), errors.Is(err, io.EOF):
		a.warn("the connection to Redis is lost: %v", err)
		a.warn("the address is that of %s", a.originOfRedis())
		return exitUnreachable
	}
	a.warn("%v", err)
	return exitError
}

// isUnknownCommand recognises an error that cobra makes itself; it has no type.
func isUnknownCommand(err error) bool {
	return strings.HasPrefix(err.Error(), unknownCommand)
}

// unknownCommand begins cobra's message; the name follows in quotes.
const unknownCommand = "unknown command "

// unknownCommand tells the user which command there is instead.
func (a *app) unknownCommand(err error) {
	var name string
	if _, scanErr := fmt.Sscanf(err.Error(), unknownCommand+"%q", &name); scanErr != nil {
		a.warn("%v", err)
		return
	}
	var known []string
	for _, cmd := range a.tree.Commands() {
		if slices.Contains(cmd.SuggestFor, name) {
			a.warn("unknown command %q (did you mean %s?); see gridmill --help", name, cmd.Name())
			return
		}
		if cmd.IsAvailableCommand() {
			known = append(known, cmd.Name())
		}
	}
	a.warn("unknown command %q%s; see gridmill --help", name, didYouMean(name, "", known))
}

// unknownName tells the user which names there are instead of one.
func (a *app) unknownName(e *format.NameError) {
	if near := didYouMean(e.Name, "", e.Known); near != "" {
		a.warn("no %s is called %q%s; there are %s", e.What, e.Name, near, strings.Join(e.Known, ", "))
		return
	}
	a.warn("%v", e)
}

// settingMeant says which name was meant, where a setting, its value or the
// configuration file is none of those there are.
func settingMeant(e *config.Error) string {
	if path, ok := strings.CutPrefix(e.From, "file "); ok && errors.Is(e, fs.ErrNotExist) {
		return nearFile(path)
	}
	if name, ok := errors.AsType[*config.NameError](e); ok {
		return didYouMean(name.Name, "", name.Known)
	}
	return ""
}

// withoutRedis says how the command does without a Redis, if it can.
func (a *app) withoutRedis() string {
	if a.alone {
		return "; correct it, or --redis '' to solve in this process"
	}
	return ""
}

// originOfRedis says where the address of the Redis in use was set.
func (a *app) originOfRedis() string {
	for _, o := range a.origins {
		switch {
		case o.Name != "redis":
		case o.From == "flag" && strings.Contains(a.cfg.Redis, ":***@"): // pasted from advice
			return "the flag --redis, in which *** stands for a password; write that, or set " + o.Env()
		case o.From == "flag":
			return "the flag --redis"
		case o.From == "environment":
			return "the variable " + o.Env()
		default:
			return fmt.Sprintf("%q in the %s", o.Name, o.From)
		}
	}
	return "no setting"
}
