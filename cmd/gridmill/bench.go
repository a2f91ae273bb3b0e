package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/solver"
)

func (a *app) benchCommand() *cobra.Command {
	var spend time.Duration
	cmd := &cobra.Command{
		Use:   "bench FILE...",
		Short: "Time the algorithms on a file's puzzles",
		Long: `Bench solves the puzzles of the files named with every algorithm their kinds
have, in this process and on one core, and prints how long one puzzle takes:
reading its one-line form and writing its plan included. The puzzles are taken
in rotation, so that no algorithm lives on what it did just before. The mean
counts all the time that passed; p50, p99 and max compare the puzzles, each by
the median of its times. All algorithms must agree on every puzzle, and every
plan is replayed.`,
		Example: `  gridmill bench mazes.txt
  gridmill bench --algorithm auto --spend 5s mazes.txt`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.bench(cmd.Context(), cmd, args, spend) },
	}
	flags(cmd, []string{"from", "algorithm", "max-states", "max-memory", "timeout", "max-moves", "objective"}, printFlags)
	prints(cmd, "table", "jsonl")
	cmd.Flags().DurationVar(&spend, "spend", time.Second, "how long each algorithm is timed, after one rotation at least")
	return cmd
}

// timing is how long an algorithm takes for a file's puzzles.
type timing struct {
	File      string  `json:"file"`
	Kind      string  `json:"kind"`
	Algorithm string  `json:"algorithm"`
	Puzzles   int     `json:"puzzles"`
	Limited   int     `json:"limited,omitempty"` // puzzles that spent their budget; the times are then too low
	Mean      int64   `json:"mean_ns"`
	P50       int64   `json:"p50_ns"`
	P99       int64   `json:"p99_ns"`
	Max       int64   `json:"max_ns"`
	Allocs    float64 `json:"allocs"` // a puzzle, the plan's among them
	States    int64   `json:"states"` // mean
	Ratio     float64 `json:"ratio"`  // to the mean of auto
}

// paused reports whether so much of the time was spent outside of the usual
// course of a solve that the mean is above the slowest puzzle's median.
func (t timing) paused() bool { return t.Mean > t.Max }

// notePauses says how a mean can be above max, where one is.
func (a *app) notePauses(timings []timing) {
	if slices.ContainsFunc(timings, timing.paused) {
		a.warn("a mean above max counts pauses too, such as those of the collector; max is the slowest puzzle's median")
	}
}

// bench times the files one after the other.
func (a *app) bench(ctx context.Context, cmd *cobra.Command, args []string, spend time.Duration) (err error) {
	layout := a.layout()
	if err := a.checkFormat(cmd); err != nil {
		return err
	}
	if len(args) == 0 {
		return usage(cmd, "name a file of puzzles to time the algorithms on")
	}
	if spend < 0 {
		return usage(cmd, "--spend %s is less than nothing; it is how long each algorithm is timed", spend)
	}
	out, err := a.openText()
	if err != nil {
		return err
	}
	defer func() { err = out.closeAfter(err) }()
	var timings []timing
	invalid := 0
	for _, arg := range args {
		in, err := a.openInput(ctx, cmd, []string{arg})
		if err != nil {
			return err
		}
		algorithms, err := a.benchAlgorithms(cmd, in)
		if err != nil {
			return err
		}
		forms := map[string][]string{}
		for p, err := range in.puzzles(ctx) {
			if err != nil {
				return err
			}
			if p.Error != nil {
				a.warn("passed over: %v", p.Error)
				invalid++
				continue
			}
			forms[p.Kind] = append(forms[p.Kind], p.Form)
		}
		for _, kind := range in.kindNames() {
			r := &race{kind: a.kinds.Lookup(kind), forms: forms[kind], opts: a.search(), budget: a.budget(), spend: spend}
			found, err := r.run(ctx, algorithms[kind])
			if err != nil {
				return err
			}
			for _, t := range found {
				t.File = in.label
				timings = append(timings, t)
				if layout == "jsonl" {
					if err := json.NewEncoder(out).Encode(t); err != nil {
						return fmt.Errorf("print times: %w", err)
					}
				}
			}
		}
	}
	if layout == tableFormat && len(timings) > 0 {
		if err := a.printTimings(out, timings); err != nil {
			return err
		}
	}
	a.notePauses(timings)
	if invalid > 0 {
		return errUnsettled
	}
	return nil
}

// benchAlgorithms lists the algorithms to time for each kind, auto first.
func (a *app) benchAlgorithms(cmd *cobra.Command, in *input) (map[string][]string, error) {
	chosen, err := a.chooseAlgorithms(cmd, in)
	if err != nil {
		return nil, err
	}
	algorithms := map[string][]string{}
	for _, kind := range a.kinds {
		info := kind.Info()
		algorithms[info.Name] = []string{solver.Auto}
		switch name := chosen[info.Name]; {
		case name != "":
			algorithms[info.Name] = append(algorithms[info.Name], name)
		case cmd.Flags().Changed("algorithm"): // auto alone
		default:
			algorithms[info.Name] = append(algorithms[info.Name], info.Algorithms...)
		}
	}
	return algorithms, nil
}

func (a *app) printTimings(w io.Writer, timings []timing) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(t, "FILE\tKIND\tALGORITHM\tPUZZLES\tLIMIT\tMEAN\tP50\tP99\tMAX\tALLOCS\tSTATES\tRATIO\t") // Flush reports the error
	for _, one := range timings {
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\t%s\t%.1f\t%d\t%.4g\t\n", a.fileCell(one.File), one.Kind, one.Algorithm, one.Puzzles, one.Limited,
			short(one.Mean), short(one.P50), short(one.P99), short(one.Max), one.Allocs, one.States, one.Ratio)
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("print times: %w", err)
	}
	return nil
}

// short writes a time in nanoseconds with three digits.
func short(ns int64) string {
	d := time.Duration(ns)
	for _, unit := range []time.Duration{time.Second, time.Millisecond, time.Microsecond} {
		if d >= unit {
			return d.Round(unit / 100).String()
		}
	}
	return d.String()
}

// quantile returns the value below which a share of the sorted values lies.
func quantile(sorted []time.Duration, share float64) int64 {
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))].Nanoseconds()
}

// medians returns the median of each puzzle's times, sorted.
func medians(times [][]time.Duration) []time.Duration {
	middle := make([]time.Duration, len(times))
	for i, one := range times {
		slices.Sort(one)
		middle[i] = one[len(one)/2]
	}
	slices.Sort(middle)
	return middle
}
