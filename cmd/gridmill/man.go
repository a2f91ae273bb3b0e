package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write a manual page for each command",
		Long: `Man writes a manual page for each command into a folder that exists. Pages of the
same program are the same, to the byte.`,
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
	cmd.DisableAutoGenTag = true
	for _, child := range cmd.Commands() {
		if !child.IsAvailableCommand() || child.IsAdditionalHelpTopicCommand() {
			continue
		}
		if err := writeManual(child, folder); err != nil {
			return err
		}
	}
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	header := &doc.GenManHeader{Title: strings.ToUpper(name), Section: "1", Source: "Gridmill", Manual: "Gridmill"}
	var page bytes.Buffer
	if err := doc.GenMan(cmd, header, &page); err != nil {
		return fmt.Errorf("write the manual page of %s: %w", cmd.CommandPath(), err)
	}
	dated := fmt.Appendf(nil, "%q", header.Date.Format("Jan 2006"))
	text := bytes.Replace(page.Bytes(), dated, []byte(`""`), 1) // the day it was written says nothing
	if err := os.WriteFile(filepath.Join(folder, name+".1"), text, 0o644); err != nil {
		return fmt.Errorf("write the manual page of %s: %w", cmd.CommandPath(), err)
	}
	return nil
}
