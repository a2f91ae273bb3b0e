package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/solver"
)

// only is the statuses whose rows are printed; none means all. It filters what
// is printed, never what is counted.
type only []string

// flag gives cmd the flag of o.
func (o *only) flag(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar((*[]string)(o), "only", nil, "print only rows of this status, such as solved or unsolvable; several parted by commas")
}

// check returns a usage error for a status that does not exist, and for a
// layout in which rows are known by their place.
func (o only) check(cmd *cobra.Command, layout string) error {
	known := statusNames()
	switch {
	case len(o) > 0 && layout == judgeFormat:
		return usage(cmd, "--only leaves rows out, and the judge expects all; use another --to")
	case len(o) == 0 && cmd.Flags().Changed("only"):
		return usage(cmd, "--only names no status; there are %s", strings.Join(known, ", "))
	}
	for _, name := range o {
		if !slices.Contains(known, name) {
			return usage(cmd, "--only: no row has the status %q%s; there are %s", name, didYouMean(name, "", known), strings.Join(known, ", "))
		}
	}
	return nil
}

// statusNames lists the statuses that a row of a batch may have.
func statusNames() []string {
	var names []string
	for _, status := range solver.Statuses() {
		if status != solver.Unknown { // only lookups have that
			names = append(names, string(status))
		}
	}
	return names
}

// takes reports whether rows of a status are printed.
func (o only) takes(status solver.Status) bool {
	return len(o) == 0 || slices.Contains(o, string(status))
}
