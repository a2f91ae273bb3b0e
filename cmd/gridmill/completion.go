package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/config"
	"github.com/gridmill/gridmill/format"
	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/solver"
)

const (
	// completeTime is how long a shell waits for Redis to name its batches.
	completeTime = 300 * time.Millisecond
	// completeMost is how many batches a shell is offered at most.
	completeMost = 100
)

// nameShells makes it an error to ask for the script of a shell that has none.
func nameShells(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		if cmd.Name() != "completion" {
			continue
		}
		cmd.Args = cobra.ArbitraryArgs
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			var shells []string
			for _, shell := range cmd.Commands() {
				shells = append(shells, shell.Name())
			}
			return usage(cmd, "no shell that completion knows is called %q%s; there are %s", args[0], didYouMean(args[0], "", shells), strings.Join(shells, ", "))
		}
	}
}

// completeValues tells the shells which values the flags and arguments of
// every command below cmd take.
func (a *app) completeValues(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if values := a.valuesOf(f); values != nil {
			_ = cmd.RegisterFlagCompletionFunc(f.Name, values) // fails where the command did so itself
		}
	})
	if strings.Contains(cmd.Use, "BATCH") {
		cmd.ValidArgsFunction = a.completeBatches
	}
	for _, child := range cmd.Commands() {
		a.completeValues(child)
	}
}

// valuesOf returns what completes the values of a flag, or nil where files are
// as good a guess as any.
func (a *app) valuesOf(flag *pflag.Flag) cobra.CompletionFunc {
	switch flag.Name {
	case "from":
		return oneOf(append([]string{"auto"}, format.Inputs()...))
	case "to":
		names, ok := flag.Annotations[printsAnnotation]
		if !ok {
			names = format.Outputs() // where it is a setting like any other
		}
		return oneOf(append([]string{"auto"}, names...))
	case "algorithm":
		return listOf(a.algorithmNames())
	case "fields":
		return listOf(format.Fields())
	case "only":
		return listOf(statusNames())
	case "lanes":
		var names []string
		for _, lane := range jobs.Lanes() {
			names = append(names, string(lane))
		}
		return listOf(names)
	}
	for _, s := range config.Settings() {
		if s.Name != flag.Name {
			continue
		}
		if names := s.Choices(); names != nil {
			return oneOf(names)
		}
		if s.Type() == "int" || s.Type() == "bytes" || s.Type() == "duration" {
			return oneOf(nil)
		}
	}
	return nil
}

// algorithmNames lists what --algorithm takes: names alone, and names of one
// kind.
func (a *app) algorithmNames() []string {
	names := []string{solver.Auto}
	for _, kind := range a.kinds {
		for _, name := range kind.Info().Algorithms {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	for _, kind := range a.kinds {
		info := kind.Info()
		for _, name := range append([]string{solver.Auto}, info.Algorithms...) {
			names = append(names, info.Name+"="+name)
		}
	}
	return names
}

// oneOf completes one of names.
func oneOf(names []string) cobra.CompletionFunc {
	return cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)
}

// listOf completes the last of several names parted by commas.
func listOf(names []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		taken := strings.Split(before, ",")
		var whole []cobra.Completion
		for _, name := range names {
			if !slices.Contains(taken, name) {
				whole = append(whole, before+name)
			}
		}
		return whole, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeBatches offers the batches that Redis keeps, if it answers at once.
// A shell has no place for errors: there is then nothing to offer.
func (a *app) completeBatches(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	const none = cobra.ShellCompDirectiveNoFileComp
	if len(args) > 0 && !strings.Contains(cmd.Use, "BATCH...") {
		return nil, none
	}
	if err := a.load(cmd, nil); err != nil || a.cfg.Redis == "" {
		return nil, none
	}
	ctx, cancel := context.WithTimeout(context.Background(), completeTime)
	defer cancel()
	store, err := a.reach(ctx, completeTime, nil)
	if err != nil {
		return nil, none
	}
	defer func() { _ = store.Close() }()
	var ids []cobra.Completion
	for b, err := range store.Batches(ctx) {
		if err != nil {
			break
		}
		if !slices.Contains(args, b.ID) {
			ids = append(ids, cobra.CompletionWithDesc(b.ID, stage(&b)+" "+b.Label))
		}
	}
	slices.Reverse(ids) // the newest first
	return ids[:min(len(ids), completeMost)], none | cobra.ShellCompDirectiveKeepOrder
}
