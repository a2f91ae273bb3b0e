package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write a manual page for each command",
		Long: `Man writes a manual page for each command into a folder that exists. Pages of the
same program are the same, to the byte. For man to find them by name the folder
is to be called man1 and the one above it to be in MANPATH.`,
		Example: `  mkdir -p man/man1
  gridmill man man/man1
  man -l man/man1/gridmill.1`,
		Hidden: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 || args[0] == "" {
				return usage(cmd, "man takes one folder, to write the pages to")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return writeManual(cmd.Root(), args[0]) },
	}
}

// writeManual writes the page of cmd and those of the commands below it.
func writeManual(cmd *cobra.Command, folder string) error {
	for _, child := range documented(cmd) {
		if err := writeManual(child, folder); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(folder, pageName(cmd)+".1"), manualPage(cmd), 0o644); err != nil {
		return fmt.Errorf("write the manual page of %s: %w", cmd.CommandPath(), err)
	}
	return nil
}

// documented lists the commands below cmd that have a page.
func documented(cmd *cobra.Command) []*cobra.Command {
	var below []*cobra.Command
	for _, child := range cmd.Commands() {
		if child.IsAvailableCommand() {
			below = append(below, child)
		}
	}
	return below
}
