package main

import "github.com/spf13/cobra"

// orderDone is the order of rows that does not wait for earlier ones.
const orderDone = "done"

// rowFlags are the settings of the commands that print the rows of a batch.
var rowFlags = []string{"order", "fields"}

// checkOrder returns a usage error when rows are to be printed as they are
// done in a layout that needs them in the order of the input.
func (a *app) checkOrder(cmd *cobra.Command) error {
	if layout := a.layout(); a.cfg.Order == orderDone && (layout == judgeFormat || layout == levelFormat) {
		return usage(cmd, "--to %s prints in the order of the input; leave out --order done", layout)
	}
	return nil
}
