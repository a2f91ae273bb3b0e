package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/format"
	"github.com/gridmill/gridmill/solver"
)

func (a *app) dedupeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dedupe [FILE|FOLDER|PATTERN|-]...",
		Short: "Report groups of puzzles that are guises of one another",
		Long: `Dedupe reports which puzzles of the files named are the same puzzle in another
guise: turned, mirrored, padded, renamed. A member of a group is named by its
file and its place in it, from 0. Nothing is solved and no Redis is needed.`,
		Example: `  gridmill dedupe levels/
  gridmill dedupe --to csv train.txt test.txt > overlap.csv`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.dedupe(cmd.Context(), cmd, args) },
	}
	flags(cmd, []string{"from", "objective"}, printFlags)
	prints(cmd, "table", "csv", "jsonl")
	return cmd
}

// group is a set of puzzles that share a key.
type group struct {
	Key     solver.Key `json:"key"`
	Kind    string     `json:"kind"`
	Count   int        `json:"count"`
	Puzzles []member   `json:"puzzles"`
}

// member is a puzzle of a group.
type member struct {
	File  string `json:"file"`
	Index int64  `json:"index"` // place in File, from 0
	Line  int    `json:"line"`
	Name  string `json:"name,omitempty"`
}

func (a *app) dedupe(ctx context.Context, cmd *cobra.Command, args []string) (err error) {
	if err := a.checkFormat(cmd); err != nil {
		return err
	}
	print := map[string]func(io.Writer, []*group) error{"jsonl": printGroupsJSON, "csv": printGroupsCSV, "table": a.printGroups}[a.layout()]
	in, err := a.openInput(ctx, cmd, args)
	if err != nil {
		return err
	}
	out, err := a.openText()
	if err != nil {
		return err
	}
	defer func() { err = out.closeAfter(err) }()
	groups, invalid, err := a.group(ctx, in)
	if err != nil {
		return err
	}
	var repeated []*group
	equal := 0
	for _, g := range groups {
		if g.Count > 1 {
			repeated = append(repeated, g)
			equal += g.Count
		}
	}
	if err := print(out, repeated); err != nil {
		return fmt.Errorf("print groups: %w", err)
	}
	if a.cfg.Progress != "none" {
		a.warn("%s", found(in.total-invalid, len(groups), equal, len(repeated)))
	}
	if invalid > 0 {
		return errUnsettled
	}
	return nil
}

// found sums up what dedupe found among so many puzzles.
func found(puzzles int64, different, equal, repeated int) string {
	switch {
	case puzzles < 2:
		return count(puzzles, "puzzle")
	case repeated == 0:
		return count(puzzles, "puzzle") + ", all different"
	}
	return fmt.Sprintf("%s, %d different; %d in %s of equal ones", count(puzzles, "puzzle"), different, equal, count(int64(repeated), "group"))
}

// group sorts the puzzles of an input by key, in the order the keys first
// appear.
func (a *app) group(ctx context.Context, in *input) (groups []*group, invalid int64, err error) {
	type id struct {
		kind   string
		digest solver.Digest
	}
	keyers := a.keyers()
	byKey := map[id]*group{}
	seq := int64(-1)
	for p, err := range in.puzzles(ctx) {
		if err != nil {
			return nil, 0, err
		}
		seq++
		keyer, _, digest, err := keyers.digest(&p)
		if err != nil {
			a.warn("%v", err)
			invalid++
			continue
		}
		g := byKey[id{p.Kind, digest}]
		if g == nil {
			g = &group{Key: keyer.Key(digest), Kind: p.Kind}
			byKey[id{p.Kind, digest}] = g
			groups = append(groups, g)
		}
		g.Count++
		g.Puzzles = append(g.Puzzles, member{p.File, in.indexOf(seq), p.Line, p.Name})
	}
	return groups, invalid, nil
}

func printGroupsJSON(w io.Writer, groups []*group) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, g := range groups {
		if err := enc.Encode(g); err != nil {
			return err
		}
	}
	return nil
}

func printGroupsCSV(w io.Writer, groups []*group) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"group", "key", "kind", "file", "index", "line", "name"}) // Error reports it
	for i, g := range groups {
		for _, m := range g.Puzzles {
			_ = out.Write([]string{strconv.Itoa(i + 1), string(g.Key), g.Kind, format.Harmless(m.File), strconv.FormatInt(m.Index, 10), strconv.Itoa(m.Line), format.Harmless(m.Name)})
		}
	}
	out.Flush()
	return out.Error()
}

func (a *app) printGroups(w io.Writer, groups []*group) error {
	if len(groups) == 0 {
		return nil
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "GROUP\tFILE\tINDEX\tLINE\tNAME\tKEY") // Flush reports the error
	for i, g := range groups {
		for k, m := range g.Puzzles {
			key := ""
			if k == 0 {
				key = string(g.Key)
			}
			_, _ = fmt.Fprintf(t, "%d\t%s\t%d\t%d\t%s\t%s\n", i+1, a.fileCell(m.File), m.Index, m.Line, format.Printable(m.Name), key)
		}
	}
	return t.Flush()
}
