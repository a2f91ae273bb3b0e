package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/draw"
	"github.com/gridmill/gridmill/solver"
)

// drawing is what the flags of draw say beyond the settings.
type drawing struct {
	seq      int64         // place of the puzzle in the input, from 0
	play     bool          // step through the answer in the terminal
	still    bool          // an SVG that does not move
	unsolved bool          // the puzzle alone
	plan     string        // instead of an answer, when given
	pace     time.Duration // of a step
}

// slowestPace is the most time that a step may take.
const slowestPace = time.Minute

func (a *app) drawCommand() *cobra.Command {
	var d drawing
	cmd := &cobra.Command{
		Use:   "draw [FILE|PUZZLE|BATCH [FILE...]]",
		Short: "Draw a puzzle and its answer, in the terminal or as SVG",
		Long: `Draw shows one puzzle of the files named (--seq N, from 0) or given in its
one-line form, and its answer: remembered, or found as solve finds it. In a
terminal it prints the start and the end; --play steps through the plan. An SVG
plays the plan in any browser; -o NAME.svg makes one too,
and -o NAME.txt a text.

A batch is named by its id. Its rows have plans but no puzzles, so the puzzle is
read from the file that the row names, or from those named behind the id.`,
		Example: `  gridmill draw mazes.txt
  gridmill draw --play '#######|#-----#|#-$---#|#@-#.-#|#-----#|#######'
  gridmill draw --seq 3 -o maze.svg mazes.txt
  gridmill draw --redis redis://host:6379 --seq 3 BATCH mazes.txt`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.draw(cmd.Context(), cmd, args, d) },
	}
	flags(cmd, []string{"from", "to", "output", "algorithm", "max-states", "max-memory", "timeout", "max-moves", "objective", "memo"}, connectFlags)
	solvesHere(cmd)
	to, layouts := cmd.Flags().Lookup("to"), []string{unicodeLayout, asciiLayout, svgLayout}
	to.Usage = "what to draw: auto, " + alternatives(layouts)
	to.Annotations = map[string][]string{printsAnnotation: layouts}
	cmd.Flags().Lookup("output").Usage = "file to draw to"
	cmd.Flags().Int64Var(&d.seq, "seq", 0, "which puzzle, from 0")
	cmd.Flags().BoolVar(&d.play, "play", false, "step through the answer in the terminal")
	cmd.Flags().BoolVar(&d.still, "still", false, "an SVG that does not move; lines show the ways")
	cmd.Flags().BoolVar(&d.unsolved, "unsolved", false, "the puzzle alone; nothing is solved")
	cmd.Flags().StringVar(&d.plan, "plan", "", "draw this plan instead of the answer")
	cmd.Flags().DurationVar(&d.pace, "pace", 300*time.Millisecond, "how long a step takes in --play and in an SVG")
	return cmd
}

// The layouts of draw.
const (
	unicodeLayout = "unicode"
	asciiLayout   = "ascii"
	svgLayout     = "svg"
)

// checkDrawing returns what to draw as, or what about the flags does not make
// sense.
func (a *app) checkDrawing(cmd *cobra.Command, d drawing) (layout string, err error) {
	layout, err = a.drawLayout(cmd)
	given := cmd.Flags().Changed
	switch {
	case err != nil:
	case d.seq < 0:
		err = usage(cmd, "--seq %d: the first puzzle is 0", d.seq)
	case d.pace < time.Millisecond || d.pace > slowestPace:
		err = usage(cmd, "--pace %s is not between 1ms and %s, the time a step may take", d.pace, slowestPace)
	case d.unsolved && given("plan"):
		err = usage(cmd, "--unsolved draws no plan; leave it or --plan out")
	case d.still && layout != svgLayout:
		err = usage(cmd, "--still is for --to svg; text does not move")
	case d.play && (layout == svgLayout || a.toFile()):
		err = usage(cmd, "--play needs a terminal; leave out %s", map[bool]string{true: "--to svg, which moves by itself", false: "--output"}[layout == svgLayout])
	case d.play && d.unsolved:
		err = usage(cmd, "--play has nothing to play with --unsolved; leave one out")
	case d.play && (!terminal(a.in) || !terminal(a.out)):
		err = usage(cmd, "--play needs a terminal for both input and output; name the file as an argument, or leave --play out for a still")
	}
	return layout, err
}

func (a *app) draw(ctx context.Context, cmd *cobra.Command, args []string, d drawing) error {
	layout, err := a.checkDrawing(cmd, d)
	if err != nil {
		return err
	}
	p, row, err := a.subject(ctx, cmd, args, d)
	if err != nil {
		return err
	}
	kind := a.kinds.Lookup(p.Kind)
	drawer, ok := kind.(solver.Drawer)
	if !ok {
		return fmt.Errorf("puzzles of the kind %s cannot be drawn yet; gridmill solve prints their plans", p.Kind)
	}
	plan := ""
	if row.Plan != nil {
		plan = *row.Plan
	}
	scene, err := drawer.Scene(p.Form, plan)
	if err != nil {
		return fmt.Errorf("draw %s: %w", title(&p), err)
	}
	pic := draw.Picture{Scene: scene, Title: title(&p), Caption: verdict(&row), Plan: plan}
	if d.play && len(scene.Steps) == 0 {
		a.warn("there are no steps to play: %s", pic.Caption)
	} else if d.play {
		return a.play(ctx, pic, layout, d.pace)
	}
	if err := a.printPicture(pic, layout, d); err != nil {
		return err
	}
	if row.Status == "" || row.Status.Verdict() {
		return nil
	}
	a.warn("%s has no answer to draw: %s", title(&p), pic.Caption)
	return errUnsettled
}

// title is what a puzzle is called, if only by its place.
func title(p *solver.Puzzle) string {
	switch {
	case p.Name != "":
		return p.Name
	case p.File != "" && p.File != stdinName:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return p.Kind
}

// verdict says how a puzzle ended and what its plan costs.
func verdict(row *solver.Row) string {
	switch {
	case row.Status == "" && row.Plan == nil:
		return ""
	case row.Status == "":
		return "this plan: " + row.Cost.String()
	case row.Status == solver.Solved:
		return "solved: " + row.Cost.String()
	case row.Status == solver.Limited:
		return fmt.Sprintf("out of %s; costs at least %d", row.Limit, row.Bound)
	}
	return string(row.Status)
}
