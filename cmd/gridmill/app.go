package main

import (
	"errors"
	"os"
	"strconv"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/config"
	"github.com/gridmill/gridmill/solver"
)

// app is what every command has at hand: the streams, the kinds, and the
// settings once they are loaded.
type app struct {
	streams
	environ []string
	kinds   solver.Kinds
	tree    *cobra.Command // every command
	resumed bool           // the user was told how to go on after an interrupt
	alone   bool           // no Redis answered, and the command can do without
	inPlace bool           // the output is written to where it lies, and may hold a part of the rows
	file    string         // configuration file that the flag names
	voice   voice          // says what is for the user alone
	cfg     config.Config
	origins []config.Origin
}

// configFlag names the configuration file; it is the only flag that is no
// setting.
const configFlag = "config"

// Settings that each command takes as flags.
var (
	placeFlags   = []string{"redis", "redis.ca", "redis.cert", "redis.key", "prefix"} // which batches there are
	connectFlags = append([]string{"redis.patience"}, placeFlags...)
	printFlags   = []string{"to", "output", "progress"}
	submitFlags  = []string{"from", "algorithm", "max-states", "max-memory", "timeout", "max-moves", "objective", "memo", "priority", "keep", "fresh", "max-waiting"}
	memoFlags    = []string{"memo.ttl", "memo.size", "memo.local"}
	limitFlags   = []string{"memory", "worker.max-states", "worker.max-memory", "worker.timeout"}
)

// root builds the command tree. It also sets the arguments, so that help and
// completion see the same tree as execution.
func (a *app) root(args []string) *cobra.Command {
	root := &cobra.Command{
		Use:   "gridmill",
		Short: "Answer grid puzzles in bulk, exactly",
		Long: `Gridmill answers grid puzzles in bulk: Sokoban (POJ 1475 and levels of many
boxes), The Morning after Halloween (UVa 1601) and Solitaire (HDU 1401). Every
answer is optimal, every plan has been replayed. Without --redis everything runs
inside this process; with it, the workers that serve that Redis do the work.`,
		Example: `  gridmill solve mazes.txt                    print a row for each puzzle
  gridmill solve --to judge mazes.txt         print what the judge expects
  gridmill worker --redis redis://host:6379   take work until stopped`,
		Version:           version(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: a.load,
	}
	a.tree = root
	root.SetArgs(args)
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetFlagErrorFunc(flagError)
	root.DisableSuggestions = true // exitCode makes them, for names of all sorts alike
	root.PersistentFlags().String(configFlag, "", "configuration file (YAML, TOML or JSON)")
	root.AddCommand(
		a.solveCommand(), a.submitCommand(), a.statusCommand(), a.watchCommand(), a.resultsCommand(),
		a.cancelCommand(), a.retryCommand(), a.batchesCommand(), a.removeCommand(),
		a.lookupCommand(), a.dedupeCommand(), a.checkCommand(), a.drawCommand(), a.benchCommand(),
		a.workerCommand(), a.aloneCommand(), a.kindsCommand(), a.configCommand(), a.versionCommand(), a.manCommand(),
	)
	root.InitDefaultCompletionCmd(args...)
	a.completeValues(root)
	nameShells(root)
	nameTopics(root)
	return root
}

// load reads the settings before a command runs.
func (a *app) load(cmd *cobra.Command, _ []string) error {
	flags := map[string]string{}
	cmd.Flags().Visit(func(f *pflag.Flag) { flags[f.Name] = f.Value.String() })
	a.file = flags[configFlag]
	if a.file == "" && cmd.Flags().Changed(configFlag) {
		return usage(cmd, "--config names no file; without it the default one is read, if it is there")
	}
	file := a.file
	if file == "" {
		file = a.lookupEnv(config.FileEnv)
	}
	cfg, origins, unknown, err := config.Load(config.Input{Flags: flags, Env: a.environ, File: file})
	if err != nil {
		return err
	}
	a.cfg, a.origins = cfg, origins
	for _, name := range unknown {
		a.warn("no setting belongs to %s%s; gridmill config lists them", name, didYouMean(name, "", variables()))
	}
	return nil
}

// variables lists the names that settings have in the environment.
func variables() []string {
	var names []string
	for _, s := range config.Settings() {
		names = append(names, s.Env())
	}
	return names
}

// flagError says what is wrong with a flag, and which one was meant.
func flagError(cmd *cobra.Command, err error) error {
	if value, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if wrong := misread(value); wrong != "" {
			return usage(cmd, "--%s: %q is %s", value.GetFlag().Name, value.GetValue(), wrong)
		}
	}
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok || unknown.GetSpecifiedShortnames() != "" {
		return usage(cmd, "%v", err)
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	return usage(cmd, "%v%s", err, didYouMean(unknown.GetSpecifiedName(), "--", known))
}

// misread says what is wrong with the value of a flag, in other words than those
// of the library that reads it; "" where that has words for people.
func misread(e *pflag.InvalidValueError) string {
	switch kind := e.GetFlag().Value.Type(); {
	case kind == "bool":
		return "neither true nor false"
	case errors.Is(e, strconv.ErrRange):
		return "a number out of range"
	case kind == "int64":
		return "not a whole number"
	}
	return ""
}

func (a *app) lookupEnv(name string) string {
	for _, pair := range a.environ {
		if n, v, _ := strings.Cut(pair, "="); n == name {
			return v
		}
	}
	return ""
}

// setting is the flag of one setting. Its text is read by package config. A list
// may be given in several flags.
type setting struct {
	text, kind string
	given      bool
}

func (s *setting) Set(text string) error {
	if s.given && s.kind == config.ListType {
		text = s.text + "," + text
	}
	s.text, s.given = text, true
	return nil
}

func (s *setting) String() string { return s.text }
func (s *setting) Type() string   { return s.kind }

// flags gives cmd the settings of the given names.
func flags(cmd *cobra.Command, groups ...[]string) {
	for _, names := range groups {
		for _, name := range names {
			for _, s := range config.Settings() {
				if s.Name != name {
					continue
				}
				short := ""
				if name == "output" {
					short = "o"
				}
				f := cmd.Flags().VarPF(&setting{text: s.Default, kind: s.Type()}, s.Name, short, s.Usage)
				if s.Type() == "bool" {
					f.NoOptDefVal = "true"
				}
			}
		}
	}
}

// solvesHere says in the help of cmd that it needs no Redis.
func solvesHere(cmd *cobra.Command) {
	cmd.Flags().Lookup("redis").Usage += " (none: solve in this process)"
}

// terminal reports whether stream is a terminal.
func terminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}
