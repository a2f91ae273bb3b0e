package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/gridmill/gridmill/format"
)

// Output formats that commands treat apart.
const (
	tableFormat = "table"
	// judgeFormat takes rows of one kind only.
	judgeFormat = "judge"
	// levelFormat shows the puzzles themselves, which rows do not hold.
	levelFormat = "xsb"
)

// prints says which output formats cmd takes, in its help too; that it has the
// flags of printFlags, or --to alone, comes first.
func prints(cmd *cobra.Command, names ...string) {
	to := cmd.Flags().Lookup("to")
	to.Usage = "output format: auto (table on a terminal, else jsonl), " + alternatives(names)
	to.Annotations = map[string][]string{printsAnnotation: names}
}

// printsAnnotation keeps at the flag --to what prints was told.
const printsAnnotation = "formats"

// checkFormat returns an error for an output format that cmd does not print.
func (a *app) checkFormat(cmd *cobra.Command) error {
	names := cmd.Flags().Lookup("to").Annotations[printsAnnotation]
	switch layout := a.layout(); {
	case slices.Contains(names, layout):
		return a.checkEnding(cmd, names)
	case slices.Contains(format.Outputs(), layout):
		return usage(cmd, "%s prints --to %s, not %s", cmd.Name(), alternatives(names), layout)
	default:
		return &format.NameError{What: "output format", Name: layout, Known: append([]string{"auto"}, names...)}
	}
}

// checkEnding returns a usage error when the file to print to is called like
// what its reader would open with another program, or what gridmill prints only
// when it is told to, and --to does not say what goes into it.
func (a *app) checkEnding(cmd *cobra.Command, names []string) error {
	if a.cfg.To != "auto" || !a.toFile() {
		return nil
	}
	ending := strings.ToLower(filepath.Ext(format.Uncompressed(a.cfg.Output)))
	switch ending {
	case ".svg", ".png", ".jpg", ".jpeg", ".gif", ".pdf", ".html", ".xlsx", ".xls", ".ods", ".tsv", ".parquet", ".xsb", ".sok", ".slc", ".yaml", ".xml":
		return usage(cmd, "%s prints no %s by the name alone; call the file .csv or .jsonl, or say what it is to hold: --to %s", cmd.Name(), ending, alternatives(names))
	}
	return nil
}

// alternatives lists names: "jsonl, csv or table".
func alternatives(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// toFile reports whether the output goes to a file.
func (a *app) toFile() bool { return a.cfg.Output != stdinName && a.cfg.Output != "/dev/stdout" }

// layout names the format of the output.
func (a *app) layout() string {
	switch {
	case a.cfg.To != "auto":
		return a.cfg.To
	case !a.toFile() && terminal(a.out):
		return tableFormat
	case a.toFile() && strings.EqualFold(filepath.Ext(format.Uncompressed(a.cfg.Output)), ".csv"):
		return "csv"
	}
	return "jsonl"
}

// fields reads --fields: the fields of a row to print, in their order; none
// means all.
func (a *app) fields(cmd *cobra.Command) ([]string, error) {
	if a.cfg.Fields == "" && !cmd.Flags().Changed("fields") {
		return nil, nil
	}
	if layout := a.layout(); layout == judgeFormat || layout == levelFormat {
		return nil, usage(cmd, "--to %s prints no fields; leave out --fields, or print --to jsonl, csv or table", layout)
	}
	var names []string
	for name := range strings.SplitSeq(a.cfg.Fields, ",") {
		names = append(names, strings.TrimSpace(name))
	}
	return names, nil
}

// colorful reports whether the rows may be coloured: for a terminal that knows
// colours, unless the user wants none.
func (a *app) colorful() bool {
	return !a.toFile() && terminal(a.out) && a.lookupEnv("NO_COLOR") == "" && a.lookupEnv("TERM") != "dumb"
}

// fileCell is a path as tables of reports show it: on a terminal a long one loses
// its beginning, so that the columns behind it stay in line.
func (a *app) fileCell(path string) string {
	const most = 28
	path = format.Printable(path)
	if a.lineWidth() == 0 {
		return path
	}
	return format.CutFront(path, most)
}

// lineWidth is how many cells a line of the terminal has that the rows go to; 0
// when they go elsewhere.
func (a *app) lineWidth() int {
	if a.toFile() {
		return 0
	}
	return terminalWidth(a.out)
}

// terminalWidth is how many cells a line of a terminal has; 0 for what is none.
func terminalWidth(stream any) int {
	f, ok := stream.(*os.File)
	if !ok || !terminal(f) {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}
