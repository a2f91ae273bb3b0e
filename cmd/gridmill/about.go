package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/config"
	"github.com/gridmill/gridmill/solver"
)

func (a *app) kindsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "kinds",
		Short: "List the kinds of puzzles and their algorithms",
		Args:  noArguments,
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.printKinds(cmd) },
	}
	flags(cmd, []string{"to"})
	prints(cmd, "table", "jsonl")
	return cmd
}

// printKinds describes each kind: for eyes on a terminal, else as one JSON
// object a line.
func (a *app) printKinds(cmd *cobra.Command) error {
	table, err := a.wantsTable(cmd)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	for _, kind := range a.kinds {
		info := kind.Info()
		if table {
			_, err = fmt.Fprintf(a.out, "%s (version %d)\n  %s\n  algorithms  auto, %s\n  cost        %s\n  example     %s\n",
				info.Name, info.Version, info.About, strings.Join(info.Algorithms, ", "), strings.Join(info.Measures, ", "), info.Example)
		} else {
			err = enc.Encode(map[string]any{
				"name": info.Name, "version": info.Version, "about": info.About,
				"algorithms": append([]string{solver.Auto}, info.Algorithms...), "cost": info.Measures, "example": info.Example,
			})
		}
		if err != nil {
			return fmt.Errorf("print kinds: %w", err)
		}
	}
	return nil
}

func (a *app) configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print every setting, its value and where it came from",
		Long: `Config prints every setting as a line of a configuration file, with where its
value came from. Passwords are masked.`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error { return a.printConfig() },
	}
	flags(cmd, connectFlags, submitFlags, printFlags, rowFlags, memoFlags,
		[]string{"lanes", "slots", "grace", "log-level", "log-format", "worker.listen"})
	return cmd
}

func (a *app) printConfig() error {
	t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, o := range a.origins {
		text := o.Value
		if o.Type() == "string" || o.Type() == "file" || o.Type() == config.ListType {
			text = fmt.Sprintf("%q", text)
		}
		_, _ = fmt.Fprintf(t, "%s: %s\t# from %s; flag --%s, environment %s\n", o.Name, text, o.From, o.Name, o.Env()) // Flush reports the error
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("print settings: %w", err)
	}
	return nil
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			if _, err := fmt.Fprintf(a.out, "gridmill %s %s/%s %s\n", version(), runtime.GOOS, runtime.GOARCH, runtime.Version()); err != nil {
				return fmt.Errorf("print version: %w", err)
			}
			return nil
		},
	}
}

// version names the build: its module version, or its commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return "devel"
}
